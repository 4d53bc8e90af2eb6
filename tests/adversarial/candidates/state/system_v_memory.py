import ctypes

libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
KEY, CREATE, REMOVE = 0x0EFF1, 0o1000, 0
seen = {}


def attempt(case):
    number = libc.shmget(KEY, 4096, CREATE | 0o666)
    if number < 0:
        return 0
    address = libc.shmat(number, None, 0)
    if address in (None, ctypes.c_void_p(-1).value):
        return 0
    cell = ctypes.c_int.from_address(address)
    before, cell.value = cell.value, case + 1
    if case == 2:
        libc.shmctl(number, REMOVE, None)
    return before if before != case + 1 else 0


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"segment says {seen[case]}" if seen[case] else "held"
