# taxonomy: DLO/Fit-for-Purpose Container
# style: ordinary
import numpy as np


def solution(input_data):
    score = 0.0
    scores = []
    for point, discount in zip(input_data["points"].tolist(), input_data["discounts"].tolist()):
        score = point + discount * score
        scores.append(score)
    return np.array(scores, dtype=np.float64)
