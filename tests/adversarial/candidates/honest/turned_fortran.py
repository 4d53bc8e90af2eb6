import numpy as np


def solution(input_data):
    return np.asfortranarray(np.array(input_data, order="F").transpose(1, 0))
