"""Limits, CPUs, priority, privileges: what was given up stays so."""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import struct
import termios

from attempt import Facts, Row, call, syscall

LIMITS = ("AS", "CORE", "CPU", "DATA", "FSIZE", "MEMLOCK", "MSGQUEUE", "NICE", "NOFILE", "RTPRIO", "STACK")
PRCTLS = {
    "PR_SET_PDEATHSIG": (1, 0),
    "PR_SET_DUMPABLE": (4, 1),
    "PR_SET_TSC": (26, 1),
    "PR_SET_SECUREBITS": (28, 0),
    "PR_TASK_PERF_EVENTS_DISABLE": (31, 0),
    "PR_SET_CHILD_SUBREAPER": (36, 1),
    "PR_SET_PTRACER": (0x59616D61, -1),
}
# These need arguments that only some machines accept; past the filter they fail for another reason.
PRCTLS_OTHERWISE = {
    "PR_SET_SPECULATION_CTRL": (53, 99),
    "PR_SET_SYSCALL_USER_DISPATCH": (59, 99),
    "PR_SCHED_CORE": (62, 99),
}
SETFCAP = 31


def set_limit(name: str, more: int = 0) -> None:
    """The soft limit up to the hard one needs no right but for the call itself; one more needs CAP_SYS_RESOURCE."""
    number = getattr(resource, f"RLIMIT_{name}")
    hard = resource.getrlimit(number)[1] + more
    wanted = ctypes.create_string_buffer(struct.pack("qq", hard, hard))
    syscall("prlimit64", 0, number, wanted, None)


def limit_of_another(facts: Facts) -> None:
    syscall("prlimit64", os.getppid(), resource.RLIMIT_CORE, ctypes.create_string_buffer(16), None)


def old_setrlimit(facts: Facts) -> None:
    limits = ctypes.create_string_buffer(struct.pack("qq", *resource.getrlimit(resource.RLIMIT_CORE)))
    syscall("setrlimit", resource.RLIMIT_CORE, limits)


def widen_affinity(facts: Facts) -> None:
    os.sched_setaffinity(0, range(os.cpu_count() or 1))


def affinity_of_another(facts: Facts) -> None:
    os.sched_setaffinity(os.getppid(), os.sched_getaffinity(os.getppid()))


def regain_capabilities(facts: Facts) -> None:
    header = ctypes.create_string_buffer(struct.pack("Ii", 0x20080522, 0))
    data = ctypes.create_string_buffer(struct.pack("6I", *[1 << SETFCAP] * 2, 0, 0, 0, 0))
    syscall("capset", header, data)


def type_into_terminal(facts: Facts) -> None:
    fcntl.ioctl(0, termios.TIOCSTI, b"x")


def realtime(facts: Facts) -> None:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))


def batch(facts: Facts) -> None:
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def many_descriptors(facts: Facts) -> None:
    taken: list[int] = []
    try:
        for _ in range(300):
            taken.append(os.dup(0))
    finally:
        for descriptor in taken:
            os.close(descriptor)


def become(user: int) -> None:
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def lock_memory(facts: Facts) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mlockall(1) != 0:
        raise OSError(ctypes.get_errno(), "mlockall")


TABLE = [
    *(Row(f"set RLIMIT_{name}", lambda facts, name=name: set_limit(name)) for name in LIMITS),
    Row("raise a hard limit", lambda facts: set_limit("CORE", 1), outside="root in a container may lack the right, too"),
    Row("limit of another", limit_of_another),
    Row("setrlimit", old_setrlimit),
    Row("widen the affinity", widen_affinity),
    Row("affinity of another", affinity_of_another),
    Row("realtime scheduling", realtime),
    Row("batch scheduling", batch),
    call("sched_setattr", 0, struct.pack("IIQiIQQQ", 48, 0, 0, 0, 0, 0, 0, 0), 0),
    call("sched_setparam", 0, bytes(4)),
    Row("priority", lambda facts: os.setpriority(os.PRIO_PROCESS, 0, -20)),
    Row("less priority", lambda facts: os.nice(1)),
    call("ioprio_set", 1, 0, (2 << 13) | 7),
    call("set_mempolicy", 0, None, 0),
    call("set_mempolicy_home_node", 1, 0, 0, 0, outside=("EINVAL", "ENOSYS")),
    call("mbind", 0, 0, 0, None, 0, 0, outside=("through", "EFAULT", "EINVAL", "ENOSYS")),
    call("migrate_pages", 0, 0, None, None, outside=("through", "EINVAL", "EFAULT", "ENOSYS")),
    call("move_pages", 0, 0, None, None, None, 0, outside=("through", "ENOSYS")),
    *(
        Row(f"prctl {name}", lambda facts, words=words: syscall("prctl", *words, 0, 0, 0))
        for name, words in PRCTLS.items()
        if name != "PR_SET_PTRACER"
    ),
    Row(
        "prctl PR_SET_PTRACER",
        lambda facts: syscall("prctl", *PRCTLS["PR_SET_PTRACER"], 0, 0, 0),
        outside=("through", "EINVAL"),  # EINVAL: without Yama
    ),
    *(
        Row(
            f"prctl {name}",
            lambda facts, words=words: syscall("prctl", *words, 0, 0, 0),
            outside=("EINVAL", "ENODEV", "ENOSYS"),
        )
        for name, words in PRCTLS_OTHERWISE.items()
    ),
    Row("prctl PR_SET_MM", lambda facts: syscall("prctl", 35, 99, 0, 0, 0), outside="root in a container may lack the right, too"),
    Row("capabilities", regain_capabilities),
    Row("ambient capability", lambda facts: syscall("prctl", 47, 2, SETFCAP, 0, 0), outside=("EPERM",)),
    Row(
        "new privileges", lambda facts: syscall("prctl", 38, 0, 0, 0, 0), ("EINVAL",), "the kernel knows no way back"
    ),
    Row("user 0", lambda facts: become(0), ("EPERM", "EINVAL"), needs=("separate_user", "ordinary_user")),
    Row("another user", lambda facts: become(12345), ("EPERM", "EINVAL")),
    Row("groups", lambda facts: os.setgroups([0])),
    Row("type into a terminal", type_into_terminal, outside=("ENOTTY", "EPERM", "EIO")),
    Row("descriptors beyond the limit", many_descriptors, ("EMFILE",)),
    Row("lock memory", lock_memory, ("EPERM", "ENOMEM")),
]  # fmt: skip
