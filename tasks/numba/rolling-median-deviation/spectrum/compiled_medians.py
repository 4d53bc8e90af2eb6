# taxonomy: OSM/Minimal-Path Execution
# style: ordinary
import numpy as np
from numba import njit


@njit("float64[::1](float64[::1], int64)")
def _rolling(values, window):
    count = max(len(values) - window + 1, 0)
    result = np.empty(count)
    for i in range(count):
        part = values[i : i + window].copy()
        if np.isnan(part).any():
            result[i] = np.nan
        else:
            result[i] = np.median(np.abs(part - np.median(part)))
    return result


def solution(input_data):
    return _rolling(np.ascontiguousarray(input_data["values"]), input_data["window"])
