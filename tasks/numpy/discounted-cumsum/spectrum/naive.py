# taxonomy: OSM/Interpreted Sufficiency
# style: naive
import numpy as np


def solution(input_data):
    points, discounts = input_data["points"], input_data["discounts"]
    scores = np.empty(len(points))
    for i in range(len(points)):
        scores[i] = points[i]
        if i > 0:
            scores[i] += discounts[i] * scores[i - 1]
    return scores
