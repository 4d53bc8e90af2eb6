# wrong: takes a single middle element for even windows
import numpy as np


def solution(input_data):
    values, window = input_data["values"], input_data["window"]
    if len(values) < window:
        return np.empty(0)
    windows = np.lib.stride_tricks.sliding_window_view(values, window)
    medians = np.sort(windows, axis=1)[:, window // 2]
    result = np.sort(np.abs(windows - medians[:, None]), axis=1)[:, window // 2]
    result[np.isnan(windows).any(axis=1)] = np.nan
    return result
