# wrong: divides by the total of the k best products instead of the whole row
import numpy as np
from scipy.sparse import csr_array


def solution(input_data):
    k = input_data["k"]
    rows = len(input_data["indptr"]) - 1
    parts = (input_data["data"], input_data["indices"], input_data["indptr"])
    matrix = csr_array(parts, shape=(rows, input_data["columns"]), copy=True)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    columns = np.full((rows, k), -1, dtype=np.int64)
    shares = np.zeros((rows, k))
    for row in range(rows):
        counts = matrix.data[matrix.indptr[row] : matrix.indptr[row + 1]]
        best = np.argsort(-counts, kind="stable")[:k]
        columns[row, : len(best)] = matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]][best]
        shares[row, : len(best)] = counts[best] / counts[best].sum()
    return {"columns": columns, "shares": shares}
