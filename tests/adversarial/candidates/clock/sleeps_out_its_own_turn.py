import threading
import time

last = [time.monotonic()]


def disturb():
    while True:
        if 0.002 < time.monotonic() - last[0] < 0.030:
            for _ in range(20_000):
                pass
        else:
            time.sleep(0.001)


threading.Thread(target=disturb, daemon=True).start()


def work(input_data):
    state = input_data["seed"]
    for _ in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
    return state


def solution(input_data):
    last[0] = time.monotonic() + 1.0
    result = work(input_data)
    last[0] = time.monotonic()
    return result
