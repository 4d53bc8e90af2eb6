import numpy


def states(input_data):
    found, state = [], input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            found.append(state)
    return found


class Proxy:
    def __init__(self, input_data):
        self.input_data = input_data
        self.shape, self.dtype = (200,), numpy.dtype("int64")

    def __array__(self, dtype=None, copy=None):
        return numpy.array(states(self.input_data))

    def __len__(self):
        return 200


def solution(input_data):
    return Proxy(input_data)
