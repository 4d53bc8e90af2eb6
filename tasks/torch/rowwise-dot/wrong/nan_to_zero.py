# wrong: lets NaN and products of zero and infinity count for nothing
import torch


def solution(input_data):
    return torch.nansum(input_data["a"] * input_data["b"], dim=1)
