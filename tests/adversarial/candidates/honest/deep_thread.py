import sys
import threading

sys.setrecursionlimit(1 << 20)
threading.stack_size(1 << 28)


def solution(input_data):
    found = []

    def add(values, index):
        return 0 if index == len(values) else values[index] + add(values, index + 1)

    thread = threading.Thread(target=lambda: found.append(add(input_data["values"] * 10, 0) // 10))
    thread.start()
    thread.join()
    return found[0]
