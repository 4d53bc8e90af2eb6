from concurrent.futures import ThreadPoolExecutor


def solution(input_data):
    pool = ThreadPoolExecutor(4)
    values = input_data["values"]
    return sum(pool.map(lambda start: sum(values[start::4]), range(4)))
