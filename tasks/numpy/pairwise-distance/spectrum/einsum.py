# taxonomy: OPU/Direct Primitive Call
# style: ordinary
import numpy as np


def solution(input_data):
    difference = input_data["left"][:, None, :] - input_data["right"]
    return np.sqrt(np.einsum("ijk,ijk->ij", difference, difference))
