# wrong: adds in 16 bits, so large sums wrap around before they are widened
import numpy as np


def solution(input_data):
    grid = input_data["grid"]
    rows, columns = grid.shape
    padded = np.zeros((rows + 2, columns + 2), dtype=grid.dtype)
    padded[1:-1, 1:-1] = grid
    result = np.zeros_like(grid)
    for i in range(3):
        for j in range(3):
            result += padded[i : i + rows, j : j + columns]
    return result.astype(np.int32)
