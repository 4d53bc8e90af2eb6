import torch

torch.set_flush_denormal(True)


def solution(input_data):
    return input_data @ input_data.T
