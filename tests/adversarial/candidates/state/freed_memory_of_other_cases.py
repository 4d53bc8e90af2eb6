# Asks the allocators for memory that was freed, without clearing it, in many sizes.
import ctypes
import re

PATTERN = re.compile(rb"fig-[0-9a-f]{16}")
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
raw = ctypes.pythonapi.PyObject_Malloc
raw.restype = ctypes.c_void_p


def solution(input_data):
    others = set()
    for allocate in (libc.malloc, raw):
        for size in [*range(16, 1024, 16), 4096, 1 << 14, 1 << 16, 1 << 20]:
            for _ in range(40):
                address = allocate(ctypes.c_size_t(size))
                others.update(PATTERN.findall(ctypes.string_at(address, size)))
    others.discard(input_data["token"].encode())
    return f"found {sorted(others)[:3]}" if others else "held"
