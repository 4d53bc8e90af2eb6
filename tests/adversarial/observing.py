"""Looks at a live candidate from outside, as root: what the kernel says about it in /proc and in its control group."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from arenas import Arena
from leftovers import descendants
from runner import Answer, Job

from effibench.model import Measurement

NAMESPACES = ("user", "pid", "net", "ipc", "mnt", "uts")
NAME = "observed"
# It says what only the process itself can ask for, takes a name by which it is found, and waits to be looked at.
CANDIDATE = """
import ctypes, json, os, signal
prctl = ctypes.CDLL(None).prctl
signal.pthread_sigmask(signal.SIG_BLOCK, {{signal.SIGUSR1}})
waited = False

def attempt(action):
    try:
        action()
    except OSError as error:
        return error.errno
    return 0

def solution(input_data):
    global waited
    if not waited:
        waited = True
        death = ctypes.c_int()
        prctl(2, ctypes.byref(death), 0, 0, 0)
        with open("own", "w"):
            pass
        os.makedirs("folder", exist_ok=True)
        facts = {{
            "death_signal": death.value,
            "dumpable": prctl(3, 0, 0, 0, 0),
            "read": attempt(lambda: open({outside!r}).close()),
            "rename": attempt(lambda: os.rename("own", "folder/own")),
        }}
        print(json.dumps(facts), flush=True)
        prctl(15, {name!r}.encode(), 0, 0, 0)
        signal.sigtimedwait({{signal.SIGUSR1}}, 20)
        prctl(15, b"looked at", 0, 0, 0)
    return "done"
"""


class Process(NamedTuple):
    """What /proc says about a process.

    Attributes:
        status: lines of /proc/PID/status.
        limits: hard limit by the first words of its line; None = unlimited.
        namespaces: inode by kind.
        stat: the fields after the name, from the state on.
        mounts: (folder, type, options) in the order in which they were mounted.
        devices: st_dev of the folder as the process sees it.
        descriptors: what the links say, by number.
        memory_group, memory_limit: its control group's path and, where it can be found, its limit in bytes.
    """

    pid: int
    status: dict[str, str]
    limits: dict[str, int | None]
    namespaces: dict[str, str]
    stat: list[str]
    mounts: list[tuple[str, str, str]]
    devices: dict[str, int]
    read_only: bool
    descriptors: dict[int, str]
    folder: str
    memory_group: str
    memory_limit: int | None

    @property
    def nice(self) -> int:
        return int(self.stat[16])


def look(pid: int) -> Process:
    """Reads everything; needs root's rights, for the process hides from others."""
    place = Path(f"/proc/{pid}")
    status = dict(line.split(":\t", 1) for line in (place / "status").read_text().splitlines())
    limits: dict[str, int | None] = {}
    for line in (place / "limits").read_text().splitlines()[1:]:
        hard = line[47:67].strip()
        limits[line[:26].strip()] = None if hard == "unlimited" else int(hard)
    mounts = []
    for line in (place / "mountinfo").read_text().splitlines():
        head, _, tail = line.partition(" - ")
        mounts.append((head.split()[4], tail.split()[0], head.split()[5]))
    group, limit = memory_group(pid)
    return Process(
        pid=pid,
        status=status,
        limits=limits,
        namespaces={name: str((place / "ns" / name).readlink()) for name in NAMESPACES},
        stat=(place / "stat").read_text().rpartition(")")[2].split(),
        mounts=mounts,
        devices={name: (place / "root" / name.lstrip("/")).stat().st_dev for name in ("/proc", "/dev/shm")},
        read_only=bool(os.statvfs(place / "root").f_flag & os.ST_RDONLY),
        descriptors={int(link.name): str(link.readlink()) for link in (place / "fd").iterdir()},
        folder=str((place / "cwd").readlink()),
        memory_group=group,
        memory_limit=limit,
    )


def memory_group(pid: int) -> tuple[str, int | None]:
    """The control group that bounds memory, and its bound: version 1 if memory is mounted so, else version 2."""
    groups = [line.split(":", 2) for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines()]
    for controllers, kind, file in (
        ("memory", "cgroup", "memory.limit_in_bytes"),
        ("", "cgroup2", "memory.max"),
    ):
        path = next((group[2] for group in groups if controllers in group[1].split(",")), None)
        for line in Path("/proc/self/mountinfo").read_text().splitlines():
            head, _, tail = line.partition(" - ")
            if (
                path is None
                or tail.split()[0] != kind
                or (controllers and controllers not in tail.split()[-1].split(","))
            ):
                continue
            with contextlib.suppress(OSError, ValueError):
                return path, int(Path(head.split()[4] + path, file).read_text())
        if path is not None and controllers:
            return path, None
    return next((group[2] for group in groups if group[1] == ""), ""), None


class Observed(NamedTuple):
    """A candidate, its zygote and its host, all looked at while it was in its timed call; and what it said itself."""

    candidate: Process
    zygote: Process
    host: Process
    said: dict[str, int]
    measurement: Measurement


def observe(arena: Arena, outside: str) -> Observed:
    """Has a candidate wait in its call, looks at it, and lets it go on."""
    source = CANDIDATE.format(outside=outside, name=NAME)
    answers: list[Answer] = []
    job = Job(source=source, task="errand", folder="levels")
    worker = threading.Thread(target=lambda: answers.append(arena.run(job)))
    worker.start()
    seen: tuple[Process, Process, Process] | None = None
    while worker.is_alive():
        for pid in waiting_in(arena.pid):
            zygote = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
            seen = seen or (look(pid), look(zygote), look(arena.pid))
            os.kill(pid, signal.SIGUSR1)
        worker.join(0.02)
    assert answers, "the runner did not answer"
    answer = answers[0]
    assert not answer.error, answer.error
    assert not answer.left, answer.left
    assert answer.measurement is not None
    assert answer.measurement.passed, answer.measurement.reason
    assert seen is not None, "no candidate was seen"
    return Observed(*seen, json.loads(answer.measurement.cases[0].stdout.splitlines()[0]), answer.measurement)


def waiting_in(root: int) -> Iterator[int]:
    for pid in descendants(root):
        with contextlib.suppress(OSError):
            if Path(f"/proc/{pid}/comm").read_text().strip() == NAME:
                yield pid
