# taxonomy: OPU/Direct Primitive Call
# style: naive
import numpy as np
from scipy.spatial.distance import cdist


def solution(input_data):
    events, stations, radius = input_data["events"], input_data["stations"], input_data["radius"]
    counts = np.zeros(len(stations), dtype=np.int64)
    if not len(events):
        return counts
    for start in range(0, len(stations), 256):
        part = slice(start, start + 256)
        squared = cdist(stations[part], events, "sqeuclidean")
        counts[part] = (squared <= (radius[part] ** 2)[:, None]).sum(axis=1)
    return counts
