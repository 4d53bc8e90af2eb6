# taxonomy: DLO/Fit-for-Purpose Container
# style: ordinary
from bisect import bisect_left, insort

import numpy as np


def solution(input_data):
    values, window = input_data["values"].tolist(), input_data["window"]
    half, even = window // 2, window % 2 == 0
    ordered = []
    missing = 0
    result = []
    for i, value in enumerate(values):
        if i >= window:
            old = values[i - window]
            if old == old:
                del ordered[bisect_left(ordered, old)]
            else:
                missing -= 1
        if value == value:
            insort(ordered, value)
        else:
            missing += 1
        if i < window - 1:
            continue
        if missing:
            result.append(float("nan"))
            continue
        centre = (ordered[half - 1] + ordered[half]) / 2 if even else ordered[half]
        distances = sorted([abs(x - centre) for x in ordered])
        result.append((distances[half - 1] + distances[half]) / 2 if even else distances[half])
    return np.array(result, dtype=np.float64)
