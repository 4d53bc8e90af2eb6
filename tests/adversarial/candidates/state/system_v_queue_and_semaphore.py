import ctypes

libc = ctypes.CDLL(None, use_errno=True)
KEY, CREATE, REMOVE, GETVAL, SETVAL, NOWAIT = 0x0EFF2, 0o1000, 0, 12, 16, 0o4000
seen = {}


class Message(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_long), ("text", ctypes.c_char * 8)]


def attempt(case):
    found = []
    queue = libc.msgget(KEY, CREATE | 0o666)
    if queue >= 0:
        message = Message()
        if libc.msgrcv(queue, ctypes.byref(message), 8, 0, NOWAIT) >= 0:
            found.append(f"message {message.text}")
        libc.msgsnd(queue, ctypes.byref(Message(1, str(case).encode())), 8, NOWAIT)
    semaphores = libc.semget(KEY, 1, CREATE | 0o666)
    if semaphores >= 0:
        value = libc.semctl(semaphores, 0, GETVAL)
        if value > 0:
            found.append(f"semaphore {value}")
        libc.semctl(semaphores, 0, SETVAL, case + 1)
    if case == 2:
        libc.msgctl(queue, REMOVE, None)
        libc.semctl(semaphores, 0, REMOVE)
    return found


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"found {seen[case]}" if seen[case] else "held"
