# taxonomy: CRC/Purpose-Built Index
# style: fast
import numpy as np


def solution(input_data):
    values = input_data["values"]
    n = len(values)
    missing = np.isnan(values)
    filled = np.where(missing, -np.inf, values)  # -inf is never greater than anything
    ranks = np.unique(filled, return_inverse=True)[1] if n else np.empty(0, dtype=np.int64)
    # Merge sort from the bottom up: sort by (block, rank) and count the left half's greater ranks.
    position = np.arange(n)
    counts = np.zeros(n)
    span = n + 1
    width = 1
    while width < n:
        block = position // (2 * width)
        left = (position // width) % 2 == 0
        keys = np.sort((block * span + ranks)[left])
        ends = np.searchsorted(keys, (block[~left] + 1) * span)
        counts[~left] += ends - np.searchsorted(keys, (block * span + ranks)[~left], side="right")
        width *= 2
    counts[missing] = 0.0
    return counts / np.maximum(position, 1)
