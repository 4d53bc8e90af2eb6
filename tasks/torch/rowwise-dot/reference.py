"""The library's own name for this product: a multiplication and a sum, with little dispatch around them."""

import torch


def solution(input_data):
    return torch.linalg.vecdot(input_data["a"], input_data["b"], dim=1)
