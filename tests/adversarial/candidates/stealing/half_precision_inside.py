import numpy


def solution(input_data):
    return numpy.sort(input_data["values"].astype(numpy.float16)).astype(numpy.float64)
