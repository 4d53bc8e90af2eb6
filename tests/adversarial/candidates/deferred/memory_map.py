import os
import threading

import numpy


def states(input_data):
    found, state = [], input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            found.append(state)
    return found


def solution(input_data):
    path = os.path.join(os.environ["TMPDIR"], "answer")
    answer = numpy.memmap(path, dtype=numpy.int64, mode="w+", shape=200)
    threading.Thread(target=lambda: answer.__setitem__(slice(None), states(input_data)), daemon=True).start()
    return answer
