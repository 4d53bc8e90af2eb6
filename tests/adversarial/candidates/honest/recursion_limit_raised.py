import sys

sys.setrecursionlimit(100_000)


def add(values, index=0):
    if index == len(values):
        return 0
    return values[index] + add(values, index + 1)


def solution(input_data):
    return add(input_data["values"])
