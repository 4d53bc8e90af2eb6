import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def solution(input_data):
    parameters = ctypes.create_string_buffer(120)
    fd = libc.syscall(425, 4, parameters)
    if fd < 0:
        fd = libc.syscall(427, 0, 0, None, 0) if ctypes.get_errno() == 22 else -1
    return "a ring" if fd >= 0 else "held"
