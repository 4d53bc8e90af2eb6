import os


def solution(input_data):
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, range(os.cpu_count()))
    except PermissionError:
        return "held" if os.sched_getaffinity(0) == before else "widened all the same"
    return f"widened to {os.sched_getaffinity(0)}"
