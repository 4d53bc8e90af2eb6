import numpy as np
from scipy.sparse import csr_array

BITS = 20
LOW = (1 << BITS) - 1


def solution(input_data):
    indptr, columns, k = input_data["indptr"], input_data["columns"], input_data["k"]
    rows = len(indptr) - 1
    matrix = csr_array((input_data["data"], input_data["indices"], indptr), shape=(rows, columns), copy=True)
    matrix.sum_duplicates()
    counts = matrix.data.astype(np.int64)
    lengths = np.diff(matrix.indptr)

    # One 64-bit key per entry, sorted as a plain integer: row, then falling count, then column.
    keys = np.repeat(np.arange(rows, dtype=np.int64) << (2 * BITS), lengths)
    keys += (LOW - counts) << BITS
    keys += matrix.indices
    keys.sort()

    places = matrix.indptr[:-1, None] + np.arange(k)
    listed = np.arange(k) < lengths[:, None]
    # Places beyond the end of a row read a dummy entry behind the last key: count 0.
    keys = np.append(keys, LOW << BITS)[np.where(listed, places, len(keys))]
    best_counts = LOW - ((keys >> BITS) & LOW)
    best = keys & LOW
    best[best_counts == 0] = -1
    totals = np.bincount(np.repeat(np.arange(rows), lengths), weights=counts, minlength=rows)
    return {"columns": best, "shares": best_counts / np.maximum(totals, 1.0)[:, None]}
