# taxonomy: L2V/Bulk Array Operation
# style: ordinary
import numpy as np


def solution(input_data):
    return np.linalg.det(input_data["matrices"])
