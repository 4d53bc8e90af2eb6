import numba
import numpy as np


@numba.njit(parallel=True)
def norm(values):
    total = 0.0
    for index in numba.prange(len(values)):
        total += values[index] * values[index]
    return np.sqrt(total)


def solution(input_data):
    assert numba.get_num_threads() >= 1
    return norm(input_data)
