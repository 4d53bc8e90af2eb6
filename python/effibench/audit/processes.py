"""The published audit protocol with one process as the unit: a run is an interpreter from its start to its end.

Theory of operation. A file loads the solution as a worker does (`timing.source`), so that what passes by calls is what
is timed here; then it loads the inputs of all cases and calls the entry point on each, as `python file.py` does where a
benchmark's tests stand below the solution. Interpreter start-up, imports and the decoding of the inputs are inside the
time, on both sides alike. Every run is a new process under the sandbox of an external command, on the lane; sides run
in turns of a random order. The file that holds the inputs is written by this host from values of its own generator
process and is read by the sandboxed program only. Answers are not seen.

What can fail: a program, which ends the runs with what it printed last.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

import msgspec

from effibench import values
from effibench.model import Limits, Verdict
from effibench.tasks.task import EntryKind
from effibench.timing.command import CommandReport, run_command
from effibench.timing.executor import Lane, Program, Stop
from effibench.timing.memfile import Slice
from effibench.timing.native import NativeExecutor
from effibench.timing.paired_table import ProgramFailedError
from effibench.timing.suite import Suite
from effibench.timing.verdicts import verdict_of_stop

RUN_SECONDS = 300.0
"""Limit of one run. Source: "Rethinking Code Performance Benchmarks for LLMs", statistical protocol."""

_COMPILE = """\
before = compile({prelude!a}, "prelude.py", "exec", dont_inherit=True)
code = compile({source!a}, "solution.py", "exec", dont_inherit=True)
"""
_RUN_PROGRAM = """\
scope = {"__name__": "__main__", "__builtins__": __builtins__, "__file__": "solution.py"}
exec(before, scope)
exec(code, scope)
"""
_CALL_ON_INPUTS = """\
import sys

module = sys.modules["solution"] = type(sys)("solution")
module.__file__ = "solution.py"
exec(before, module.__dict__)
exec(code, module.__dict__)
target = module.{target}

import pickle

with open({inputs!a}, "rb") as file:
    inputs = pickle.load(file)
for given in inputs:
    {call}
"""
_CALLS = {
    EntryKind.SOLUTION: "target(given)",
    EntryKind.FUNCTION: "target(*given)",
    EntryKind.METHOD: "target().{name}(*given)",
}
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/", "PYTHONHASHSEED": "0"}


class WholeProcesses:
    """The files of two programs, and runs of them."""

    def __init__(
        self, executor: NativeExecutor, programs: tuple[Program, Program], suite: Suite, lane: Lane
    ) -> None:
        self._executor, self._programs, self._suite, self._lane = executor, programs, suite, lane
        self._kind = suite.task.entry.kind
        self._limits = msgspec.structs.replace(suite.task.limits, call_seconds=RUN_SECONDS)

    def __enter__(self) -> WholeProcesses:
        self._folder = TemporaryDirectory(prefix="effibench-audit-")
        try:
            place = Path(self._folder.name)
            place.chmod(0o755)  # the child is another user where it can be
            if self._kind is not EntryKind.PROGRAM:
                inputs = [values.decode(self._encoded(case)) for case in range(len(self._suite.cases))]
                (place / "inputs").write_bytes(pickle.dumps(inputs))
            for player, program in enumerate(self._programs):
                (place / f"{player}.py").write_text(_file_of(program, place / "inputs"), encoding="utf-8")
        except BaseException:
            self._folder.cleanup()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._folder.cleanup()

    def run(self, player: int) -> float:
        """One run of a side, in s: one process for all cases; of programs that read stdin, one for each.

        Raises:
            ProgramFailedError: the program failed or took longer than the limit.
            HostError: it could not be started.
        """
        if self._kind is not EntryKind.PROGRAM:
            return self._one(player, b"") / 1e9
        texts = [values.decode(self._encoded(case)) for case in range(len(self._suite.cases))]
        return sum(self._one(player, text.encode("utf-8", "surrogateescape")) for text in texts) / 1e9

    def _encoded(self, case: int) -> bytes:
        data = self._suite.cases[case].data
        assert isinstance(data, Slice)
        return data.read()

    def _one(self, player: int, stdin: bytes) -> int:
        place = self._folder.name
        report = run_command(
            self._executor,
            [sys.executable, f"{place}/{player}.py"],
            stdin=stdin,
            limits=self._limits,
            environment=_ENVIRONMENT,
            cpus=self._lane.cpus,
            read_only=[place],
            allow_subprocess=self._suite.task.result.subprocesses,
        )
        if report.stop is not Stop.DONE or report.exit_status != 0:
            verdict = verdict_of_stop(report.stop) or Verdict.RUNTIME_ERROR
            raise ProgramFailedError(player, verdict, _said(report, self._limits))
        return report.wall_ns


def _file_of(program: Program, inputs: Path) -> str:
    """What the interpreter is given. In ASCII, so that a source which cannot be written fails where it is compiled."""
    entry = program.task.entry
    source = program.source.removeprefix("\ufeff")
    text = _COMPILE.format(prelude=program.task.prelude, source=source)
    if entry.kind is EntryKind.PROGRAM:
        return text + _RUN_PROGRAM
    call = _CALLS[entry.kind].format(name=entry.name)
    return text + _CALL_ON_INPUTS.format(target=entry.owner or entry.name, inputs=str(inputs), call=call)


def _said(report: CommandReport, limits: Limits) -> str:
    if report.stop is Stop.TIME:
        return f"a run took longer than {limits.call_seconds:g} s"
    if report.stop is Stop.MEMORY:
        return f"a run used more than {limits.memory_bytes >> 20} MiB"
    ended = report.signal or f"exit status {report.exit_status}"
    lines = report.stderr.decode("utf-8", "replace").strip().splitlines()
    return f"{ended}: {lines[-1]}" if lines else ended
