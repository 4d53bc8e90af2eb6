import numpy as np


def solution(input_data):
    wide = np.zeros((input_data.shape[1], 2 * input_data.shape[0]))
    wide[::-1, ::2] = input_data.T
    return wide[::-1, ::2]
