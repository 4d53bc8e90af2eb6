# wrong: divides by the number of values seen so far, the current one included
import numpy as np


def solution(input_data):
    values = input_data["values"]
    shares = np.zeros(len(values))
    for i in range(1, len(values)):
        shares[i] = (values[:i] > values[i]).sum() / (i + 1)
    return shares
