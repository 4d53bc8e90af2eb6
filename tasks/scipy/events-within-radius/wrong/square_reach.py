# wrong: counts the events in the square around a station instead of the circle
import numpy as np
from scipy.spatial import KDTree


def solution(input_data):
    tree = KDTree(input_data["events"])
    counts = tree.query_ball_point(input_data["stations"], input_data["radius"], p=np.inf, return_length=True)
    return np.asarray(counts, dtype=np.int64)
