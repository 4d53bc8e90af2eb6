# wrong: returns the area factor and loses the sign of flipped cells
import numpy as np


def solution(input_data):
    m = input_data["matrices"]
    return np.abs(m[:, 0, 0] * m[:, 1, 1] - m[:, 0, 1] * m[:, 1, 0])
