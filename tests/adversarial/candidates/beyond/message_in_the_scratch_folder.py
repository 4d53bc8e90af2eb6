import array
import fcntl
import os
import sys


def bits(folder):
    flags = array.array("l", [0])
    try:
        fcntl.ioctl(folder, 0x80086601, flags)
    except OSError:
        pass
    return flags[0] & (0x40 | 0x80)


def solution(input_data):
    folder = os.open(".", os.O_RDONLY)
    found = []
    if getattr(sys, "marked_by", None) != input_data["case"]:
        facts = os.stat(".")
        found += ["attribute"] if "user.message" in (os.listxattr(".") or []) else []
        found += ["mode"] if facts.st_mode & 0o7077 else []
        found += ["time"] if facts.st_mtime == 5 else []
        found += ["entry"] if os.listdir(".") else []
        found += ["flags"] if bits(folder) else []
    for attempt in (
        lambda: os.setxattr(".", "user.message", b"x" * 100),
        lambda: fcntl.ioctl(folder, 0x40086602, array.array("l", [0x40 | 0x80])),
        lambda: fcntl.ioctl(folder, 0x40086602, array.array("l", [0x40])),
        lambda: open("entry", "w").close(),
        lambda: os.chmod(".", 0o3777),
        lambda: os.utime(".", (5, 5)),
    ):
        try:
            attempt()
        except OSError:
            pass
    sys.marked_by = input_data["case"]
    return f"found {found}" if found else "held"
