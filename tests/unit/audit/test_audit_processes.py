"""What an interpreter is given is the program that a worker calls: loaded apart from its prelude, as a module."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from effibench.audit import processes
from effibench.audit.processes import WholeProcesses
from effibench.tasks.task import Entry, EntryKind, LiteralCase, ResultPolicy, Task
from effibench.timing.command import CommandReport
from effibench.timing.executor import A, Program, Stop
from effibench.timing.fake_calls import FakeLane
from effibench.timing.suite import Suite

FUNCTION = Entry(kind=EntryKind.FUNCTION, name="f")


def task(entry: Entry = FUNCTION, prelude: str = "", **fields: Any) -> Task:
    cases = [LiteralCase(input=[], expected=None)]
    return Task.make("t", entry=entry, prelude=prelude, cases=cases, **fields)


def ran(
    folder: Path,
    source: str,
    *,
    entry: Entry = FUNCTION,
    prelude: str = "from math import sqrt\n",
    inputs: Any = ((9,),),
    stdin: str = "",
) -> subprocess.CompletedProcess[str]:
    (folder / "inputs").write_bytes(pickle.dumps(inputs))
    program = Program(source, "candidate", task(entry, prelude))
    file = folder / "0.py"
    file.write_text(processes._file_of(program, folder / "inputs"), encoding="utf-8")
    command = [sys.executable, str(file)]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    "source",
    [
        "def f(n):\n    print(sqrt(n))\n",
        "from __future__ import annotations\ndef f(n: unknown):\n    print(sqrt(n))\n",
        "\ufeffdef f(n):\n    print(sqrt(n))\n",
        "def f(n):\n    print(sqrt(n))\nif __name__ == '__main__':\n    input()\n",
        "import sys\ndef f(n):\n    print(sqrt(n) * (sys.modules[__name__].f is f and __name__ == 'solution'))\n",
        "def f(n):\n    print(sqrt(n))\n'\N{SNOWMAN} {braces} %s \\\\ \\n'\n",
    ],
)
def test_what_passes_by_calls_passes_here(tmp_path: Path, source: str) -> None:
    done = ran(tmp_path, source)
    assert (done.returncode, done.stdout) == (0, "3.0\n"), done.stderr


@pytest.mark.parametrize(
    ("entry", "source", "inputs"),
    [
        (Entry(), "def solution(value):\n    print(value)\n", ([1, 2], "x")),
        (FUNCTION, "def f(a, b='x'):\n    print([a, 2] if b == 2 else b)\n", ((1, 2), (0,))),
        (
            Entry(kind=EntryKind.METHOD, owner="Solver", name="run"),
            "class Solver:\n"
            "    def __init__(self):\n        self.runs = 0\n"
            "    def run(self, value):\n        self.runs += 1\n        print(value if self.runs == 1 else 0)\n",
            (([1, 2],), ("x",)),
        ),
    ],
)
def test_every_kind_is_called_on_every_input(tmp_path: Path, entry: Entry, source: str, inputs: Any) -> None:
    done = ran(tmp_path, source, entry=entry, inputs=inputs)
    assert (done.returncode, done.stdout) == (0, "[1, 2]\nx\n"), done.stderr


def test_a_program_is_main_and_reads_stdin(tmp_path: Path) -> None:
    source = "from __future__ import annotations\nif __name__ == '__main__':\n    print(sqrt(int(input())))\n"
    done = ran(tmp_path, source, entry=Entry(kind=EntryKind.PROGRAM), stdin="16\n")
    assert (done.returncode, done.stdout) == (0, "4.0\n"), done.stderr


@pytest.mark.parametrize(
    ("source", "said"),
    [("x = 1", "AttributeError"), ("def f(", "SyntaxError"), ("x = '\ud800'", "UnicodeEncodeError")],
)
def test_what_cannot_be_loaded_fails_as_a_program(tmp_path: Path, source: str, said: str) -> None:
    done = ran(tmp_path, source)
    assert done.returncode == 1
    assert said in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("allowed", [False, True])
def test_a_task_decides_about_subprocesses(monkeypatch: pytest.MonkeyPatch, allowed: bool) -> None:
    given: dict[str, Any] = {}

    def run_command(executor: object, argv: list[str], **options: Any) -> CommandReport:
        given.update(options)
        return CommandReport(
            stop=Stop.DONE,
            exit_status=0,
            signal=None,
            wall_ns=7_000_000,
            cpu_ns=0,
            peak_memory_bytes=None,
            memory_source="sampled",
            stdout=b"",
            stderr=b"",
        )

    monkeypatch.setattr(processes, "run_command", run_command)
    made = task(result=ResultPolicy(subprocesses=allowed))
    program = Program("def f():\n    pass\n", "candidate", made)
    executor: Any = None
    with WholeProcesses(executor, (program, program), Suite(made, []), FakeLane((3,))) as players:
        assert players.run(A) == 0.007
    assert given["allow_subprocess"] is allowed
    assert given["limits"].call_seconds == 300
