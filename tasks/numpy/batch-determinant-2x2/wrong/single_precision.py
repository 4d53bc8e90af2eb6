# wrong: computes in float32 for speed and widens the result
import numpy as np


def solution(input_data):
    m = input_data["matrices"].astype(np.float32)
    return (m[:, 0, 0] * m[:, 1, 1] - m[:, 0, 1] * m[:, 1, 0]).astype(np.float64)
