import numpy as np

# Matrices per block: the second product finds its entries, and the scratch buffer, still in the cache.
BLOCK = 16384


def solution(input_data):
    matrices = input_data["matrices"]
    n = len(matrices)
    a, b = matrices[:, 0, 0], matrices[:, 0, 1]
    c, d = matrices[:, 1, 0], matrices[:, 1, 1]
    result = np.empty(n)
    scratch = np.empty(min(n, BLOCK))
    for start in range(0, n, BLOCK):
        stop = min(start + BLOCK, n)
        block = result[start:stop]
        term = scratch[: stop - start]
        np.multiply(a[start:stop], d[start:stop], out=block)
        np.multiply(b[start:stop], c[start:stop], out=term)
        np.subtract(block, term, out=block)
    return result
