# taxonomy: CRC/Index-Based Lookup
# style: ordinary
import numpy as np


def solution(input_data):
    events, stations, radius = input_data["events"], input_data["stations"], input_data["radius"]
    order = np.argsort(events[:, 0])
    x, y = events[order, 0], events[order, 1]
    first = np.searchsorted(x, stations[:, 0] - radius, side="left").tolist()
    last = np.searchsorted(x, stations[:, 0] + radius, side="right").tolist()
    counts = np.zeros(len(stations), dtype=np.int64)
    for i, (start, stop) in enumerate(zip(first, last)):
        if stop > start:
            dx = x[start:stop] - stations[i, 0]
            dy = y[start:stop] - stations[i, 1]
            counts[i] = np.count_nonzero(dx * dx + dy * dy <= radius[i] * radius[i])
    return counts
