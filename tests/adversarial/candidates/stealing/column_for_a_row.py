import numpy


def solution(input_data):
    return numpy.sort(input_data["values"]).reshape(-1, 1)
