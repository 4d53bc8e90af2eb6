# wrong: lets samples equal to a threshold count for a run
import numpy as np


def solution(input_data):
    signal, high, low = input_data["signal"], input_data["high"], input_data["low"]
    above = below = 0
    start = None
    spans, peaks = [], []
    for i in range(len(signal)):
        above = above + 1 if signal[i] >= high else 0
        below = below + 1 if signal[i] <= low else 0
        if start is None and above >= input_data["hold_on"]:
            start = i
        elif start is not None and below >= input_data["hold_off"]:
            spans.append((start, i))
            peaks.append(np.nanmax(signal[start:i]))
            start = None
    if start is not None:
        spans.append((start, len(signal)))
        peaks.append(np.nanmax(signal[start:]))
    return {
        "spans": np.array(spans, dtype=np.int64).reshape(-1, 2),
        "peaks": np.array(peaks, dtype=np.float64),
    }
