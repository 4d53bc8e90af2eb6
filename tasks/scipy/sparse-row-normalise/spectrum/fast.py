# taxonomy: CRC/Scatter / Segment Reduction
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
    columns = np.full((rows, k), -1, dtype=np.int64)
    shares = np.zeros((rows, k))
    lengths = np.diff(matrix.indptr)
    totals = matrix.sum(axis=1)
    # Counts and columns are whole numbers below 2**20: one key holds both. The maximum of each row's
    # segment is its next best entry; it is then struck out, k times.
    keys = (matrix.data.astype(np.int64) << 20) + ((1 << 20) - 1 - matrix.indices)
    active = np.flatnonzero(lengths)
    starts = matrix.indptr[active]
    repeats = lengths[active]
    for place in range(k):
        if not len(active):
            break
        best = np.maximum.reduceat(keys, starts)
        alive = best > 0
        columns[active[alive], place] = (1 << 20) - 1 - (best[alive] & ((1 << 20) - 1))
        shares[active[alive], place] = (best[alive] >> 20) / totals[active[alive]]
        keys[keys == np.repeat(best, repeats)] = 0
    return {"columns": columns, "shares": shares}
