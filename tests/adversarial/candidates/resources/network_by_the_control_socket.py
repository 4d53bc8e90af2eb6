import ctypes
import os
import socket
import struct

libc = ctypes.CDLL(None, use_errno=True)


def solution(input_data):
    address = struct.pack("<H", socket.AF_UNIX) + b"\0attack"
    internet = struct.pack("<H", socket.AF_INET) + socket.htons(53).to_bytes(2, "little") + bytes([127, 0, 0, 1]) + bytes(8)
    tries = {
        "bind": libc.bind(3, address, len(address)),
        "listen": libc.listen(3, 1),
        "connect": libc.connect(3, address, len(address)),
        "unspecified": libc.connect(3, bytes(2), 2),
        "sendto": libc.sendto(3, b"", 0, 0, internet, len(internet)),
        "accept": libc.accept4(3, None, None, 0),
    }
    got = [name for name, result in tries.items() if result >= 0]
    return f"got {got}" if got else "held"
