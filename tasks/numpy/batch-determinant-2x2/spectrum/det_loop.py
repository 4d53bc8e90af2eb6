# taxonomy: OPU/Direct Primitive Call
# style: naive
import numpy as np


def solution(input_data):
    return np.array([np.linalg.det(matrix) for matrix in input_data["matrices"]], dtype=np.float64)
