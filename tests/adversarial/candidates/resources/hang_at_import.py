import threading

threading.Event().wait()


def solution(input_data):
    return sum(input_data["values"])
