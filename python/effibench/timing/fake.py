"""A fake clock and a fake executor: sessions, protocols, verdicts and reports are tested with them to the nanosecond.

A script plays the candidate: for each call it says what happens and how long it takes, and the fake clock advances by
exactly that.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from effibench.model import Host, Protection
from effibench.tasks.task import Task
from effibench.timing.executor import (
    Call,
    CallPlan,
    CaseInput,
    CaseRun,
    Judgement,
    Lane,
    Output,
    Program,
    Stop,
)
from effibench.timing.fake_calls import FakeCall, FakeClock, FakeLane, FakeValue, Script, sample_of
from effibench.timing.fake_pair import FakePair

__all__ = ["FakeCall", "FakeClock", "FakeExecutor", "FakeRunner", "FakeValue", "Script"]


@dataclass(slots=True)
class FakeExecutor:
    """Plays scripts.

    Attributes:
        script: called with the program, the case and the number of the call in its process.
        accept: decides about (expected, answer); default: equality.
        events: everything that happened, in order.
        cores: physical cores of the fake machine.
        canary_ns: what the canary's kernels take.
        stolen_ns: what the hypervisor has taken so far.
        layout: of the pair whose turn it is, for scripts that care.
    """

    script: Script
    clock: FakeClock = field(default_factory=FakeClock)
    accept: Callable[[Any, Any], bool] = lambda expected, answer: bool(expected == answer)
    events: list[str] = field(default_factory=list)
    cores: int = 2
    canary_ns: Callable[[], int] = lambda: 50_000
    stolen_ns: Callable[[], int | None] = lambda: 0
    layout: int = 0

    @contextlib.contextmanager
    def lane(self, cores: int, *, exclusive: bool) -> Iterator[FakeLane]:
        """Leases a lane."""
        self.events.append(f"lane {cores} {'exclusive' if exclusive else 'shared'}")
        yield FakeLane(tuple(range(cores)), exclusive)

    def lanes_for_timing(self, cores: int) -> int:
        """Exclusive lanes of that width."""
        return self.cores // cores

    def lanes_for_judging(self) -> int:
        """One at a time, so that the order of events is exact."""
        return 1

    def inputs(self, task: Task, base_seed: int, count: int) -> Sequence[CaseInput]:
        """Inputs are (domain, seed) pairs; the seed of a literal case is its number."""
        self.events.append(f"inputs {task.id}")
        if task.cases:
            return [
                CaseInput(
                    case.domain,
                    index,
                    FakeValue((case.domain, index)),
                    None if case.expected is msgspec.UNSET else FakeValue(case.expected),
                )
                for index, case in enumerate(task.cases)
            ]
        return [
            CaseInput(domain, seed, FakeValue((domain, seed)))
            for domain in task.ordered_domains()
            for seed in range(base_seed, base_seed + count)
        ]

    def starts_ahead(self, lane: Lane) -> bool:
        """One process at a time, so that the order of events is exact."""
        return False

    def start(self, program: Program, lane: Lane, *, ahead: bool = False) -> FakeRunner:
        """Starts a process."""
        self.events.append(f"start {program.role}")
        return FakeRunner(self, program)

    def pair(
        self, programs: tuple[Program, Program], cases: Sequence[CaseInput], lane: Lane, layout: int
    ) -> FakePair:
        """Starts two programs that take turns."""
        self.events.append(f"pair {layout}")
        return FakePair(self, programs, cases, layout)

    def judge(self, task: Task, case: CaseInput, expected: Output, actual: Output) -> Judgement:
        """Compares values."""
        assert isinstance(expected, FakeValue)
        assert isinstance(actual, FakeValue)
        self.events.append("judge")
        ok = self.accept(expected.value, actual.value)
        return Judgement(ok, "" if ok else f"{actual.value!r} != {expected.value!r}")

    def host(self, task: Task, lane: Lane) -> Host:
        """A machine that does not exist."""
        return Host(
            node="fake", cpu="fake", cpus=self.cores, kernel="0", python="0", effibench="0", lane=lane.cpus
        )

    def protections(self) -> tuple[str, tuple[Protection, ...]]:
        """Nothing runs, so nothing can break out."""
        return "strong", (Protection(name="fake", state="on"),)

    def abort(self) -> None:
        """Nothing runs."""

    def close(self) -> None:
        """Records that it was closed."""
        self.events.append("close")


class FakeRunner:
    """A scripted process."""

    def __init__(self, executor: FakeExecutor, program: Program) -> None:
        self._executor, self._program = executor, program

    def run(self, case: CaseInput, plan: CallPlan, *, last: bool) -> CaseRun:
        """Plays the calls of one case."""
        executor = self._executor
        executor.events.append(f"run {case.domain} {case.seed}")
        began = executor.clock.now_ns
        run = CaseRun(Stop.DONE, import_ns=0, peak_memory_bytes=0, cpu_ns=0)
        for number in range(plan.warmups + plan.timed):
            step = executor.script(self._program, case, number)
            executor.clock.advance(step.wall_ns + step.hidden_ns)
            if step.stop is not Stop.DONE:
                run.stop, run.reason = step.stop, step.reason
                return run
            claimed = step.wall_ns if step.claimed_ns is None else step.claimed_ns
            run.cpu_ns = (run.cpu_ns or 0) + step.wall_ns + step.hidden_ns - step.preempted_ns
            run.late_cpu_ns = step.late_cpu_ns
            run.calls.append(Call(sample_of(claimed, step, number < plan.warmups), FakeValue(step.answer)))
        run.envelope_ns = executor.clock.now_ns - began
        return run

    def finish(self) -> None:
        """It has ended."""

    def close(self) -> None:
        """Records the end."""
        self._executor.events.append("end")
