from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch


def solution(input_data):
    array = input_data.numpy().astype(np.float64)
    with ThreadPoolExecutor(2) as pool:
        parts = pool.map(lambda part: 2 * part.sum(axis=1, keepdims=True) * np.ones_like(part), np.array_split(array, 2))
        return torch.from_numpy(np.concatenate(list(parts)))
