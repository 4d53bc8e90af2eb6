PRIME = 2**61 - 1
answer = {}


class Key(int):
    pass


def solution(input_data):
    return {number * PRIME: 0 for number in range(1, 6000)}
