# taxonomy: OPU/Direct Primitive Call
# style: fast
import numpy as np
from scipy.spatial import KDTree


def solution(input_data):
    tree = KDTree(input_data["events"])
    counts = tree.query_ball_point(input_data["stations"], input_data["radius"], return_length=True)
    return np.asarray(counts, dtype=np.int64)
