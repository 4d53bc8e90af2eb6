# taxonomy: DLO/Fit-for-Purpose Container
# style: ordinary
from bisect import bisect_right, insort

import numpy as np


def solution(input_data):
    history = []
    shares = np.zeros(len(input_data["values"]))
    for i, value in enumerate(input_data["values"].tolist()):
        if value == value:
            if i:
                shares[i] = (len(history) - bisect_right(history, value)) / i
            insort(history, value)
    return shares
