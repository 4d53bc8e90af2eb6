import numpy as np


def solution(input_data):
    rows, columns = input_data.shape
    work = input_data.copy()
    work *= 2.0
    np.divide(work, 2.0, out=work)
    flat = work.ravel(order="F")
    flat.shape = (columns, rows)
    return flat
