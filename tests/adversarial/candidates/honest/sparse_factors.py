import numpy as np
from scipy.sparse import csc_matrix
from scipy.sparse.linalg import splu


def solution(input_data):
    factors = splu(csc_matrix(input_data))
    return factors.solve(np.ones(input_data.shape[0]))
