# taxonomy: OPU/Direct Primitive Call
# style: ordinary
import torch


def solution(input_data):
    a, b = input_data["a"], input_data["b"]
    # Blocks of rows, because all products at once need n * n numbers.
    size = 256
    blocks = [(x @ y.T).diagonal() for x, y in zip(a.split(size), b.split(size))]
    return torch.cat(blocks)
