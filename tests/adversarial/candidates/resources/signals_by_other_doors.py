import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def solution(input_data):
    parent = os.getppid()
    information = (ctypes.c_int * 32)(0, 0, -1)
    inner, outer = os.pipe()
    tries = {
        "pidfd_open": libc.syscall(434, parent, 0),
        "rt_sigqueueinfo": libc.syscall(129, parent, 0, information),
        "tgkill": libc.syscall(234, parent, parent, 0),
        "tkill": libc.syscall(200, parent, 0),
        "rt_tgsigqueueinfo": libc.syscall(297, parent, parent, 0, information),
        "F_SETOWN": libc.fcntl(inner, 8, parent),
        "FIOSETOWN": libc.ioctl(inner, 0x8901, ctypes.byref(ctypes.c_int(parent))),
        "SIOCSPGRP": libc.ioctl(3, 0x8902, ctypes.byref(ctypes.c_int(parent))),
    }
    got = [name for name, result in tries.items() if result >= 0]
    return f"got {got}" if got else "held"
