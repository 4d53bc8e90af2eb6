# taxonomy: L2V/Bulk Array Operation
# style: ordinary
import numpy as np


def solution(input_data):
    rows, columns = input_data["grid"].shape
    padded = np.zeros((rows + 2, columns + 2), dtype=np.int32)
    padded[1:-1, 1:-1] = input_data["grid"]
    result = np.zeros((rows, columns), dtype=np.int32)
    for i in range(3):
        for j in range(3):
            result += padded[i : i + rows, j : j + columns]
    return result
