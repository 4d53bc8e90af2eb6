# taxonomy: L2V/Bulk Array Operation
# style: fast
import numpy as np
from scipy.sparse import csr_array


def solution(input_data):
    k = input_data["k"]
    rows = len(input_data["indptr"]) - 1
    parts = (input_data["data"], input_data["indices"], input_data["indptr"])
    matrix = csr_array(parts, shape=(rows, input_data["columns"]), copy=True)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    row = np.repeat(np.arange(rows), np.diff(matrix.indptr))
    order = np.lexsort((matrix.indices, -matrix.data, row))
    place = np.arange(len(row)) - matrix.indptr[row]
    order, row, place = order[place < k], row[place < k], place[place < k]
    columns = np.full((rows, k), -1, dtype=np.int64)
    shares = np.zeros((rows, k))
    columns[row, place] = matrix.indices[order]
    shares[row, place] = matrix.data[order] / matrix.sum(axis=1)[row]
    return {"columns": columns, "shares": shares}
