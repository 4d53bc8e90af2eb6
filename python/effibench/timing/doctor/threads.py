"""Do the libraries' thread pools agree with the lane? Each is asked in a fresh interpreter with a zygote's environment.

A pool that is larger than its lane makes threads that take turns on one core, and is as often the harness's mistake
as the library's. So it is a failure and no warning.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from effibench.timing.doctor.rows import Finding, Row, fail, ok, row, unknown
from effibench.timing.zygotes import environment

GROUP = "threads"
# The slowest first, so that it does not end last; beside it the quick ones.
LIBRARIES = ("numba", "numpy", "scipy", "numexpr", "pyarrow", "torch", "polars")
_POLL_SECONDS = 0.005


class Answer(msgspec.Struct, frozen=True):
    """What a library said about itself (pools.py)."""

    pools: dict[str, int] = {}
    others: dict[str, int] = {}
    threads: int = 0
    error: str = ""


def installed(name: str) -> bool:
    """Whether a library can be found, without importing it."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def command(library: str) -> list[str]:
    """The program that asks a library."""
    return [sys.executable, "-P", "-s", str(Path(__file__).with_name("pools.py")), library]


class Pools:
    """The questions, under way: as many at once as there are CPUs, so that a slow library costs only its own time.

    Args:
        cores: width of the lane.
        libraries: what to ask; default: what is installed.
        argv: makes the command that asks a library.
        at_once: how many processes may run.
    """

    def __init__(
        self,
        cores: int,
        libraries: Iterable[str] | None = None,
        argv: Callable[[str], list[str]] = command,
        at_once: int = 2,
    ) -> None:
        self._cores = cores
        self._argv = argv
        self._at_once = at_once
        self._started = time.monotonic()
        self._waiting = list(filter(installed, LIBRARIES) if libraries is None else libraries)
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._environment = dict(entry.split("=", 1) for entry in environment(cores))
        self._fill()

    def _fill(self) -> None:
        while self._waiting and len(self._running) < self._at_once:
            library = self._waiting.pop(0)
            self._running[library] = subprocess.Popen(
                self._argv(library),
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,  # one short line: it fits into the pipe, whoever reads it when
                stderr=subprocess.DEVNULL,
            )

    def rows(self, seconds: float) -> Iterator[Row]:
        """Yields a row for each library; one that has not answered `seconds` after the start is unknown."""
        deadline = self._started + seconds
        while self._running:
            ended = [library for library, process in self._running.items() if process.poll() is not None]
            for library in ended:
                process = self._running.pop(library)
                output, _ = process.communicate()
                yield judge(library, output, process.returncode, self._cores)
            self._fill()
            if time.monotonic() >= deadline:
                break
            if not ended:
                time.sleep(_POLL_SECONDS)
        for library in (*self._running, *self._waiting):
            yield unknown(
                GROUP,
                library,
                f"no answer within {seconds:g} s: the machine is busy, or its files are not cached yet",
            )
        self.close()

    def close(self) -> None:
        """Ends what still runs."""
        self._waiting.clear()
        while self._running:
            _, process = self._running.popitem()
            process.kill()
            process.communicate()


def judge(library: str, output: bytes, status: int, cores: int) -> Row:
    """Holds a library's answer against the width of the lane."""
    try:
        answer = msgspec.json.decode(output, type=Answer)
    except msgspec.MsgspecError:
        return unknown(GROUP, library, f"its process ended with status {status} and no answer")
    if answer.error:
        return unknown(GROUP, library, f"cannot be loaded: {answer.error}")
    if not answer.pools:
        return unknown(GROUP, library, "it has loaded no parallel runtime that is known here")
    value = ", ".join(f"{pool} {count}" for pool, count in (answer.pools | answer.others).items())
    value = f"{value}; {answer.threads} alive once loaded"
    wrong = [pool for pool, count in answer.pools.items() if count != cores]
    finding: Finding = ok(value)
    if wrong:
        finding = fail(
            value,
            f"{', '.join(wrong)} does not have the {cores} of the lane, whatever the environment says",
            f"use a build of {library} that obeys OMP_NUM_THREADS and its like",
        )
    return row(GROUP, library, finding)
