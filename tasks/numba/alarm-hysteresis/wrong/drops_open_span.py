# wrong: forgets a span that is still open at the end, and skips NaN samples instead of ending the run
import numpy as np


def solution(input_data):
    high, low = input_data["high"], input_data["low"]
    above = below = 0
    start = None
    peak = 0.0
    spans, peaks = [], []
    for i, value in enumerate(input_data["signal"].tolist()):
        if value != value:
            continue
        above = above + 1 if value > high else 0
        below = below + 1 if value < low else 0
        if start is None and above >= input_data["hold_on"]:
            start, peak = i, value
        elif start is not None and below >= input_data["hold_off"]:
            spans.append((start, i))
            peaks.append(peak)
            start = None
        elif start is not None:
            peak = max(peak, value)
    return {
        "spans": np.array(spans, dtype=np.int64).reshape(-1, 2),
        "peaks": np.array(peaks, dtype=np.float64),
    }
