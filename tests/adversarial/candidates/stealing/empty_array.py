import numpy


def solution(input_data):
    return numpy.empty(0)
