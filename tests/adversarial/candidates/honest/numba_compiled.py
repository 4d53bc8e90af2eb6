import math

import numba


@numba.njit(fastmath=True)
def norm(values):
    total = 0.0
    for value in values:
        total += value * value
    return math.sqrt(total)


def solution(input_data):
    return norm(input_data)
