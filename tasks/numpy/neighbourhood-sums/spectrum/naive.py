# taxonomy: OSM/Interpreted Sufficiency
# style: naive
import numpy as np


def solution(input_data):
    rows, columns = input_data["grid"].shape
    border = [0] * (columns + 2)
    grid = [border] + [[0] + row + [0] for row in input_data["grid"].tolist()] + [border]
    result = np.zeros((rows, columns), dtype=np.int32)
    for i in range(rows):
        sums = []
        for j in range(columns):
            total = 0
            for row in grid[i : i + 3]:
                total += row[j] + row[j + 1] + row[j + 2]
            sums.append(total)
        result[i] = sums
    return result
