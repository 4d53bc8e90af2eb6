import os

for name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "POLARS_MAX", "RAYON"):
    os.environ[f"{name}_NUM_THREADS"] = os.environ[f"{name}_THREADS"] = "16"

import torch

torch.set_num_threads(16)


def solution(input_data):
    torch.set_num_threads(8)
    return input_data @ input_data.T
