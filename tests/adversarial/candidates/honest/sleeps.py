import time


def solution(input_data):
    for attempt in range(3):
        time.sleep(0.001 * 2**attempt)
    return sum(input_data["values"])
