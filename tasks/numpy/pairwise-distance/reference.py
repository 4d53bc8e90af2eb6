import numpy as np

# Elements per block: a block and its scratch buffer stay in the second-level cache.
BLOCK = 16384


def solution(input_data):
    left = input_data["left"]
    # One contiguous row per coordinate, so that every inner loop runs with unit stride.
    coordinates = np.ascontiguousarray(input_data["right"].T)
    n, dims = left.shape
    m = coordinates.shape[1]
    result = np.empty((n, m))
    rows = max(1, BLOCK // max(1, m))
    scratch = np.empty((rows, m))
    for start in range(0, n, rows):
        points = left[start : start + rows]
        block = result[start : start + rows]
        term = scratch[: len(block)]
        # Differences first: the expanded form |a|^2 - 2ab + |b|^2 cancels for near neighbours.
        np.subtract(points[:, :1], coordinates[0], out=block)
        np.multiply(block, block, out=block)
        for k in range(1, dims):
            np.subtract(points[:, k : k + 1], coordinates[k], out=term)
            np.multiply(term, term, out=term)
            np.add(block, term, out=block)
        np.sqrt(block, out=block)
    return result
