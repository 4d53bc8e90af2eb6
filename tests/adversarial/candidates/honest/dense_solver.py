import numpy as np
import scipy.linalg
import scipy.optimize


def solution(input_data):
    dense = input_data.toarray()
    found = scipy.linalg.lu_solve(scipy.linalg.lu_factor(dense, overwrite_a=True), np.ones(300))
    best = scipy.optimize.minimize_scalar(lambda scale: float(np.abs(scale * found - found).sum()), bracket=(0.5, 1.5))
    assert abs(best.x - 1) < 1e-3
    return found
