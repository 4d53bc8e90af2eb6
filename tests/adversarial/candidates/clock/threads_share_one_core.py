from concurrent.futures import ThreadPoolExecutor

import numpy


def solution(input_data):
    parts = numpy.array_split(input_data["values"], 16)
    with ThreadPoolExecutor(16) as pool:
        done = list(pool.map(numpy.sort, parts))
    return numpy.sort(numpy.concatenate(done), kind="stable")
