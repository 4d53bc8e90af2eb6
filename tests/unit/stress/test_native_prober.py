"""What a prober asks of scripted processes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from effibench.audit.pairs import SolutionPair
from effibench.audit.record import Granularity
from effibench.datasets.problem import Role, Solution
from effibench.model import Verdict
from effibench.stress.native import NativeProber
from effibench.stress.prober import Quick, Reason, Refusal
from effibench.stress.record import StressSettings
from effibench.tasks.task import Entry, EntryKind, LiteralCase, Task
from effibench.timing.executor import A, B
from effibench.timing.fake import FakeCall, FakeExecutor
from effibench.timing.paired_table import ProgramFailedError

TASK = Task(
    id="fake/f",
    reference="reference",
    entry=Entry(kind=EntryKind.FUNCTION, name="f"),
    cases=(LiteralCase(input=[1]),),
)


class ScriptedProcesses:
    """Whole processes of 20 ms, less each time, or a failure of one side."""

    fails: int | None = None
    runs: list[int]

    def __init__(self, *_: object) -> None:
        pass

    def __enter__(self) -> ScriptedProcesses:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def run(self, player: int) -> float:
        if player == self.fails:
            raise ProgramFailedError(player, Verdict.RUNTIME_ERROR, "EOFError: EOF when reading a line")
        self.runs.append(player)
        return 0.02 - 0.001 * len(self.runs)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> type[ScriptedProcesses]:
    scripted = type("Scripted", (ScriptedProcesses,), {"runs": []})
    monkeypatch.setattr("effibench.stress.native.WholeProcesses", scripted)
    return scripted


@pytest.fixture
def prober() -> Iterator[NativeProber]:
    executor: Any = FakeExecutor(lambda program, case, call: FakeCall(1_000_000, answer=case.seed))
    fast, slow = (
        Solution(role=role, name=role.value, source=role.value) for role in (Role.PERFORMANT, Role.CANONICAL)
    )
    settings = StressSettings(granularity=Granularity.PROCESS)
    with (
        executor.lane(1, exclusive=True) as lane,
        NativeProber(executor, TASK, SolutionPair(fast, slow, "x"), lane, settings) as made,
    ):
        yield made


@pytest.mark.parametrize(("player", "name"), [(A, "fast side"), (B, "slow side")])
def test_a_side_that_fails_as_a_whole_process_only_is_refused(
    processes: type[ScriptedProcesses], prober: NativeProber, player: int, name: str
) -> None:
    processes.fails = player
    refused = prober.validate([[1, 2, 3]])
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.error_type) == (Reason.RAISED, "EOFError")
    assert refused.message == f"{name}: runtime_error: EOFError: EOF when reading a line"
    assert prober.overhead_seconds == 0.0
    processes.fails = None
    assert prober.validate([[1, 2, 3]]) is None


def test_the_overhead_is_that_of_the_smallest_input(
    processes: type[ScriptedProcesses], prober: NativeProber
) -> None:
    assert prober.validate([[1, 2, 3]]) is None
    assert processes.runs == [A, A, A, B]
    assert prober.overhead_seconds == pytest.approx(0.017)
    assert prober.validate([[1, 2, 3, 4]]) is None
    assert len(processes.runs) == 4
    small = [[1]]
    assert prober.validate(small) is None
    assert prober.overhead_seconds == pytest.approx(0.013)
    assert isinstance(prober.quick(small, 5), Quick)
    assert len(processes.runs) == 8
