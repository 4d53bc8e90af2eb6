# wrong: sums the eight neighbours and leaves out the cell itself
import numpy as np


def solution(input_data):
    grid = input_data["grid"].astype(np.int32)
    rows, columns = grid.shape
    padded = np.pad(grid, 1)
    result = -grid
    for i in range(3):
        for j in range(3):
            result += padded[i : i + rows, j : j + columns]
    return result
