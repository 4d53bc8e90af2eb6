from concurrent.futures import ThreadPoolExecutor
from heapq import merge

import numpy as np


def solution(input_data):
    values = input_data["values"]
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(np.sort, np.array_split(values, 2)))
    return np.fromiter(merge(*parts), dtype=values.dtype, count=len(values))
