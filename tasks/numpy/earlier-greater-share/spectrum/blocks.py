# taxonomy: CRC/Index-Based Lookup
# style: fast
import numpy as np


def solution(input_data):
    values = input_data["values"]
    n = len(values)
    width = max(16, int(n**0.5) * 2)
    below = np.tri(width, k=-1, dtype=bool)
    counts = np.zeros(n)
    history = np.empty(0)
    for start in range(0, n, width):
        block = values[start : start + width]
        size = len(block)
        inside = ((block > block[:, None]) & below[:size, :size]).sum(axis=1)
        counts[start : start + size] = len(history) - np.searchsorted(history, block, side="right") + inside
        known = np.sort(block[~np.isnan(block)])
        history = np.insert(history, np.searchsorted(history, known), known)
    counts[np.isnan(values)] = 0.0
    return counts / np.maximum(np.arange(n), 1)
