# taxonomy: CRC/Pass Fusion / Early Exit
# style: fast
import numpy as np
from numba import njit


@njit
def _scan(signal, high, low, hold_on, hold_off, edges, peaks):
    above = below = count = 0
    on = False
    for i in range(len(signal)):
        value = signal[i]
        above = above + 1 if value > high else 0
        below = below + 1 if value < low else 0
        if on:
            if below >= hold_off:
                edges[count] = i
                count += 1
                on = False
            elif value > peaks[count // 2]:
                peaks[count // 2] = value
        elif above >= hold_on:
            edges[count] = i
            peaks[count // 2] = value
            count += 1
            on = True
    if on:
        edges[count] = len(signal)
        count += 1
    return count


def solution(input_data):
    signal = np.ascontiguousarray(input_data["signal"])
    edges = np.empty(len(signal) + 2, dtype=np.int64)
    peaks = np.empty(len(signal) // 2 + 1)
    limits = (input_data["high"], input_data["low"], input_data["hold_on"], input_data["hold_off"])
    count = _scan(signal, *limits, edges, peaks)
    return {"spans": edges[:count].reshape(-1, 2).copy(), "peaks": peaks[: count // 2].copy()}
