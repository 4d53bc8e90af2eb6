import threading
import time


def solution(input_data):
    threading.Thread(target=time.sleep, args=(0.005,)).start()
    return sum(input_data["values"])
