import numpy as np


def solution(input_data):
    result = np.empty(input_data)
    result[:] = 1.5
    return result
