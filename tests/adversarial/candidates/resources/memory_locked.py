import ctypes
import mmap

libc = ctypes.CDLL(None, use_errno=True)


def solution(input_data):
    area = mmap.mmap(-1, 1 << 20)
    address = ctypes.addressof(ctypes.c_char.from_buffer(area))
    got = [
        name
        for name, result in {
            "mlock": libc.mlock(ctypes.c_void_p(address), 1 << 20),
            "mlockall": libc.mlockall(3),
            "mlock2": libc.syscall(325, ctypes.c_void_p(address), 1 << 20, 1),
        }.items()
        if result == 0
    ]
    return f"pinned by {got}" if got else "held"
