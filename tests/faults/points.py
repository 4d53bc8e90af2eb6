"""What can fail: the C library's functions that the harness calls, with errors that are real for each."""

from __future__ import annotations

from errno import (
    EACCES,
    EAGAIN,
    EDQUOT,
    EINTR,
    EINVAL,
    EIO,
    EMFILE,
    ENFILE,
    ENOBUFS,
    ENOLCK,
    ENOMEM,
    ENOSPC,
    ENOSYS,
    EPERM,
    ETOOMANYREFS,
)
from typing import NamedTuple

OPENING = (EMFILE, ENFILE, ENOMEM)
WRITING = (ENOSPC, EIO)
FUNCTIONS: dict[str, tuple[int, ...]] = {
    "open": OPENING,
    "open64": OPENING,
    "openat": OPENING,
    "memfd_create": OPENING,
    "ftruncate": (ENOMEM, EIO),
    "ftruncate64": (ENOMEM, EIO),
    "fstat": (ENOMEM, EIO),
    "fstat64": (ENOMEM, EIO),
    "lstat": (ENOMEM, EIO),
    "lseek64": (EIO,),
    "read": (EIO, ENOMEM),
    "write": WRITING,
    "pread": (EIO, ENOMEM),
    "pread64": (EIO, ENOMEM),
    "pwrite": WRITING,
    "sendfile": (ENOSPC, ENOMEM, EIO),
    "sendfile64": (ENOSPC, ENOMEM, EIO),
    "fcntl": (EMFILE, ENOMEM, EPERM),
    "fcntl64": (EMFILE, ENOMEM, EPERM),
    "dup2": (EMFILE,),
    "dup3": (EMFILE,),
    "flock": (ENOLCK,),
    "mkdir": (ENOSPC, EDQUOT),
    "rename": (EIO, ENOSPC),
    "renameat": (EIO, ENOSPC),
    "rmdir": (EIO,),
    "unlinkat": (EIO,),
    "chown": (EPERM, EDQUOT),
    "chmod": (EPERM, EIO),
    "fchmod": (EPERM, EIO),
    "mount": (ENOMEM, EPERM),
    "pipe2": (EMFILE, ENFILE),
    "eventfd": (EMFILE, ENOMEM),
    "signalfd": (EMFILE, ENOMEM),
    "fdopendir": (ENOMEM,),
    "opendir": OPENING,
    "mmap": (ENOMEM,),
    "mmap64": (ENOMEM,),
    "socketpair": (EMFILE, ENFILE, ENOBUFS),
    "sendmsg": (ENOMEM, ENOBUFS, ETOOMANYREFS),
    "recvmsg": (ENOMEM,),
    "send": (ENOMEM, ENOBUFS),
    "recv": (ENOMEM,),
    "poll": (ENOMEM,),
    "ppoll": (ENOMEM,),
    "fork": (EAGAIN, ENOMEM),
    "prctl": (EPERM, EINVAL),
    "execve": (ENOMEM, EACCES),
    "setsid": (EPERM,),
    "chdir": (EACCES, ENOMEM),
    "kill": (EPERM,),
    "wait4": (EINTR,),
    "waitid": (EINTR,),
    "waitpid": (EINTR,),
    "sched_setaffinity": (EINVAL, EPERM),
    "sched_getaffinity": (EINVAL,),
    "getpriority": (EPERM,),
    "setpriority": (EACCES, EPERM),
    "getrlimit": (EPERM,),
    "setrlimit": (EPERM,),
    "setgroups": (EPERM, ENOMEM),
    "setresuid": (EAGAIN, EPERM),
    "setresgid": (EAGAIN, EPERM),
    "posix_spawn": (EAGAIN, ENOMEM),
    "pthread_create": (EAGAIN,),
    "clone": (EAGAIN, ENOMEM, EPERM),
    "pidfd_open": (EMFILE, ENFILE),
    "close_range": (ENOMEM, ENOSYS),
    "landlock_create_ruleset": (EMFILE, ENOMEM),
    "landlock_add_rule": (ENOMEM,),
    "landlock_restrict_self": (ENOMEM,),
    "seccomp": (ENOMEM, EINVAL),
    "capset": (EPERM,),
    "capget": (EPERM,),
}
ROLES = (
    "host",
    "launcher",
    "program",
    "zygote",
    "fork",
    "probe",
    "generator",
    "judge",
    "reference",
    "candidate",
    "canary",
)


