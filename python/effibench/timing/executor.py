"""What the session needs from the layer below: build inputs, run calls, judge answers, and say on what machine.

`NativeExecutor` does it with real processes; `FakeExecutor` does it by script and with a fake clock, so that
everything above this line is tested exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol

from effibench.model import Host, Protection, Sample
from effibench.tasks.task import Task


class Stop(StrEnum):
    """Why the calls of a case ended, by the host's evidence."""

    DONE = "done"
    RAISED = "raised"  # an exception in import or call
    CRASHED = "crashed"  # the process ended before its answer: by a signal or by leaving
    TIME = "time"
    MEMORY = "memory"
    OUTPUT = "output"
    UNSUPPORTED = "unsupported"  # a result of a type that cannot travel, or a lazy one
    TOO_LARGE = "too_large"
    FORGED = "forged"  # frames that no honest worker sends


class Output(Protocol):
    """An encoded answer. Opaque above the executor."""

    @property
    def length(self) -> int:
        """Encoded size in bytes."""

    def same_as(self, other: Output) -> bool:
        """Whether both encode to the same bytes."""


class CaseInput(NamedTuple):
    """One input of a task, encoded. `expected` is set where the task states the answer itself."""

    domain: str
    seed: int
    data: Output
    expected: Output | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """A source with the task that says how to call it and what it may use."""

    source: str
    role: str  # candidate or reference
    task: Task

    @property
    def loading(self) -> dict[str, str]:
        """What a child needs to load it: the arguments of `source.Solution`."""
        entry = self.task.entry
        return {
            "source": self.source,
            "kind": entry.kind.value,
            "name": entry.name,
            "owner": entry.owner,
            "prelude": self.task.prelude,
        }


class CallPlan(NamedTuple):
    """How often a case is called in one process; the warm-ups come first."""

    warmups: int
    timed: int


class Call(NamedTuple):
    """One finished call: what the child claims, its answer, and when the host heard of it."""

    sample: Sample
    output: Output


@dataclass(slots=True)
class CaseRun:
    """Everything the host learned from running one case. Times in ns, sizes in bytes; None = not measured."""

    stop: Stop
    reason: str = ""
    traceback: str = ""
    calls: list[Call] = field(default_factory=list)
    import_ns: int | None = None
    envelope_ns: int | None = None
    cpu_ns: int | None = None
    peak_memory_bytes: int | None = None
    late_cpu_ns: int | None = None  # CPU time of all threads after the answer, for as long as somebody looked
    input_mutated: bool = False
    stdout: str = ""
    stderr: str = ""


class Turn(NamedTuple):
    """One turn of the paired protocol: which player makes how many calls on which case."""

    player: int  # A, B or CANARY
    case: int = 0  # number of the case; of the canary: whether it walks through memory, too
    loops: int = 1  # calls in the window
    primes: int = 0  # calls before it that nobody times


A, B, CANARY = range(3)


@dataclass(slots=True)
class TurnRun:
    """What the host learned from one turn. Times in ns; None = not measured.

    Attributes:
        sample: the child's record of the window; None for a canary and after a failure.
        canary_ns: the integer kernel and, if asked for, the walk.
        unknown: answers that were not accepted before, each once: to be judged.
    """

    stop: Stop
    reason: str = ""
    traceback: str = ""
    sample: Sample | None = None
    canary_ns: tuple[int, int | None] | None = None
    envelope_ns: int = 0
    cpu_ns: int | None = None
    between_cpu_ns: int = 0
    run_delay_ns: int | None = None
    input_mutated: bool = False
    unknown: list[Output] = field(default_factory=list)


class Judgement(NamedTuple):
    """The validator's decision. `invalid`: the answer could not even be read or compared."""

    ok: bool
    reason: str = ""
    invalid: bool = False


class Lane(Protocol):
    """CPUs leased for one process."""

    @property
    def cpus(self) -> tuple[int, ...]:
        """Logical CPU numbers, one per leased physical core."""

    @property
    def exclusive(self) -> bool:
        """Whether nobody else of ours runs on them."""


class Runner(Protocol):
    """One process with one program loaded; runs cases until it fails or is closed."""

    def run(self, case: CaseInput, plan: CallPlan, *, last: bool) -> CaseRun:
        """Runs one case. After the `last` one, or a stop other than `done`, the process is being ended."""

    def finish(self) -> None:
        """Waits until the process has ended: from then on nobody can change its answers.

        Raises:
            HostError: the harness failed while the process ran.
        """

    def close(self) -> None:
        """Ends the process and everything it started."""


class Pair(Protocol):
    """Two processes and a canary on one lane that take turns. They are being forked when they are made."""

    def start(self) -> None:
        """Waits for the forks and loads both programs; what fails there is the outcome of the first turn."""

    def take(self, turns: Sequence[Turn]) -> list[TurnRun]:
        """Plays the turns in order, up to the first that fails (the last of the list then)."""

    def accept(self, player: int, case: int, output: Output) -> None:
        """From now on this answer of that player to that case needs no judging."""

    def stolen_ns(self) -> int | None:
        """CPU time that a hypervisor has taken from the lane so far; None where it does not say."""

    def close(self) -> None:
        """Ends the processes."""


class Executor(Protocol):
    """Processes, by role."""

    def lane(self, cores: int, *, exclusive: bool) -> AbstractContextManager[Lane]:
        """Leases CPUs: whole physical cores for timing, one shared logical CPU for judging."""

    def lanes_for_timing(self, cores: int) -> int:
        """How many exclusive lanes of that width this machine has."""

    def lanes_for_judging(self) -> int:
        """How many processes can judge at once."""

    def inputs(self, task: Task, base_seed: int, count: int) -> Sequence[CaseInput]:
        """Builds the unique inputs of every domain."""

    def starts_ahead(self, lane: Lane) -> bool:
        """Whether the next process can be started while one runs on the lane without disturbing it."""

    def start(self, program: Program, lane: Lane, *, ahead: bool = False) -> Runner:
        """Starts a process; the program is loaded when its first case runs.

        Args:
            ahead: another process is running on the lane: stay off it until the first case.
        """

    def pair(
        self, programs: tuple[Program, Program], cases: Sequence[CaseInput], lane: Lane, layout: int
    ) -> Pair:
        """Starts two programs that will take turns.

        Args:
            layout: number of the memory layout and hash seed; both programs share it.
        """

    def judge(self, task: Task, case: CaseInput, expected: Output, actual: Output) -> Judgement:
        """Asks the task's validator about an answer to a case."""

    def host(self, task: Task, lane: Lane) -> Host:
        """Describes the machine."""

    def protections(self) -> tuple[str, tuple[Protection, ...]]:
        """The level and the capability report."""

    def abort(self) -> None:
        """Kills every running candidate and reference; runs that are under way return as crashed."""

    def close(self) -> None:
        """Ends every process and removes every file and cgroup."""
