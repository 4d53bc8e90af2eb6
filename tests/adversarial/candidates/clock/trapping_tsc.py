import ctypes

libc = ctypes.CDLL(None, use_errno=True)
PR_GET_TSC, PR_SET_TSC, ENABLE, SIGSEGV = 25, 26, 1, 2


def solution(input_data):
    libc.prctl(PR_SET_TSC, SIGSEGV, 0, 0, 0)
    mode = ctypes.c_int()
    libc.prctl(PR_GET_TSC, ctypes.byref(mode), 0, 0, 0)
    libc.prctl(PR_SET_TSC, ENABLE, 0, 0, 0)
    return "held" if mode.value == ENABLE else "rdtsc traps"
