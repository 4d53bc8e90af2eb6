# taxonomy: DLO/Fit-for-Purpose Container
# style: ordinary
import numpy as np


def solution(input_data):
    high, low = input_data["high"], input_data["low"]
    hold_on, hold_off = input_data["hold_on"], input_data["hold_off"]
    samples = input_data["signal"].tolist()
    run = 0
    on = False
    peak = 0.0
    edges, peaks = [], []
    for i, value in enumerate(samples):
        if not on:
            run = run + 1 if value > high else 0
            if run == hold_on:
                on, run, peak = True, 0, value
                edges.append(i)
            continue
        run = run + 1 if value < low else 0
        if run == hold_off:
            on, run = False, 0
            edges.append(i)
            peaks.append(peak)
        elif value > peak:
            peak = value
    if on:
        edges.append(len(samples))
        peaks.append(peak)
    return {
        "spans": np.array(edges, dtype=np.int64).reshape(-1, 2),
        "peaks": np.array(peaks, dtype=np.float64),
    }
