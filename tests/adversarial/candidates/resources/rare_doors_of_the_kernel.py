import ctypes

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
attributes = ctypes.create_string_buffer(128)
attributes[4] = 128
ZERO = ctypes.c_void_p(0)
DOORS = {
    "userfaultfd": (323, 1),
    "perf_event_open": (298, attributes, 0, -1, -1, 0),
    "bpf": (321, 0, attributes, 72),
    "keyctl": (250, 0, ctypes.c_long(-3), 0),
    "add_key": (248, b"user", b"attack", b"x", 1, ctypes.c_long(-2)),
    "shmget": (29, 0, 4096, 0o1600),
    "semget": (64, 0, 1, 0o1600),
    "msgget": (68, 0, 0o1600),
    "mq_open": (240, b"attack", 0o102, 0o600, ZERO),
    "unshare": (272, 0x400),
    "memfd_secret": (447, 0),
    "inotify": (294, 0),
    "fanotify": (300, 0, 0),
    "personality": (135, 0x0040000),
    "name_to_handle_at": (303, -100, b"/", attributes, ctypes.byref(ctypes.c_int()), 0),
}


def solution(input_data):
    got = [name for name, call in DOORS.items() if libc.syscall(*call) >= 0]
    return f"got {got}" if got else "held"
