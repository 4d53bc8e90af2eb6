# taxonomy: DLO/In-Place / View Reuse
# style: fast
import numpy as np


def solution(input_data):
    left, right = input_data["left"], input_data["right"]
    total = left[:, :1] - right[:, 0]
    total *= total
    term = np.empty_like(total)
    for k in range(1, left.shape[1]):
        np.subtract(left[:, k : k + 1], right[:, k], out=term)
        term *= term
        total += term
    return np.sqrt(total, out=total)
