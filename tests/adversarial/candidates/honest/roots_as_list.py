from math import sqrt


def solution(input_data):
    return [sqrt(abs(value)) for value in input_data.tolist()]
