"""A fake clock and a fake executor: sessions, protocols, verdicts and reports are tested with them to the nanosecond.

A script plays the candidate: for each call it says what happens and how long it takes, and the fake clock advances by
exactly that.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from effibench.model import Host, Protection, Sample
from effibench.tasks.task import Task
from effibench.timing.executor import (
    CANARY,
    Call,
    CallPlan,
    CaseInput,
    CaseRun,
    Judgement,
    Lane,
    Output,
    Program,
    Stop,
    Turn,
    TurnRun,
)


class FakeClock:
    """A clock that only moves when it is told to."""

    def __init__(self) -> None:
        self.now_ns = 0

    def advance(self, nanoseconds: int) -> None:
        """Moves the clock forward."""
        self.now_ns += nanoseconds


class FakeValue(NamedTuple):
    """An answer or input; equal values count as equal bytes."""

    value: Any

    @property
    def length(self) -> int:
        """Takes no room."""
        return 0

    def same_as(self, other: Output) -> bool:
        """Whether both hold equal values."""
        return isinstance(other, FakeValue) and self.value == other.value


@dataclass(frozen=True, slots=True)
class FakeCall:
    """What one call does.

    Attributes:
        wall_ns: how long it takes by the host's clock.
        answer: what it returns.
        claimed_ns: what the child says it took; None = the truth.
        stop: how the run ends here, if it does not go on.
        preempted_ns: how much of it the process waited for a CPU.
        between_ns: CPU time used before this turn, when it should have slept (paired protocol).
        hidden_ns: further work inside the envelope but outside the claimed window.
    """

    wall_ns: int = 1_000_000
    answer: Any = None
    claimed_ns: int | None = None
    stop: Stop = Stop.DONE
    reason: str = ""
    hidden_ns: int = 0
    preempted_ns: int = 0
    late_cpu_share: float | None = None
    between_ns: int = 0


Script = Callable[[Program, CaseInput, int], FakeCall]


@dataclass(slots=True)
class FakeLane:
    """A lane of the fake machine."""

    cpus: tuple[int, ...]
    exclusive: bool = True


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

    def judge(self, task: Task, expected: Output, actual: Output) -> Judgement:
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
            run.late_cpu_share = step.late_cpu_share
            run.calls.append(Call(_sample(claimed, step, number < plan.warmups), FakeValue(step.answer)))
        run.envelope_ns = executor.clock.now_ns - began
        return run

    def finish(self) -> None:
        """It has ended."""

    def close(self) -> None:
        """Records the end."""
        self._executor.events.append("end")


class FakePair:
    """Two scripted processes that take turns; a script's call number counts the turns of that player."""

    def __init__(
        self,
        executor: FakeExecutor,
        programs: tuple[Program, Program],
        cases: Sequence[CaseInput],
        layout: int,
    ) -> None:
        self._executor, self._programs, self._cases, self._layout = executor, programs, cases, layout
        self._taken = [0, 0]
        self._accepted: set[tuple[int, int, Any]] = set()

    def start(self) -> None:
        """Nothing has to be loaded."""

    def take(self, turns: Sequence[Turn]) -> list[TurnRun]:
        """Plays the turns up to the first that fails."""
        runs: list[TurnRun] = []
        for turn in turns:
            runs.append(self._canary(turn) if turn.player == CANARY else self._play(turn))
            if runs[-1].stop is not Stop.DONE:
                break
        return runs

    def _canary(self, turn: Turn) -> TurnRun:
        length = self._executor.canary_ns()
        self._executor.clock.advance(length)
        return TurnRun(Stop.DONE, canary_ns=(length, length if turn.case else None))

    def _play(self, turn: Turn) -> TurnRun:
        executor, number = self._executor, self._taken[turn.player]
        executor.layout = self._layout
        self._taken[turn.player] += 1
        step = executor.script(self._programs[turn.player], self._cases[turn.case], number)
        wall_ns = step.wall_ns * turn.loops
        executor.clock.advance(wall_ns + step.hidden_ns)
        if step.stop is not Stop.DONE:
            return TurnRun(step.stop, step.reason)
        claimed = wall_ns if step.claimed_ns is None else step.claimed_ns
        known = (turn.player, turn.case, step.answer) in self._accepted
        return TurnRun(
            Stop.DONE,
            sample=_sample(claimed, step, warmup=False),
            envelope_ns=wall_ns + step.hidden_ns,
            cpu_ns=wall_ns + step.hidden_ns - step.preempted_ns,
            between_cpu_ns=step.between_ns,
            run_delay_ns=step.preempted_ns,
            unknown=[] if known else [FakeValue(step.answer)],
        )

    def accept(self, player: int, case: int, output: Output) -> None:
        """Takes note of an answer."""
        assert isinstance(output, FakeValue)
        self._accepted.add((player, case, output.value))

    def stolen_ns(self) -> int | None:
        """What the fake hypervisor has taken."""
        return self._executor.stolen_ns()

    def close(self) -> None:
        """Records the end."""
        self._executor.events.append(f"end pair {self._layout}")


def _sample(claimed_ns: int, step: FakeCall, warmup: bool) -> Sample:
    return Sample(
        wall_ns=claimed_ns,
        raw_wall_ns=claimed_ns,
        thread_cpu_ns=claimed_ns - step.preempted_ns,
        process_cpu_ns=claimed_ns - step.preempted_ns,
        minor_faults=0,
        major_faults=0,
        voluntary_switches=0,
        involuntary_switches=1 if step.preempted_ns else 0,
        cpu_before=0,
        cpu_after=0,
        gc_collections=0,
        warmup=warmup,
    )
