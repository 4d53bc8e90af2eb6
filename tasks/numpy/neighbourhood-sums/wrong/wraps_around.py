# wrong: np.roll joins opposite borders of the grid
import numpy as np


def solution(input_data):
    grid = input_data["grid"].astype(np.int32)
    columns = grid + np.roll(grid, 1, axis=0) + np.roll(grid, -1, axis=0)
    return columns + np.roll(columns, 1, axis=1) + np.roll(columns, -1, axis=1)
