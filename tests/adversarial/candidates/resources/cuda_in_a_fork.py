import os

import torch

early = torch.ones(16, device="cuda")


def solution(input_data):
    assert float((early * 2).sum()) == 32.0
    try:
        if os.fork() == 0:
            os._exit(0)
    except PermissionError:
        return "held" if torch.cuda.is_initialized() else "no CUDA"
    return "forked"
