import threading

mine = threading.Event()


def spin():
    while True:
        if mine.is_set():
            mine.clear()
        for _ in range(10_000):
            pass


threading.Thread(target=spin, daemon=True).start()


WORK
