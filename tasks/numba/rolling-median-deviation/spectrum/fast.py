# taxonomy: DLO/In-Place / View Reuse
# style: fast
import numpy as np
from numba import njit


@njit("int64(float64[::1], int64, float64)")
def _insert(ordered, size, value):
    place = size
    while place > 0 and ordered[place - 1] > value:
        ordered[place] = ordered[place - 1]
        place -= 1
    ordered[place] = value
    return size + 1


@njit("int64(float64[::1], int64, float64)")
def _remove(ordered, size, value):
    place = 0
    while ordered[place] != value:
        place += 1
    for i in range(place, size - 1):
        ordered[i] = ordered[i + 1]
    return size - 1


@njit("float64(float64[::1], int64, float64)")
def _median_distance(ordered, window, centre):
    # Merge the two sides outwards from the centre until the middle distances are reached.
    half = window // 2
    left, right = half - 1, half
    before = current = 0.0
    for _ in range(half + 1):
        before = current
        if right == window or (left >= 0 and centre - ordered[left] <= ordered[right] - centre):
            current = centre - ordered[left]
            left -= 1
        else:
            current = ordered[right] - centre
            right += 1
    return current if window % 2 else (before + current) / 2


@njit("float64[::1](float64[::1], int64)")
def _rolling(values, window):
    result = np.full(max(len(values) - window + 1, 0), np.nan)
    ordered = np.empty(window + 1)
    size = 0
    half = window // 2
    for i in range(len(values)):
        if not np.isnan(values[i]):
            size = _insert(ordered, size, values[i])
        if i >= window and not np.isnan(values[i - window]):
            size = _remove(ordered, size, values[i - window])
        if i >= window - 1 and size == window:
            centre = ordered[half] if window % 2 else (ordered[half - 1] + ordered[half]) / 2
            result[i - window + 1] = _median_distance(ordered, window, centre)
    return result


def solution(input_data):
    return _rolling(np.ascontiguousarray(input_data["values"]), input_data["window"])
