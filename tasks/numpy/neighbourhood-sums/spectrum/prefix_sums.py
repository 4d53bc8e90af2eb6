# taxonomy: CRC/Closed-Form Substitution
# style: ordinary
import numpy as np


def solution(input_data):
    grid = input_data["grid"]
    rows, columns = grid.shape
    table = np.zeros((rows + 3, columns + 3), dtype=np.int64)
    table[2:-1, 2:-1] = grid
    table = table.cumsum(axis=0).cumsum(axis=1)
    sums = table[3:, 3:] - table[:-3, 3:] - table[3:, :-3] + table[:-3, :-3]
    return sums.astype(np.int32)
