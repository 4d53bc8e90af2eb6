# taxonomy: L2V/Shape Broadcasting
# style: ordinary
import numpy as np


def solution(input_data):
    difference = input_data["left"][:, None, :] - input_data["right"][None, :, :]
    return np.sqrt((difference**2).sum(axis=2))
