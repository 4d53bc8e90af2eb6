"""Other Python processes that use effibench, for tests in which a whole host process suffers."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from leftovers import descendants

import effibench

PACKAGE = str(Path(effibench.__file__).resolve().parent.parent)
PREAMBLE = """
import effibench
from effibench import Limits, Session, Task
from effibench.tasks.task import LiteralCase

def add_up(**limits):
    return Task.make(
        "test/add-up",
        reference="def solution(d):\\n    return sum(d['values'])\\n",
        cases=[LiteralCase(input={"values": [1, 2, 3, 4]})],
        limits=Limits(**limits),
    )

HONEST = "def solution(d):\\n    return sum(d['values'])\\n"
ENDLESS = "def solution(d):\\n    while True:\\n        pass\\n"
"""


def environment(**changes: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": PACKAGE, "PYTHONUNBUFFERED": "1", **changes}


def needs(library: str) -> None:
    """Skips the test if a library is missing, without loading it into this process (whose heap every test scans)."""
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")


def run(program: str, *, timeout: float = 120.0, python: str = sys.executable, **changes: str) -> str:
    """Runs a program that uses effibench to its end; fails unless it exits with 0. Returns its stdout."""
    done = subprocess.run(
        [python, "-c", PREAMBLE + textwrap.dedent(program)],
        env=environment(**changes),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@contextlib.contextmanager
def started(*argv: str, **changes: str) -> Iterator[subprocess.Popen[str]]:
    """A process of ours; killed by its pid at the end of the block if it still runs."""
    process = subprocess.Popen(
        list(argv), env=environment(**changes), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.communicate(timeout=30)


def program(text: str) -> tuple[str, ...]:
    return (sys.executable, "-c", PREAMBLE + textwrap.dedent(text))


def wait_until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds:g} s: {what}"
        time.sleep(0.02)


def alive(pids: set[int]) -> set[int]:
    """Which of these processes still exist and are no zombies."""
    found = set()
    for pid in pids:
        with contextlib.suppress(OSError):
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX":
                found.add(pid)
    return found


def spinning(root: int) -> set[int]:
    """The tree below a process once a process in it has used half a second of CPU in a loop, else nothing."""
    tree = descendants(root)
    ticks = os.sysconf("SC_CLK_TCK")
    for pid in tree:
        with contextlib.suppress(OSError, IndexError):
            if int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11]) > 0.5 * ticks:
                return tree
    return set()
