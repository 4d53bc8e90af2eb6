# taxonomy: DLO/Fit-for-Purpose Container
# style: ordinary
import numpy as np


def solution(input_data):
    flat = input_data["matrices"].reshape(-1).tolist()
    entries = zip(flat[0::4], flat[1::4], flat[2::4], flat[3::4])
    return np.array([a * d - b * c for a, b, c, d in entries], dtype=np.float64)
