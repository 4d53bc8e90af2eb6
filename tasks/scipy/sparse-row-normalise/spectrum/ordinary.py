# taxonomy: DLO/In-Place / View Reuse
# style: ordinary
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
        start, stop = matrix.indptr[row], matrix.indptr[row + 1]
        counts = matrix.data[start:stop]
        best = np.argsort(-counts, kind="stable")[:k]
        columns[row, : len(best)] = matrix.indices[start:stop][best]
        shares[row, : len(best)] = counts[best] / counts.sum()
    return {"columns": columns, "shares": shares}
