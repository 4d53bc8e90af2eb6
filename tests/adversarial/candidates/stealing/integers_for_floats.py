import numpy


def solution(input_data):
    return numpy.sort((input_data["values"] * 1000).astype(numpy.int64))
