import numpy


def solution(input_data):
    return numpy.broadcast_to(numpy.float64(0.0), input_data.shape)
