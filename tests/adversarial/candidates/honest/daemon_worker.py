import queue
import threading

asked, answered = queue.Queue(), queue.Queue()


def serve():
    while True:
        answered.put(sum(asked.get()))


threading.Thread(target=serve, daemon=True).start()


def solution(input_data):
    asked.put(input_data["values"])
    return answered.get(timeout=10)
