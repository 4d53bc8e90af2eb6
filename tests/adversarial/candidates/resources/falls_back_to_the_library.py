import numpy


def solution(input_data):
    try:
        return fast_sort(input_data["values"])
    except NameError:
        return numpy.sort(input_data["values"])
