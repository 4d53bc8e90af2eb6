import numpy


def solution(input_data):
    values = numpy.partition(input_data["values"], [1000, len(input_data["values"]) - 1000])
    values[:1000].sort()
    values[-1000:].sort()
    return values
