import numpy as np


def solution(input_data):
    return np.ones(input_data) * 1.5
