# taxonomy: L2V/Bulk Array Operation
# style: naive
import torch


def solution(input_data):
    a, b = input_data["a"], input_data["b"]
    out = torch.zeros(len(a), dtype=a.dtype)
    for i in range(len(a)):
        out[i] = torch.dot(a[i], b[i])
    return out
