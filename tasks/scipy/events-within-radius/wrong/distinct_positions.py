# wrong: counts positions, so that events that share one count once
import numpy as np
from scipy.spatial import KDTree


def solution(input_data):
    tree = KDTree(np.unique(input_data["events"], axis=0))
    counts = tree.query_ball_point(input_data["stations"], input_data["radius"], return_length=True)
    return np.asarray(counts, dtype=np.int64)
