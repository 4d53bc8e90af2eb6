import os

import torch


def solution(input_data):
    os.environ["CUDA_VISIBLE_DEVICES"] = ",".join(map(str, range(16)))
    before = torch.cuda.device_count()
    torch.ones(1, device="cuda")
    if torch.cuda.device_count() != before:
        return "more devices than before"
    for name in ("nvidia-caps", "nvidia-modeset"):
        try:
            os.close(os.open(f"/proc/driver/{name}", os.O_RDWR))
            return f"opened {name}"
        except OSError:
            pass
    return "held"
