"""What a task that allows processes opens up, and what stays closed nevertheless: in the candidate and in its children."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

from attempt import THROUGH, Facts, Row, outcome, syscall

NEWUSER = 0x10000000
CLONE_PARENT = 0x8000
# The kernel lets a process signal others of its user unless they are out of its sight or of its Landlock domain.
APART = ("landlock", "pid_namespace", "separate_user")


def in_child(attempt: Callable[[Facts], object]) -> Callable[[Facts], None]:
    """The same in a forked process, which has to be as closed as its parent."""

    def run(facts: Facts) -> None:
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.write(writer, outcome(Row("", attempt), facts).encode())
            os._exit(0)
        os.close(writer)
        answer = os.read(reader, 100).decode()
        os.close(reader)
        os.waitpid(pid, 0)
        if answer != THROUGH:
            raise OSError(getattr(errno, answer), "in a child")

    return run


def sibling(facts: Facts) -> None:
    """Another process of the sandbox: the judge, a child of the same zygote, that waits for its next answer."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, name, fields = file.read_text().replace("(", ")").split(")")
        except OSError:
            continue
        if name == "eb-judge" and int(fields.split()[1]) == os.getppid():
            os.kill(int(pid), 0)
            return
    if any(int(folder.name) not in {os.getpid(), 1} for folder in Path("/proc").glob("[0-9]*")):
        raise RuntimeError("others are to be seen, but no judge")
    raise ProcessLookupError(errno.ESRCH, "nobody else is to be seen")


def clone(flags: int) -> None:
    if syscall("clone", flags | signal.SIGCHLD, 0, 0, 0, 0) == 0:
        os._exit(0)


TABLE = [
    # The point of such tasks; and the proof that what follows is tried where it could happen.
    Row("fork", in_child(lambda facts: None), (THROUGH,)),
    Row("run a program", lambda facts: subprocess.run(["/bin/true"], check=True), (THROUGH,)),
    Row(
        "signal an own child",
        in_child(lambda facts: os.kill(os.getpid(), 0)),
        (THROUGH,),
        needs=("signal_scope",),
    ),
    Row("kill the host", lambda facts: os.kill(facts.host, 0), ("EPERM", "ESRCH"), needs=APART),
    Row(
        "kill the host, in a child",
        in_child(lambda facts: os.kill(facts.host, 0)),
        ("EPERM", "ESRCH"),
        needs=APART,
    ),
    Row(
        "kill a sibling",
        sibling,
        ("EPERM", "ESRCH"),
        outside="there is none",
        needs=("landlock", "separate_user"),
    ),
    Row("kill the parent", lambda facts: os.kill(os.getppid(), 0)),
    Row("kill process 1", lambda facts: os.kill(1, 0)),
    Row("kill the own group", lambda facts: os.kill(0, 0)),
    Row("kill everybody", lambda facts: os.kill(-1, 0)),
    Row("leave the group", in_child(lambda facts: os.setpgid(0, 0))),
    Row("leave the session", in_child(lambda facts: os.setsid()), outside=("through",)),
    Row("a namespace", lambda facts: clone(NEWUSER)),
    Row("a sibling of one's own", lambda facts: clone(CLONE_PARENT)),
    Row("socket in a child", in_child(lambda facts: syscall("socket", 2, 1, 0))),
    Row("affinity in a child", in_child(lambda facts: os.sched_setaffinity(0, range(os.cpu_count() or 1)))),
    Row("ptrace an own child", in_child(lambda facts: syscall("ptrace", 0, 0, 0, 0))),
    Row("another filter in a child", in_child(lambda facts: syscall("seccomp", 2, 0, b"\0\0\xff\x7f"))),
]
