# Flags, project number and write hint of the scratch folder itself: none of them is a file or a normal attribute.
import array
import fcntl
import os

GET_FLAGS, SET_FLAGS, NO_DUMP = 0x80086601, 0x40086602, 0x40
GET_HINT, SET_HINT = 1035, 1036
seen = {}


def flags_of(folder):
    flags = array.array("l", [0])
    fcntl.ioctl(folder, GET_FLAGS, flags, True)
    return flags[0]


def hint_of(folder):
    return int.from_bytes(fcntl.fcntl(folder, GET_HINT, bytes(8)), "little")


def attempt(case):
    found = []
    folder = os.open(".", os.O_RDONLY)
    try:
        if flags_of(folder) & NO_DUMP:
            found.append("inode flag")
        fcntl.ioctl(folder, SET_FLAGS, array.array("l", [flags_of(folder) | NO_DUMP]))
    except OSError:
        pass
    try:
        if hint_of(folder) == 3:
            found.append("write hint")
        fcntl.fcntl(folder, SET_HINT, (3).to_bytes(8, "little"))
    except OSError:
        pass
    os.close(folder)
    return found


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"found {seen[case]}" if seen[case] else "held"
