import os

# Signal 0 reaches nobody and needs the same rights.
TARGETS = [os.getppid(), 0, -1, 1, *range(2, 1000)]


def solution(input_data):
    reached = []
    for target in TARGETS:
        if target == os.getpid():
            continue
        try:
            os.kill(target, 0)
            reached.append(target)
        except OSError:
            pass
    return f"reached {reached}" if reached else "held"
