# taxonomy: L2V/Bulk Array Operation
# style: naive
import torch


def solution(input_data):
    a, b = input_data["a"], input_data["b"]
    out = []
    for left, right in zip(a.tolist(), b.tolist()):
        total = 0.0
        for x, y in zip(left, right):
            total += x * y
        out.append(total)
    return torch.tensor(out, dtype=a.dtype)
