from concurrent.futures import ThreadPoolExecutor, wait


def solution(input_data):
    values = input_data["values"]
    pool = ThreadPoolExecutor(max_workers=3)
    futures = [pool.submit(sum, values[index::3]) for index in range(3)]
    wait(futures)
    total = sum(future.result() for future in futures)
    pool.shutdown()
    return total
