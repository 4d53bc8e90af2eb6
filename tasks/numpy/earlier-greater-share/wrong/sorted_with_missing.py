# wrong: keeps NaN in the sorted history, which breaks the binary search for later values
from bisect import bisect_right, insort

import numpy as np


def solution(input_data):
    history = []
    shares = np.zeros(len(input_data["values"]))
    for i, value in enumerate(input_data["values"].tolist()):
        if i:
            shares[i] = (i - bisect_right(history, value)) / i
        insort(history, value)
    return shares
