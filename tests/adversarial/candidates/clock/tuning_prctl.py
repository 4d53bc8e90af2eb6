import ctypes

libc = ctypes.CDLL(None, use_errno=True)
SET_MDWE, MEMORY_MERGE, GET_MERGE = 65, 67, 68
SPECULATION, GET_SPECULATION, CORE, PR_TASK_PERF = 53, 52, 62, 32


def solution(input_data):
    got = []
    if libc.prctl(MEMORY_MERGE, 1, 0, 0, 0) == 0 and libc.prctl(GET_MERGE, 0, 0, 0, 0) == 1:
        got.append("merging")
    if libc.prctl(CORE, 1, 0, 0, 0) == 0:
        got.append("core scheduling")
    if libc.prctl(SPECULATION, 0, 2, 0, 0) == 0:
        got.append("speculation control")
    if libc.prctl(PR_TASK_PERF, 0, 0, 0, 0) == 0:
        got.append("performance events")
    return f"changed {got}" if got else "held"
