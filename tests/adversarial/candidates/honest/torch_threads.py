import torch

torch.set_num_threads(2)


@torch.no_grad()
def solution(input_data):
    x = input_data.to(torch.float64)
    total = (x @ torch.ones(x.shape[1], 1, dtype=torch.float64)).mul_(2.0)
    return total.expand_as(x)
