"""What fake processes are made of: a clock, values, scripted calls, and the sample records they give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from effibench.model import Sample
from effibench.timing.executor import CaseInput, Output, Program, Stop


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
    late_cpu_ns: int | None = None
    between_ns: int = 0


Script = Callable[[Program, CaseInput, int], FakeCall]


@dataclass(slots=True)
class FakeLane:
    """A lane of the fake machine."""

    cpus: tuple[int, ...]
    exclusive: bool = True


def sample_of(claimed_ns: int, step: FakeCall, warmup: bool) -> Sample:
    """The record of a window that claims that length."""
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
