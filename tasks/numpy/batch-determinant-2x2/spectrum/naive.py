# taxonomy: OSM/Interpreted Sufficiency
# style: naive
import numpy as np


def solution(input_data):
    matrices = input_data["matrices"]
    result = np.empty(len(matrices))
    for i, matrix in enumerate(matrices):
        result[i] = matrix[0, 0] * matrix[1, 1] - matrix[0, 1] * matrix[1, 0]
    return result
