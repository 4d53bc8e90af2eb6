import signal


def raising(number, frame):
    raise TimeoutError("in somebody else's code")


signal.signal(signal.SIGALRM, raising)


def solution(input_data):
    signal.setitimer(signal.ITIMER_REAL, 1e-4, 1e-4)
    return sum(input_data["values"])
