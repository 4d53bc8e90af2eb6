# taxonomy: OSM/Interpreted Sufficiency
# style: naive
import numpy as np


def solution(input_data):
    data, indices, indptr = input_data["data"], input_data["indices"], input_data["indptr"]
    k = input_data["k"]
    rows = len(indptr) - 1
    columns = np.full((rows, k), -1, dtype=np.int64)
    shares = np.zeros((rows, k))
    for row in range(rows):
        counts = {}
        for entry in range(indptr[row], indptr[row + 1]):
            column = int(indices[entry])
            counts[column] = counts.get(column, 0.0) + float(data[entry])
        total = sum(counts.values())
        ranked = sorted(counts, key=lambda column: (-counts[column], column))
        for place, column in enumerate(ranked[:k]):
            if counts[column] > 0:
                columns[row, place] = column
                shares[row, place] = counts[column] / total
    return {"columns": columns, "shares": shares}
