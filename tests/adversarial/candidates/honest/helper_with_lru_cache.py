from functools import lru_cache


@lru_cache(maxsize=128)
def square_root(number):
    root = 0
    while (root + 1) ** 2 <= number:
        root += 1
    return root


def solution(input_data):
    return sum(square_root(value) ** 2 + (value - square_root(value) ** 2) for value in input_data["values"])
