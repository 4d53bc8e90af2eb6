# taxonomy: L2V/Shape Broadcasting
# style: ordinary
import numpy as np


def solution(input_data):
    values, window = input_data["values"], input_data["window"]
    if len(values) < window:
        return np.empty(0)
    windows = np.lib.stride_tricks.sliding_window_view(values, window)
    medians = np.median(windows, axis=1)
    return np.median(np.abs(windows - medians[:, None]), axis=1)
