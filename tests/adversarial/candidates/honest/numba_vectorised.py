import numba
import numpy as np


@numba.vectorize(["float64(float64)"], target="parallel")
def square(value):
    return value * value


@numba.guvectorize(["(float64[:], float64[:])"], "(n)->()")
def total(values, out):
    out[0] = 0.0
    for value in values:
        out[0] += value


def solution(input_data):
    return float(np.sqrt(total(square(input_data))))
