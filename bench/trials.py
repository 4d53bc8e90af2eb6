"""What the benchmarks of the paired protocol share: two programs, hogs, trials, and tables.

Every protocol samples the same two programs in processes of one session on one lane, within one trial of a second or
so, so that only the protocol differs. The program is a loop of about one millisecond; whoever shall be slower makes a
known share of iterations more.
"""

from __future__ import annotations

import contextlib
import importlib.util
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any

from effibench.paired import Answer
from effibench.tasks.task import LiteralCase, Task
from effibench.timing.contest import Contest, contest
from effibench.timing.executor import CANARY, A, B, Executor, Lane, Pair, Program, Turn
from effibench.timing.paired_plan import PairedSettings, order_of_turns
from effibench.timing.protocols import PAIRED
from effibench.timing.session import Session
from effibench.timing.suite import Suite, build_suite

DECIDED = (Answer.FASTER, Answer.SLOWER)
_UNIT = 1_000
# A hog ends by itself once nobody is left to end it.
_HOG = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    for _ in range(10**6):\n        pass\n"


def loop_source(iterations: int, comment: str) -> str:
    """A solution that runs a loop and returns its input; the comment makes the text another one."""
    return (
        f"def solution(value):\n    total = 0\n    for number in range({iterations}):\n"
        f"        total = total ^ number\n    return value  # {comment}\n"
    )


@contextlib.contextmanager
def hogs(count: int) -> Iterator[None]:
    """Keeps `count` processes spinning, on whatever CPU the kernel gives them."""
    running = [subprocess.Popen([sys.executable, "-c", _HOG], start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for hog in running:
            hog.kill()
        for hog in running:
            hog.wait()


class Players:
    """The two programs loaded, each in its process, for protocols that only differ in when they sample which."""

    def __init__(self, pair: Pair, accept: Callable[[Pair, Turn, Any], None]) -> None:
        self._pair, self._accept = pair, accept
        self._order = order_of_turns(random.Random())

    def _take(self, turns: Sequence[Turn]) -> list[float]:
        times = []
        for turn, run in zip(turns, self._pair.take(turns), strict=True):
            assert run.sample is not None, run.reason
            for output in run.unknown:
                self._accept(self._pair, turn, output)
            times.append(float(run.sample.wall_ns))
        return times

    def calls(self, player: int, count: int, *, warmups: int = 1) -> list[float]:
        """Times of `count` calls of one side in a row, after its warm-ups, in ns."""
        return self._take([Turn(player)] * (warmups + count))[warmups:]

    def sequential(self, count: int) -> tuple[list[float], list[float]]:
        """All of a, then all of b."""
        return self.calls(A, count), self.calls(B, count)

    def rounds(self, count: int) -> list[tuple[float, float]]:
        """Rounds (a, b) in ABBA order, each first letter random, after one that warms up."""
        first = [next(self._order) for _ in range(count + 1)]
        times = self._take([Turn(player) for a_first in first for player in ((A, B) if a_first else (B, A))])
        pairs = list(zip(times[::2], times[1::2], strict=True))
        return [pair if a_first else (pair[1], pair[0]) for pair, a_first in zip(pairs, first, strict=True)][
            1:
        ]


class Arena:
    """A session whose zygotes stay warm, one lane of it, and a task with one case that costs nothing but the loop."""

    def __init__(self) -> None:
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Arena:
        with self._stack as stack:
            self.session = stack.enter_context(Session())
            self.executor: Executor = self.session.executor
            self.lane: Lane = stack.enter_context(self.executor.lane(1, exclusive=True))
            self.task = Task.make(
                "bench/loop", reference=loop_source(_UNIT, "reference"), cases=[LiteralCase(input=1)]
            )
            self.suite: Suite = build_suite(
                self.executor,
                self.task,
                base_seed=42,
                count=1,
                protocol=PAIRED,
                lane=self.lane,
                check=lambda: None,
            )
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def programs(self, iterations: int, slower: float = 0.0) -> tuple[Program, Program]:
        """Program a, and b with that share of iterations more; equal loops differ in a comment."""
        return (
            Program(loop_source(iterations, "a"), "candidate", self.task),
            Program(loop_source(round(iterations * (1 + slower)), "b"), "candidate", self.task),
        )

    def iterations(self, milliseconds: float) -> int:
        """How many iterations take that long: median of some calls."""
        guess = 10 * _UNIT
        with self.players(self.programs(guess)) as players:
            each_ns = statistics.median(players.calls(A, 30)) / guess
        return round(milliseconds * 1e6 / each_ns / _UNIT) * _UNIT

    def compare(self, programs: tuple[Program, Program], settings: PairedSettings) -> Contest:
        """What `compare` does after it has judged both programs, with processes of its own."""
        outcome = contest(self.executor, programs, self.suite, self.lane, settings)
        assert outcome.failure is None, outcome.failure
        return outcome

    @contextlib.contextmanager
    def players(self, programs: tuple[Program, Program]) -> Iterator[Players]:
        """The same two processes as `compare` has, to be sampled in another way."""
        pair = self.executor.pair(programs, self.suite.cases, self.lane, 0)
        try:
            pair.start()
            yield Players(pair, self._accept)
        finally:
            pair.close()

    def _accept(self, pair: Pair, turn: Turn, output: Any) -> None:
        assert turn.player != CANARY
        judgement = self.executor.judge(
            self.task, self.suite.cases[turn.case], self.suite.expected[turn.case], output
        )
        assert judgement.ok, judgement.reason
        pair.accept(turn.player, turn.case, output)


def trials(count: int, what: str) -> Iterator[int]:
    """Counts trials and says so on a terminal."""
    for number in range(count):
        if sys.stderr.isatty():
            print(f"\r{what}: {number + 1} of {count} ", end="", file=sys.stderr, flush=True)
        yield number
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)


def trials_wanted(default: int) -> int:
    """The command line's only argument."""
    if len(sys.argv) > 2 or (len(sys.argv) == 2 and not sys.argv[1].isdigit()):
        print(f"usage: python {sys.argv[0]} [TRIALS]   (default {default})", file=sys.stderr)
        sys.exit(2)
    return int(sys.argv[1]) if len(sys.argv) == 2 else default


def run(measure: Callable[[], None], conclude: Callable[[], bool]) -> int:
    """Measures and concludes; Ctrl-C concludes from what there is.

    Returns:
        The exit code: 0 = all bounds met, 1 = some missed, 130 = interrupted.
    """
    try:
        measure()
    except KeyboardInterrupt:
        print("\ninterrupted: figures of the trials so far", file=sys.stderr)
        conclude()
        return 130
    return 0 if conclude() else 1


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints an aligned table on stderr."""
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    for row in (head, *rows):
        cells = [
            row[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        print("  ".join(cells), file=sys.stderr)


def percent(hits: Sequence[bool]) -> str:
    """Share of hits in percent, with the trials: `2.5 % of 400`."""
    return f"{100 * share(hits):.1f} % of {len(hits)}" if hits else "-"


def share(hits: Sequence[bool]) -> float:
    """Share of hits; 0 without trials."""
    return sum(hits) / len(hits) if hits else 0.0


def rms(errors: Sequence[float]) -> float:
    """Root of the mean square."""
    return statistics.fmean(error * error for error in errors) ** 0.5


def need(module: str, package: str) -> None:
    """Ends with code 2 and the command to install a peer that is not there."""
    if importlib.util.find_spec(module) is None:
        print(f"{package} is not installed; run: {sys.executable} -m pip install {package}", file=sys.stderr)
        sys.exit(2)
