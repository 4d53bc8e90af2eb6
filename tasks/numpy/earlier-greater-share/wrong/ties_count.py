# wrong: counts earlier values that are greater or equal
import numpy as np


def solution(input_data):
    values = input_data["values"]
    shares = np.zeros(len(values))
    for i in range(1, len(values)):
        shares[i] = (values[:i] >= values[i]).mean()
    return shares
