import torch


@torch.jit.script
def twice(x: torch.Tensor) -> torch.Tensor:
    return 2.0 * x.sum(dim=1, keepdim=True)


def solution(input_data):
    x = input_data.double()
    slope = torch.func.vmap(torch.func.grad(lambda row: row.sum() ** 2))(x)
    assert torch.allclose(twice(x).expand_as(x), slope)
    return slope
