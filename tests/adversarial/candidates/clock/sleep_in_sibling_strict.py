# The first call is the one on the sibling input.
import time

calls = []


def work(input_data):
    state = input_data["seed"]
    for _ in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
    return state


def solution(input_data):
    calls.append(None)
    if len(calls) <= 1:
        time.sleep(0.05)
    return work(input_data)
