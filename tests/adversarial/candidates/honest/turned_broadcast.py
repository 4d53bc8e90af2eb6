import numpy as np


def solution(input_data):
    view = input_data.view()
    view.flags.writeable = False
    out = np.einsum("ij->ji", view)
    return np.broadcast_to(out, out.shape)
