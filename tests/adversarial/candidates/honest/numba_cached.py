import numba
import numpy as np


@numba.njit(cache=True)
def norm(values):
    return np.sqrt(np.sum(values * values))


def solution(input_data):
    return norm(input_data)
