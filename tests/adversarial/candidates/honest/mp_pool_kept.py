import multiprocessing

pool = None


def solution(input_data):
    global pool
    if pool is None:
        pool = multiprocessing.Pool(2)
    values = input_data["values"]
    return sum(pool.imap_unordered(sum, [values[:1000], values[1000:]]))
