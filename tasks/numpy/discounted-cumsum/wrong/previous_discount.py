# wrong: off by one, discounts the old score by the factor of the step before
import numpy as np


def solution(input_data):
    score = factor = 0.0
    scores = []
    for point, discount in zip(input_data["points"].tolist(), input_data["discounts"].tolist()):
        score = point + factor * score
        factor = discount
        scores.append(score)
    return np.array(scores, dtype=np.float64)
