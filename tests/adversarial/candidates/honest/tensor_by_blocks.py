import torch

torch.manual_seed(0)


def solution(input_data):
    torch.rand(3)
    out = torch.empty(len(input_data), len(input_data))
    for start in range(0, len(input_data), 64):
        torch.mm(input_data[start : start + 64], input_data.t(), out=out[start : start + 64])
    return out
