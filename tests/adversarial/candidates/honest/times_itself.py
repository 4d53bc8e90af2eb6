import time
import timeit


def solution(input_data):
    began, cpu = time.perf_counter(), time.process_time()
    best = min(timeit.repeat(lambda: sum(input_data["values"]), number=2, repeat=3))
    total = sum(input_data["values"])
    while time.perf_counter() - began < 0.004:
        best = min(best, timeit.timeit(lambda: sum(input_data["values"]), number=1))
    assert best >= 0 and time.process_time() >= cpu and time.monotonic_ns() > 0 and time.time() > 1e9
    return total
