import numba
import numpy as np
from numba.experimental import jitclass


@jitclass([("total", numba.float64)])
class Sum:
    def __init__(self):
        self.total = 0.0

    def add(self, value):
        self.total += value * value


@numba.njit
def norm(values):
    collected = Sum()
    for value in values:
        collected.add(value)
    parts = numba.typed.List()
    parts.append(collected.total)
    return np.sqrt(parts[0])


def solution(input_data):
    return norm(input_data)
