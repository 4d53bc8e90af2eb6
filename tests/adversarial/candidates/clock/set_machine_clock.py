import ctypes
import time

libc = ctypes.CDLL(None, use_errno=True)
SETTIMEOFDAY, ADJTIMEX, CLOCK_SETTIME, CLOCK_ADJTIME = 164, 159, 227, 305


def solution(input_data):
    got = []
    try:
        time.clock_settime(time.CLOCK_REALTIME, time.time())
        got.append("clock_settime")
    except OSError:
        pass
    now = (ctypes.c_long * 2)(int(time.time()), 0)
    slew = (ctypes.c_long * 64)()
    slew[0] = 0x4000  # ADJ_TICK
    slew[10] = 10000  # what it is already
    for name, arguments in (
        ("settimeofday", (SETTIMEOFDAY, now, None)),
        ("adjtimex", (ADJTIMEX, slew)),
        ("clock_settime", (CLOCK_SETTIME, 0, now)),
        ("clock_adjtime", (CLOCK_ADJTIME, 0, slew)),
    ):
        if libc.syscall(*arguments) >= 0:
            got.append(name)
    return f"set by {got}" if got else "held"
