import numpy as np


def solution(input_data):
    roots = np.sqrt(np.abs(input_data)).tolist()
    return list(zip(roots[::2], roots[1::2]))
