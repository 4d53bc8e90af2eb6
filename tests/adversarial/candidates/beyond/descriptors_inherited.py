import os
import sys

frame = sys._getframe()
while frame is not None and "result_fd" not in frame.f_locals:
    frame = frame.f_back
known = {0, 1, 2, 3, frame.f_locals["result_fd"] if frame else -1}
surplus = {}
for fd in set(range(4096)) - known:
    try:
        os.fstat(fd)
        surplus[fd] = os.readlink(f"/proc/self/fd/{fd}") if os.access("/proc/self/fd", os.R_OK) else "?"
    except OSError:
        pass
if not os.get_inheritable(3) and os.fstat(0).st_rdev != os.makedev(1, 3):
    surplus[0] = "stdin is not /dev/null"


def solution(input_data):
    return f"found {surplus}" if surplus else "held"
