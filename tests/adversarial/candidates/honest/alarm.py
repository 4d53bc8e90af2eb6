import signal


class TooSlow(Exception):
    pass


def ring(number, frame):
    raise TooSlow


def solution(input_data):
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 30.0)
    try:
        return sum(input_data["values"])
    except TooSlow:
        return -1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
