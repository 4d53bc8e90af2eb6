import threading


def solution(input_data):
    watchdog = threading.Timer(60.0, print, ["too slow"])
    watchdog.daemon = True
    watchdog.start()
    try:
        return sum(input_data["values"])
    finally:
        watchdog.cancel()
