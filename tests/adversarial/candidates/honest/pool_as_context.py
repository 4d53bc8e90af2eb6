from concurrent.futures import ThreadPoolExecutor


def solution(input_data):
    values = input_data["values"]
    with ThreadPoolExecutor(max_workers=8) as pool:
        return sum(pool.map(sum, [values[start : start + 100] for start in range(0, len(values), 100)]))
