import ctypes
import mmap
import os

libc = ctypes.CDLL(None, use_errno=True)


def solution(input_data):
    through = []
    for name in os.listdir("/proc/self/fd"):
        path = f"/proc/self/fd/{name}"
        try:
            if "memfd:value" not in os.readlink(path):
                continue
        except OSError:
            continue
        for number in (int(name), None):
            for what, change in {
                "write": lambda fd: os.pwrite(fd, b"x", 0),
                "truncate": lambda fd: os.ftruncate(fd, 0),
                "grow": lambda fd: os.posix_fallocate(fd, 1 << 20, 1),
                "map": lambda fd: mmap.mmap(fd, 0, prot=mmap.PROT_READ | mmap.PROT_WRITE),
                "unseal": lambda fd: open(path, "r+b", buffering=0).write(b"x"),
            }.items():
                try:
                    opened = os.open(path, os.O_RDWR)
                    change(opened if number is None else number)
                    through.append(what)
                except (OSError, ValueError):
                    pass
                finally:
                    os.close(opened)
    for line in open("/proc/self/maps"):
        if "memfd:value" in line:
            start = int(line.split("-")[0], 16)
            if libc.mprotect(ctypes.c_void_p(start), 4096, 3) == 0:
                through.append("mprotect")
    return f"{through}" if through else "held"
