import numpy as np


def solution(input_data):
    return np.sqrt(np.abs(input_data)).astype(object)
