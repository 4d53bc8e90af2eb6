# wrong: computes in float32 for speed and widens the result
import numpy as np


def solution(input_data):
    left = input_data["left"].astype(np.float32)
    right = input_data["right"].astype(np.float32)
    difference = left[:, None, :] - right[None, :, :]
    return np.sqrt((difference**2).sum(axis=2)).astype(np.float64)
