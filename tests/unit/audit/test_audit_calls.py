"""Runs of two loaded programs, where one of them cannot be loaded: the failure is its own, whoever is to run."""

from __future__ import annotations

from typing import Any

import pytest

from effibench.audit.calls import Sides
from effibench.model import Verdict
from effibench.tasks.task import Task
from effibench.timing.executor import A, B, CaseInput, CaseRun, Program, Stop
from effibench.timing.fake_calls import FakeLane, FakeValue
from effibench.timing.pair import NativePair
from effibench.timing.paired_table import ProgramFailedError
from effibench.timing.suite import Suite

TASK = Task(id="t", reference="r", inputs="i", domains=("correctness-small",))


class BrokenPair(NativePair):
    """Its start has found that a program cannot be loaded."""

    def __init__(self, broken: int) -> None:
        self._failed = broken, CaseRun(Stop.RAISED, "ModuleNotFoundError: no such module (during import)")

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass


class OnlyPair:
    """An executor that has one pair."""

    def __init__(self, pair: NativePair) -> None:
        self._pair = pair

    def pair(self, *given: Any) -> NativePair:
        return self._pair


@pytest.mark.parametrize("asked", [A, B])
@pytest.mark.parametrize("broken", [A, B])
@pytest.mark.parametrize("cases", [1, 3])
def test_the_side_that_cannot_be_loaded_has_failed(broken: int, asked: int, cases: int) -> None:
    program = Program("source", "candidate", TASK)
    inputs = [CaseInput("correctness-small", seed, FakeValue(seed)) for seed in range(cases)]
    executor: Any = OnlyPair(BrokenPair(broken))
    with Sides(executor, (program, program), Suite(TASK, list(inputs)), FakeLane((0,))) as sides:
        with pytest.raises(ProgramFailedError) as caught:
            sides.run(asked)
    failed = caught.value
    assert (failed.player, failed.verdict) == (broken, Verdict.RUNTIME_ERROR)
    assert failed.reason == "correctness-small, seed 0: ModuleNotFoundError: no such module (during import)"
