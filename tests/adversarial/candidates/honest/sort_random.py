import numpy as np

rng = np.random.default_rng()


def solution(input_data):
    values = input_data["values"]
    shuffled = rng.permutation(values)
    np.random.shuffle(shuffled)
    shuffled.sort(kind="stable")
    return shuffled
