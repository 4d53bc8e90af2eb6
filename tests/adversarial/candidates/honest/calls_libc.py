import ctypes
import ctypes.util

libc = ctypes.CDLL(ctypes.util.find_library("c") or None, use_errno=True)
COMPARE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_long), ctypes.POINTER(ctypes.c_long))


class Pair(ctypes.Structure):
    _fields_ = [("first", ctypes.c_int64), ("second", ctypes.c_int64)]


def solution(input_data):
    values = input_data["values"]
    numbers = (ctypes.c_long * len(values))(*values)
    libc.qsort(numbers, len(values), ctypes.sizeof(ctypes.c_long), COMPARE(lambda a, b: a[0] - b[0]))
    assert list(numbers) == sorted(values) and libc.abs(-3) == 3
    text = ctypes.create_string_buffer(b"hello")
    pair = Pair(libc.strlen(text), sum(numbers))
    return pair.second + pair.first - 5
