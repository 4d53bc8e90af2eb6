# wrong: takes each value's deviation from the median of the window that ends there
import numpy as np


def solution(input_data):
    values, window = input_data["values"], input_data["window"]
    count = max(len(values) - window + 1, 0)
    deviations = np.array(
        [abs(value - np.median(values[max(0, i - window + 1) : i + 1])) for i, value in enumerate(values)]
    )
    return np.array([np.median(deviations[i : i + window]) for i in range(count)], dtype=np.float64)