def chosen(count: int, at_most: int) -> list[int]:
    """Which of `count` calls to let fail: all, or the first half of `at_most` and the rest spread over the others."""
    if count <= at_most:
        return list(range(1, count + 1))
    early = at_most // 2
    late = at_most - early
    spread = [early + round((count - early) * step / late) for step in range(1, late + 1)]
    return [*range(1, early + 1), *dict.fromkeys(spread)]


class Place(NamedTuple):
    """What is tried in one role of one scenario.

    Attributes:
        at_most: calls of each function.
        functions: those that are known to be called there; any others that are called are tried together.
    """

    at_most: int
    functions: str

    def names(self) -> list[str]:
        return self.functions.split()


_SET_UP = (
    "open read write fcntl dup2 dup3 prctl chdir sched_setaffinity getpriority setpriority getrlimit setrlimit "
    "close_range landlock_restrict_self seccomp capset capget sendmsg recvmsg"
)
_FILES = "open open64 openat memfd_create ftruncate ftruncate64 fstat fstat64 lseek64 read pread64 pwrite sendfile64"
_MESSAGES = "socketpair sendmsg recvmsg recv poll ppoll"
_FORKING = (
    "openat lstat mkdir rename unlinkat rmdir fdopendir sendmsg recvmsg poll fork kill wait4 waitid waitpid "
    "pidfd_open"
)
PLACES: dict[tuple[str, str], Place] = {
    # All is known, a judge waits.
    ("call", "host"): Place(12, f"{_FILES} fcntl64 flock {_MESSAGES}"),
    ("call", "zygote"): Place(8, _FORKING),
    ("call", "fork"): Place(8, "prctl setsid"),
    ("call", "candidate"): Place(8, f"{_SET_UP} ftruncate64 fstat64 lseek64 fcntl64 mmap64 open64 opendir"),
    ("call", "judge"): Place(8, "fstat64 fcntl64 mmap64 sendmsg recvmsg"),
    # A task that nobody has seen.
    ("new", "host"): Place(3, f"{_FILES} write fcntl64 flock {_MESSAGES}"),
    ("new", "generator"): Place(2, _SET_UP),
    ("new", "reference"): Place(3, f"{_SET_UP} ftruncate64 fstat64 lseek64 fcntl64 mmap64"),
    ("new", "judge"): Place(2, f"{_SET_UP} open64 fstat64 lseek64 fcntl64 mmap64 opendir"),
    # A session of its own, to its end.
    ("start", "host"): Place(
        3,
        f"{_FILES} write fcntl fcntl64 flock mkdir rmdir chmod fdopendir opendir {_MESSAGES} waitid sched_getaffinity "
        "posix_spawn pidfd_open landlock_create_ruleset",
    ),
    ("start", "launcher"): Place(
        6,
        "open read write fcntl pipe2 signalfd poll prctl setsid waitid waitpid setpriority clone pidfd_open "
        "close_range",
    ),
    ("start", "program"): Place(12, "read write fcntl mount prctl execve chdir"),
    ("start", "zygote"): Place(
        2,
        f"open open64 fstat fstat64 lseek64 read fcntl64 eventfd opendir mmap64 send prctl {_FORKING} "
        "landlock_create_ruleset landlock_add_rule",
    ),
    ("start", "probe"): Place(2, _SET_UP),
    # Two candidates take turns.
    ("compare", "host"): Place(3, f"{_FILES} pread write getpriority setpriority fcntl64 flock {_MESSAGES}"),
    ("compare", "candidate"): Place(2, "ftruncate64 lseek64 fcntl64 mmap64 open64 sendmsg recvmsg write"),
    ("compare", "canary"): Place(2, _SET_UP),
    # In threads.
    ("many", "host"): Place(2, f"pthread_create {_MESSAGES}"),
}
# What cannot fail, or not so that anything but a crash of the interpreter could come of it.
LEFT_OUT = {
    ("zygote", "write"): "the note of a child's end, to an eventfd that is never full",
    (
        "host",
        "mmap64",
    ): "an arena of CPython's: in a thread that starts, its failure leaves Thread.start waiting",
}
