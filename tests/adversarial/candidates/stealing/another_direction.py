import numpy


def solution(input_data):
    centred = input_data - input_data.mean(axis=0)
    return numpy.linalg.svd(centred, full_matrices=False)[2][1]
