# What a process can change about itself must not come back in the next one.
import os
import resource
import signal

seen = {}
before = None


def look():
    return (
        os.getpriority(os.PRIO_PROCESS, 0),
        len(os.sched_getaffinity(0)),
        os.umask(0o077),
        signal.getitimer(signal.ITIMER_REAL)[0] > 0,
        signal.getsignal(signal.SIGUSR1),
        resource.getrlimit(resource.RLIMIT_NOFILE)[0],
        open("/proc/self/comm").read(),
        open("/proc/self/oom_score_adj").read(),
        open("/proc/self/timerslack_ns").read(),
    )


def attempt(case):
    found = []
    names = ("nice", "affinity", "umask", "timer", "handler", "limit", "name", "oom score", "timer slack")
    now = look()
    marks = [now[0] == 7, now[3], now[4] == signal.SIG_IGN, now[5] == 99, "mark" in now[6], now[7] == "777\n"]
    marks += [now[8] == "1234567\n", now[2] == 0o123]
    if any(marks):
        found = [f"{name}={value}" for name, value in zip(names, now)]
    for mark in (
        lambda: os.nice(7),
        lambda: signal.setitimer(signal.ITIMER_REAL, 1000),
        lambda: signal.signal(signal.SIGUSR1, signal.SIG_IGN),
        lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (99, resource.getrlimit(resource.RLIMIT_NOFILE)[1])),
        lambda: open("/proc/self/comm", "w").write("mark"),
        lambda: open("/proc/self/oom_score_adj", "w").write("777"),
        lambda: open("/proc/self/timerslack_ns", "w").write("1234567"),
        lambda: os.umask(0o123),
    ):
        try:
            mark()
        except (OSError, ValueError):
            pass
    return found


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"found {seen[case]}" if seen[case] else "held"
