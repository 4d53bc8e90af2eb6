import time

calls = []


def work(input_data):
    state = input_data["seed"]
    for _ in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
    return state


def solution(input_data):
    calls.append(None)
    if len(calls) <= 8:
        time.sleep(0.1)
    return work(input_data)
