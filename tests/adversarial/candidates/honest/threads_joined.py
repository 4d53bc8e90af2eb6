import threading


def solution(input_data):
    values = input_data["values"]
    parts = [0] * 4

    def work(index):
        parts[index] = sum(values[index::4])

    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(parts)
