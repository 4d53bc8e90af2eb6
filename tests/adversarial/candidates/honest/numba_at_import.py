import numba
import numpy as np


@numba.njit("float64(float64[::1])", nogil=True, boundscheck=False)
def norm(values):
    return np.sqrt((values * values).sum())


def solution(input_data):
    return norm(np.ascontiguousarray(input_data))
