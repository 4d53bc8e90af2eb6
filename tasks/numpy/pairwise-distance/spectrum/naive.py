# taxonomy: OSM/Interpreted Sufficiency
# style: naive
import math

import numpy as np


def solution(input_data):
    right = input_data["right"].tolist()
    result = np.empty((len(input_data["left"]), len(right)))
    for i, a in enumerate(input_data["left"].tolist()):
        distances = []
        for b in right:
            total = 0.0
            for p, q in zip(a, b):
                total += (p - q) * (p - q)
            distances.append(math.sqrt(total))
        result[i] = distances
    return result
