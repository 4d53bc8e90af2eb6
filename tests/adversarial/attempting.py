"""Has the attempts of a table tried, as a candidate in a sandbox or, as a control, as root outside of any."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from arenas import Arena
from runner import Job

from effibench.model import Measurement, Protection, Verdict

ATTEMPTS = Path(__file__).parent / "attempts"
# Name of a table -> the task in which it is tried.
TABLES = {
    **dict.fromkeys(("processes", "network", "kernel", "limits", "files"), "errand"),
    "subprocesses": "errand-subprocesses",
}
CONTROL_SECONDS = 60

# What stands before and after the text of a table. The text itself is the same in both places.
_HEAD = """
import json, os, sys, types
common = types.ModuleType("attempt")
sys.modules["attempt"] = common
exec(compile({common!r}, "attempt.py", "exec"), common.__dict__)
"""
_CANDIDATE = """
ROWS = {{row.name: row for row in {rows}}}
FACTS = common.Facts({host}, {outside!r}, {library!r})
tried = False

def solution(input_data):
    global tried
    if not tried:
        tried = True
        for name in {names!r}:
            print(json.dumps([name, common.outcome(ROWS[name], FACTS)]), flush=True)
    return "done"
"""
# Each in a process of its own, with the folder as new: what one changes the next does not see.
_CONTROL = """
import shutil
ROWS = {{row.name: row for row in {rows}}}
sys.path.insert(0, {here!r})
from outside import lay_out
for name in {names!r}:
    shutil.rmtree({outside!r}, ignore_errors=True)
    lay_out({outside!r})
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reader)
            answer = common.outcome(ROWS[name], common.Facts({host}, {outside!r}, {library!r}))
            os.write(writer, answer.encode())
        finally:
            os._exit(0)
    os.close(writer)
    answer = os.read(reader, 4096).decode()
    os.close(reader)
    os.waitpid(pid, 0)
    print(json.dumps([name, answer]), flush=True)
"""


def table(name: str) -> ModuleType:
    """The module of a table, for its rows."""
    if str(ATTEMPTS) not in sys.path:
        sys.path.append(str(ATTEMPTS))
    return importlib.import_module(name)


def compose(name: str, rows: str, names: list[str], tail: str, **facts: int | str) -> str:
    """Source text that tries these rows of a table."""
    text = (ATTEMPTS / f"{name}.py").read_text().replace("from __future__ import annotations\n", "")
    head = _HEAD.format(common=(ATTEMPTS / "attempt.py").read_text())
    tail = tail.format(rows=rows, names=names, here=str(ATTEMPTS.parent), **facts)
    return "from __future__ import annotations\n" + head + text + tail


class Findings:
    """What came out in one environment."""

    def __init__(self, measurement: Measurement) -> None:
        self.measurement = measurement
        case = measurement.cases[-1]
        self.outcomes: dict[str, str] = dict(map(json.loads, case.stdout.splitlines()))

    @property
    def signal(self) -> str:
        """The signal that ended the process, in the host's words."""
        return self.measurement.reason if self.measurement.verdict is Verdict.RUNTIME_ERROR else ""


def in_sandbox(
    arena: Arena, name: str, rows: str, names: list[str], outside: str, task: str = "errand"
) -> Findings:
    """Tries rows of a table as a candidate."""
    arena.renew_library()
    source = compose(
        name, rows, names, _CANDIDATE, host=arena.pid, outside=outside, library=str(arena.library)
    )
    answer = arena.run(Job(source=source, task=task, folder="levels"))
    assert not answer.error, answer.error
    assert not answer.left, answer.left
    assert answer.measurement is not None
    return Findings(answer.measurement)


def outside_of_sandbox(name: str, rows: str, names: list[str], folder: Path) -> dict[str, str]:
    """Tries rows of a table as root in an interpreter of its own, on a process that only waits."""
    with waiting() as host:
        place = str(folder / "outside")
        source = compose(name, rows, names, _CONTROL, host=host, outside=place, library=f"{place}/file")
        done = subprocess.run(
            [sys.executable, "-c", source],
            capture_output=True,
            text=True,
            check=False,
            timeout=CONTROL_SECONDS,
            cwd=folder,
            start_new_session=True,
        )
    assert done.returncode == 0, done.stderr
    return dict(map(json.loads, done.stdout.splitlines()))


@contextmanager
def waiting() -> Iterator[int]:
    """The pid of a process that waits to be ended."""
    process = subprocess.Popen(
        [sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE, process_group=0
    )
    try:
        yield process.pid
    finally:
        process.kill()
        process.communicate()


def active(protections: tuple[Protection, ...], level: str, *, ordinary_user: bool) -> set[str]:
    """The words that a row's `needs` may name: protections that are on, the level, and who the host is."""
    on = {protection.name for protection in protections if protection.state == "on"}
    landlock = next((line.reason for line in protections if line.name == "landlock"), "")
    if "separate_user" in on or landlock in {"ABI 6", "ABI 7", "ABI 8", "ABI 9"}:
        on.add("signal_scope")
    return {*on, level, "ordinary_user" if ordinary_user else "root"}
