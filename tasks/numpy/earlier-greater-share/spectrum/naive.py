# taxonomy: L2V/Bulk Array Operation
# style: naive
import numpy as np


def solution(input_data):
    values = input_data["values"]
    shares = np.zeros(len(values))
    for i in range(1, len(values)):
        shares[i] = (values[:i] > values[i]).sum() / i
    return shares
