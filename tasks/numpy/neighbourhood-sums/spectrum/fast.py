# taxonomy: CRC/Pass Fusion / Early Exit
# style: fast
import numpy as np


def solution(input_data):
    grid = input_data["grid"]
    rows, columns = grid.shape
    padded = np.zeros((rows + 2, columns + 2), dtype=np.int32)
    padded[1:-1, 1:-1] = grid
    triples = padded[:-2] + padded[1:-1]
    triples += padded[2:]
    result = triples[:, :-2] + triples[:, 1:-1]
    result += triples[:, 2:]
    return result
