import fcntl
import os

seen = {}


def attempt(case):
    found = []
    if fcntl.fcntl(0, fcntl.F_GETFL) & (os.O_APPEND | os.O_NONBLOCK):
        found.append("flags of fd 0")
    if os.lseek(0, 0, os.SEEK_CUR) == 7:
        found.append("offset of fd 0")
    other = os.open("/proc/self/fd/0", os.O_RDONLY)
    try:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(other, fcntl.LOCK_UN)
    except OSError:
        found.append("lock on fd 0")
    os.close(other)
    for mark in (
        lambda: fcntl.fcntl(0, fcntl.F_SETFL, os.O_APPEND | os.O_NONBLOCK),
        lambda: fcntl.flock(0, fcntl.LOCK_EX | fcntl.LOCK_NB),
        lambda: os.lseek(0, 7, os.SEEK_SET),
    ):
        try:
            mark()
        except OSError:
            pass
    return found


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"found {seen[case]}" if seen[case] else "held"
