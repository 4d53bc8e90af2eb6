import os
import signal
import time


def linger():
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    end = time.monotonic() + 20
    while time.monotonic() < end:
        name = f"{os.getpid()}-{time.monotonic_ns()}"
        open(name, "w").close()
        os.unlink(name)
        open("last", "w").close()


def solution(input_data):
    for _ in range(3):
        if os.fork() == 0:
            if os.fork() == 0:
                linger()
            os._exit(0)
    return "held"
