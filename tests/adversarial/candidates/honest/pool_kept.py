from concurrent.futures import ThreadPoolExecutor, as_completed

POOL = ThreadPoolExecutor(4, thread_name_prefix="adder")


def solution(input_data):
    values = input_data["values"]
    futures = [POOL.submit(sum, values[start : start + 200]) for start in range(0, len(values), 200)]
    return sum(future.result() for future in as_completed(futures))
