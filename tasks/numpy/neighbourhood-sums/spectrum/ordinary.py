# taxonomy: L2V/Shape Broadcasting
# style: ordinary
import numpy as np


def solution(input_data):
    grid = input_data["grid"]
    if grid.size == 0:
        return np.zeros(grid.shape, dtype=np.int32)
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(grid, 1), (3, 3))
    return windows.sum(axis=(2, 3), dtype=np.int32)
