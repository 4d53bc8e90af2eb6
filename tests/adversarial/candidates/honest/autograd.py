import torch


def solution(input_data):
    x = input_data.detach().double().clone().requires_grad_(True)
    (x.sum(dim=1) ** 2).sum().backward()
    return x.grad.detach()
