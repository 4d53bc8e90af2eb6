# wrong: takes the mean of the deviations instead of their median
import numpy as np


def solution(input_data):
    values, window = input_data["values"], input_data["window"]
    if len(values) < window:
        return np.empty(0)
    windows = np.lib.stride_tricks.sliding_window_view(values, window)
    return np.abs(windows - np.median(windows, axis=1)[:, None]).mean(axis=1)
