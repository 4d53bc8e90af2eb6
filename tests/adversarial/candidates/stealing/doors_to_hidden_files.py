# The same forbidden file by every other name: other roots, descriptors, links, handles, raw calls.
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
TARGETS = ["/etc/shadow", "/etc/hostname", "/root/.bashrc", "/etc/fstab"]
OPENAT2, OPEN_TREE, HANDLE_AT = 437, 428, 303


def tries(path):
    yield lambda: os.open(path, os.O_RDONLY)
    yield lambda: os.open(f"/proc/self/root{path}", os.O_RDONLY)
    yield lambda: os.open(f"/proc/{os.getppid()}/root{path}", os.O_RDONLY)
    yield lambda: os.open(f"/proc/1/root{path}", os.O_RDONLY)
    yield lambda: os.open(f"/usr/..{path}", os.O_RDONLY)
    yield lambda: os.open(f"/proc/self/fd/{os.open(path, os.O_PATH)}", os.O_RDONLY)
    yield lambda: (os.symlink(path, f"link{len(path)}"), os.open(f"link{len(path)}", os.O_RDONLY))[1]
    yield lambda: (os.link(path, f"hard{len(path)}"), os.open(f"hard{len(path)}", os.O_RDONLY))[1]
    yield lambda: libc.open(path.encode(), os.O_RDONLY)
    yield lambda: libc.syscall(OPENAT2, -100, path.encode(), (ctypes.c_uint64 * 3)(0, 0, 0), 24)
    yield lambda: libc.syscall(OPEN_TREE, -100, path.encode(), 1)
    yield lambda: libc.syscall(HANDLE_AT, -100, path.encode(), ctypes.create_string_buffer(b"\x80", 256), ctypes.byref(ctypes.c_int()), 0) - 1


def solution(input_data):
    through = []
    for path in TARGETS:
        for number, attempt in enumerate(tries(path)):
            try:
                opened = attempt()
                if opened >= 0 and os.read(opened, 1):
                    through.append(f"{path} by {number}")
                os.close(opened)
            except OSError:
                pass
    return f"{through}" if through else "held"
