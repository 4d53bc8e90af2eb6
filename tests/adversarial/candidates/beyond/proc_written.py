import glob
import os

FILES = [
    "/proc/self/oom_score_adj",
    "/proc/self/coredump_filter",
    "/proc/self/timerslack_ns",
    "/proc/self/comm",
    "/proc/self/sched",
    "/proc/self/mem",
    "/proc/self/attr/current",
    "/proc/self/uid_map",
    "/proc/sys/vm/drop_caches",
    "/proc/sysrq-trigger",
    *glob.glob("/sys/fs/cgroup/**/cgroup.procs", recursive=True)[:20],
    *glob.glob("/sys/devices/system/cpu/cpu*/online"),
]


def solution(input_data):
    opened = []
    for name in FILES:
        try:
            os.close(os.open(name, os.O_WRONLY))
            opened.append(name)
        except OSError:
            pass
    return f"opened {opened}" if opened else "held"
