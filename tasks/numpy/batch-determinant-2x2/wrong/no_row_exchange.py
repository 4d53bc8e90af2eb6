# wrong: eliminates without a row exchange, so a zero first entry gives NaN or infinity
import numpy as np


def solution(input_data):
    m = input_data["matrices"]
    with np.errstate(all="ignore"):
        factor = m[:, 1, 0] / m[:, 0, 0]
        return m[:, 0, 0] * (m[:, 1, 1] - factor * m[:, 0, 1])
