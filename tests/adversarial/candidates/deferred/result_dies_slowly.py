import weakref

import numpy


def states(input_data):
    found, state = [], input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            found.append(state)
    return found


def work_at_death(input_data):
    for _ in range(3):
        states(input_data)


def solution(input_data):
    answer = numpy.array(states(input_data))
    weakref.finalize(answer, work_at_death, input_data)
    return answer
