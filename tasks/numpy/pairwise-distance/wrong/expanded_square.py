# wrong: expands the square into dot products, which cancels for near neighbours far from the origin
import numpy as np


def solution(input_data):
    left, right = input_data["left"], input_data["right"]
    squares = (left**2).sum(axis=1)[:, None] + (right**2).sum(axis=1) - 2.0 * (left @ right.T)
    return np.sqrt(np.maximum(squares, 0.0))
