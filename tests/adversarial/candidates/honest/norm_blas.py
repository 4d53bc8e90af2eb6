import numpy as np


def solution(input_data):
    square = np.ones((300, 300)) @ np.ones((300, 300))
    assert square[0, 0] == 300
    return float(np.sqrt(input_data @ input_data))
