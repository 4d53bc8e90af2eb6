import functools


@functools.lru_cache(maxsize=None)
def remembered(seed, count):
    state = seed
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
    return state


def solution(input_data):
    return remembered(input_data["seed"], input_data["count"])
