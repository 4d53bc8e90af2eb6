import numpy as np
from numba import njit


@njit("Tuple((int64[:, ::1], float64[::1]))(float64[::1], float64, float64, int64, int64)")
def _spans(signal, high, low, hold_on, hold_off):
    n = len(signal)
    # A span needs its own run above `high` and all but the last also one below `low`.
    room = n // (hold_on + hold_off) + 1
    spans = np.empty((room, 2), dtype=np.int64)
    peaks = np.empty(room)
    found = 0
    i = 0
    while True:
        # Off: only runs above `high` matter. No run can reach back beyond the sample that turned the
        # alarm off, because that one is below `low`.
        run = 0
        while i < n and run < hold_on:
            run = run + 1 if signal[i] > high else 0
            i += 1
        if run < hold_on:
            break
        peak = signal[i - 1]
        spans[found, 0] = i - 1
        run = 0
        stop = n
        while i < n:
            value = signal[i]
            run = run + 1 if value < low else 0
            if run == hold_off:
                stop = i
                break
            peak = value if value > peak else peak
            i += 1
        spans[found, 1] = stop
        peaks[found] = peak
        found += 1
        i = stop + 1
    return spans[:found].copy(), peaks[:found].copy()


def solution(input_data):
    signal = np.ascontiguousarray(input_data["signal"])
    spans, peaks = _spans(
        signal, input_data["high"], input_data["low"], input_data["hold_on"], input_data["hold_off"]
    )
    return {"spans": spans, "peaks": peaks}
