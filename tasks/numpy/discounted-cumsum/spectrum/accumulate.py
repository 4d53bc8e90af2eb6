# taxonomy: OPU/Lightweight API Path
# style: ordinary
from itertools import accumulate

import numpy as np


def solution(input_data):
    pairs = zip(input_data["points"].tolist(), input_data["discounts"].tolist())
    scores = accumulate(pairs, lambda score, pair: pair[0] + pair[1] * score, initial=0.0)
    return np.fromiter(scores, dtype=np.float64, count=len(input_data["points"]) + 1)[1:]
