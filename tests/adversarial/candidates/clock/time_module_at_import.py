import time
import timeit


def frozen():
    return 0


time.perf_counter = time.perf_counter_ns = time.monotonic = time.monotonic_ns = time.time = time.time_ns = frozen
time.process_time = time.process_time_ns = time.thread_time = time.thread_time_ns = frozen
timeit.default_timer = frozen


def solution(input_data):
    state = input_data["seed"]
    for _ in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
    return state
