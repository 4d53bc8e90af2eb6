import torch


def solution(input_data):
    return torch.full((input_data.shape[0],) * 2, float("inf"))
