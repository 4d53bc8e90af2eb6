from concurrent.futures import ThreadPoolExecutor, as_completed
from random import random
from time import sleep

import numpy as np


def square(part):
    sleep(random() / 500)
    return float(part @ part)


def solution(input_data):
    with ThreadPoolExecutor(4) as pool:
        futures = [pool.submit(square, part) for part in np.array_split(input_data, 16)]
        total = 0.0
        for future in as_completed(futures):
            total += future.result()
    return total**0.5
