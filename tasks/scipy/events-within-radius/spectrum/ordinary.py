# taxonomy: CRC/Purpose-Built Index
# style: ordinary
import numpy as np
from scipy.spatial import KDTree


def solution(input_data):
    tree = KDTree(input_data["events"])
    counts = np.zeros(len(input_data["stations"]), dtype=np.int64)
    for i, (station, reach) in enumerate(zip(input_data["stations"], input_data["radius"])):
        counts[i] = len(tree.query_ball_point(station, reach))
    return counts
