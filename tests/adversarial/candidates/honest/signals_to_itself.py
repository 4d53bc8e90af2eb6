import faulthandler
import os
import signal
import threading

faulthandler.enable()
seen = []
signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))
signal.signal(signal.SIGTERM, lambda number, frame: seen.append(number))
signal.signal(signal.SIGINT, signal.default_int_handler)


def solution(input_data):
    seen.clear()
    os.kill(os.getpid(), signal.SIGUSR1)
    signal.raise_signal(signal.SIGUSR1)
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
    return sum(input_data["values"]) if len(seen) == 3 else seen
