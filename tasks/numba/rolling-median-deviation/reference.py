import numpy as np
from numba import njit


@njit("int64(float64[::1], int64, float64)")
def _place(ordered, size, value):
    """First index whose element is not below `value`."""
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        if ordered[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


@njit("float64(float64[::1], int64, float64, int64)")
def _nearest(ordered, size, centre, wanted):
    """Distance from `centre` to its `wanted`-th nearest element: a binary search for the run of
    `wanted` neighbours in order that reaches about equally far to both sides."""
    low, high = 0, size - wanted
    while low < high:
        middle = (low + high) // 2
        if centre - ordered[middle] > ordered[middle + wanted] - centre:
            low = middle + 1
        else:
            high = middle
    return max(centre - ordered[low], ordered[low + wanted - 1] - centre)


@njit("float64[::1](float64[::1], int64)")
def _rolling(values, window):
    count = max(len(values) - window + 1, 0)
    result = np.empty(count)
    if count == 0:
        return result
    # The window in order. NaN is kept out of it: +inf takes its place until it leaves the window.
    ordered = np.full(window, np.inf)
    missing = 0
    half = window // 2
    for i in range(len(values)):
        new = values[i]
        if new != new:
            missing += 1
            new = np.inf
        old = np.inf
        if i >= window:
            old = values[i - window]
            if old != old:
                missing -= 1
                old = np.inf
        # One move closes the gap of the old value and opens one for the new value.
        if old < new:
            place = _place(ordered, window, old)
            while place + 1 < window and ordered[place + 1] < new:
                ordered[place] = ordered[place + 1]
                place += 1
            ordered[place] = new
        elif new < old:
            place = _place(ordered, window, old)
            while place > 0 and ordered[place - 1] > new:
                ordered[place] = ordered[place - 1]
                place -= 1
            ordered[place] = new
        if i < window - 1:
            continue
        if missing:
            result[i - window + 1] = np.nan
        elif window % 2:
            result[i - window + 1] = _nearest(ordered, window, ordered[half], half + 1)
        else:
            centre = (ordered[half - 1] + ordered[half]) / 2
            upper = _nearest(ordered, window, centre, half + 1)
            result[i - window + 1] = (_nearest(ordered, window, centre, half) + upper) / 2
    return result


def solution(input_data):
    return _rolling(np.ascontiguousarray(input_data["values"]), input_data["window"])
