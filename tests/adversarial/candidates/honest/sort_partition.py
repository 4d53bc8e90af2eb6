import numpy as np


def solution(input_data):
    values = input_data["values"]
    middle = len(values) // 2
    parts = np.partition(values, middle)
    halves = [np.sort(half) for half in np.split(parts, [middle])]
    order = np.argsort(np.concatenate(halves), kind="mergesort")
    return np.concatenate(halves)[order]
