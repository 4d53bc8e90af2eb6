# taxonomy: OSM/Interpreted Sufficiency
# style: naive
import numpy as np


def solution(input_data):
    values, window = input_data["values"], input_data["window"]
    count = max(len(values) - window + 1, 0)
    result = np.full(count, np.nan)
    for i in range(count):
        part = values[i : i + window]
        if not np.isnan(part).any():
            result[i] = np.median(np.abs(part - np.median(part)))
    return result
