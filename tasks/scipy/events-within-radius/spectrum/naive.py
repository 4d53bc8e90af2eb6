# taxonomy: L2V/Bulk Array Operation
# style: naive
import numpy as np


def solution(input_data):
    x, y = input_data["events"].T
    counts = []
    for (station_x, station_y), reach in zip(input_data["stations"], input_data["radius"]):
        squared = (x - station_x) ** 2 + (y - station_y) ** 2
        counts.append(np.count_nonzero(squared <= reach**2))
    return np.array(counts, dtype=np.int64)
