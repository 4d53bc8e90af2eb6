import ctypes
import os
import signal

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
FLAGS = {"parent": 0x8000, "user": 0x10000000, "pid": 0x20000000, "mount": 0x20000, "net": 0x40000000, "ipc": 0x8000000}


def solution(input_data):
    made = []
    for name, flag in FLAGS.items():
        pid = libc.syscall(*map(ctypes.c_long, (56, flag | signal.SIGCHLD, 0, 0, 0, 0)))
        if pid == 0:
            os._exit(0)
        if pid > 0:
            made.append(name)
    return f"made {made}" if made else "held"
