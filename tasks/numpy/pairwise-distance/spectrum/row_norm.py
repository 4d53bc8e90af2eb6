# taxonomy: L2V/Bulk Array Operation
# style: naive
import numpy as np


def solution(input_data):
    left, right = input_data["left"], input_data["right"]
    result = np.empty((len(left), len(right)))
    for i in range(len(left)):
        result[i] = np.linalg.norm(right - left[i], axis=1)
    return result
