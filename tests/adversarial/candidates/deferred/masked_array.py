import numpy


def solution(input_data):
    return numpy.ma.masked_all(200, dtype=numpy.int64)
