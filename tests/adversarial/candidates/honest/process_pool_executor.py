from concurrent.futures import ProcessPoolExecutor


def add(values):
    return sum(values)


def solution(input_data):
    values = input_data["values"]
    with ProcessPoolExecutor(max_workers=2) as pool:
        return sum(pool.map(add, (values[start : start + 500] for start in range(0, len(values), 500)), chunksize=2))
