import numpy


def solution(input_data):
    return numpy.full(len(input_data["values"]), numpy.nan)
