import ctypes

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p


def solution(input_data):
    assert libc.mmap(None, ctypes.c_size_t(2 << 30), 0, 0x22, -1, 0) != 2**64 - 1
    return sum(input_data["values"])
