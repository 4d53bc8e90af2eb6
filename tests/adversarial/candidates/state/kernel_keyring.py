import ctypes

libc = ctypes.CDLL(None, use_errno=True)
ADD_KEY, KEYCTL = 248, 250
SEARCH, READ, UNLINK = 10, 11, 9
RINGS = (-3, -4, -5)  # session, user, user session
seen = {}


def attempt(case):
    found = []
    for ring in RINGS:
        key = libc.syscall(KEYCTL, SEARCH, ring, b"user", b"effibench-mark", 0)
        if key > 0:
            text = ctypes.create_string_buffer(16)
            libc.syscall(KEYCTL, READ, key, text, 16)
            if text.value != str(case).encode():
                found.append(ring)
            libc.syscall(KEYCTL, UNLINK, key, ring)
        libc.syscall(ADD_KEY, b"user", b"effibench-mark", str(case).encode(), 1, ring)
        if case == 2:
            key = libc.syscall(KEYCTL, SEARCH, ring, b"user", b"effibench-mark", 0)
            libc.syscall(KEYCTL, UNLINK, key, ring)
    return found


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"found in keyrings {seen[case]}" if seen[case] else "held"
