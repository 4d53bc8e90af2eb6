# wrong: ranks the listed entries without adding up those of the same product
import numpy as np


def solution(input_data):
    data, indices, indptr = input_data["data"], input_data["indices"], input_data["indptr"]
    k = input_data["k"]
    rows = len(indptr) - 1
    columns = np.full((rows, k), -1, dtype=np.int64)
    shares = np.zeros((rows, k))
    for row in range(rows):
        counts = data[indptr[row] : indptr[row + 1]]
        products = indices[indptr[row] : indptr[row + 1]]
        best = np.lexsort((products, -counts))[:k]
        best = best[counts[best] > 0]
        columns[row, : len(best)] = products[best]
        if len(best):
            shares[row, : len(best)] = counts[best] / counts.sum()
    return {"columns": columns, "shares": shares}
