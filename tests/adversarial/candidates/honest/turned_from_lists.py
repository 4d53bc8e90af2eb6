import numpy as np


def solution(input_data):
    high = input_data.astype(np.float32)
    low = (input_data - high).tolist()
    columns = [list(column) for column in zip(*low)]
    return high.T.astype(np.float64) + np.array(columns)
