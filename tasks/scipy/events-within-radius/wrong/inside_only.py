# wrong: leaves out events that lie exactly on the rim
import numpy as np


def solution(input_data):
    events, radius = input_data["events"], input_data["radius"]
    counts = [
        np.count_nonzero(((events - station) ** 2).sum(axis=1) < reach**2)
        for station, reach in zip(input_data["stations"], radius)
    ]
    return np.array(counts, dtype=np.int64)
