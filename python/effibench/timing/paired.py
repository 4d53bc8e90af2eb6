"""The paired protocol: two programs take turns until their ratio is known, or is known not to be knowable here.

Theory of operation. Two loaded processes (a and b) on one lane answer one token at a time, so that every sample of a
has a sample of b within a millisecond or so of it: whatever the machine does to one, it does to the other. Rounds come
in ABBA order with a random first letter. Blocks of rounds feed a sign test over groups of several sizes, which may be
looked at after every block; a group's value is the log ratio of its minima (stats/mixture.py). Several process pairs
with different memory layouts and hash seeds take blocks in turn, and no pair may carry a verdict alone
(stats/consensus.py).
What is fixed beforehand (calls per window, rounds per block, clock) follows from a pilot.

What can fail: a program, in any way that it can fail alone: its verdict ends the comparison. Too much disturbance on
windows longer than a scheduler slice: the process's CPU time takes the place of the wall clock where one thread does
all the work, otherwise the domain is unmeasurable. The budget: unresolved, never "the same".
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from effibench.model import Flag
from effibench.paired import PairedDomain, Round
from effibench.stats.consensus import ConsensusTest
from effibench.stats.dependence import dependent
from effibench.stats.sequential import StopReason, stop_reason
from effibench.tasks.task import EntryKind
from effibench.timing import paired_groups as groups
from effibench.timing.paired_plan import (
    CONTENDED_SHARE,
    SLICE_NS,
    PairedSettings,
    loops_for,
    primes_for,
    rounds_for,
)
from effibench.timing.paired_table import Table

_WARM_CALLS = 5
_WARM_SECONDS = 1.0
_STILL_WARMING = 0.7
_PILOT_ROUNDS = 6
_SHOWN_ROUNDS = 3  # of an input that is there to be seen again
_MOST_REPLACED = 0.5
_DEPENDENCE_FROM = 12
_QUIET_PAUSE_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Waiting:
    """How time passes for the loop; replaced in tests.

    Attributes:
        now: seconds, monotonic.
        sleep: waits that many seconds.
        check: called between groups; raises to abandon the work.
    """

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    check: Callable[[], None] = lambda: None


@dataclass(slots=True)
class DomainTest:
    """One domain's sampling: pilot, groups, decision.

    Attributes:
        alpha: error probability of this domain's test.
        deadline: when the budget is spent, by `waiting.now`.
    """

    table: Table
    domain: str
    cases: Sequence[int]
    settings: PairedSettings
    alpha: float
    deadline: float
    waiting: Waiting
    input_bytes: int = 0
    loops: int = 1
    primes: int = 0
    rounds: int = 4
    clock: groups.Clock = "wall"
    merged: int = 0
    replaced: int = 0
    _kept: list[list[Round]] = field(default_factory=list)

    def run(self) -> PairedDomain:
        """Samples until a stop.

        Raises:
            ProgramFailedError: one of the programs has failed.
        """
        began = self.waiting.now()
        self._pilot()
        if not self._quiet_enough():
            if self.table.suite.task.cores > 1:
                reason = (
                    f"windows of {self._window_ns() / 1e6:.0f} ms are cut by other processes, and CPU time says "
                    "nothing about the speed of several threads"
                )
                return self._result(StopReason.UNMEASURABLE, began, reason)
            self.clock = "cpu"
        test = self._again()
        while True:
            self.waiting.check()
            test = self._block(test)
            stop = self._stop(test)
            if stop is not None:
                return self._result(stop, began)

    # --- before a sign is looked at ---

    def _pilot(self) -> None:
        fastest = [self._warm(pair) for pair in range(self.table.pairs)]
        if (
            len(self.cases) > 1
        ):  # a clear case is decided before a second input comes up; memoising shows by one
            for pair in range(self.table.pairs):
                self.table.play(pair, self.cases[1], _SHOWN_ROUNDS)
        a_ns, b_ns = (min(side) for side in zip(*fastest, strict=True))
        single = self.table.suite.task.entry.kind is EntryKind.PROGRAM
        self.loops = loops_for(a_ns, b_ns, self.input_bytes, single=single)
        self.primes = primes_for(a_ns, b_ns, self.loops)
        window_ns = self.loops * max(a_ns, b_ns)
        pilot: list[Round] = []
        if window_ns < SLICE_NS:  # longer ones have been seen often enough by now
            pilot = self.table.play(0, self.cases[0], _PILOT_ROUNDS, loops=self.loops, primes=self.primes)
        self.rounds = rounds_for(
            self.loops * (a_ns + b_ns),
            groups.preempted_share(pilot),
            (self.deadline - self.waiting.now()) * 1e9,
        )

    def _warm(self, pair: int) -> tuple[int, int]:
        """Calls until a call takes about as long as the one before; the fastest of each side, in ns."""
        until = self.waiting.now() + _WARM_SECONDS
        seen = self.table.play(pair, self.cases[0], 2)
        while len(seen) < _WARM_CALLS and self.waiting.now() < until:
            last, before = seen[-1], seen[-2]
            if all(
                now.wall_ns >= _STILL_WARMING * then.wall_ns
                for now, then in ((last.a, before.a), (last.b, before.b))
            ):
                break
            seen += self.table.play(pair, self.cases[0], 1)
        return min(taken.a.wall_ns for taken in seen), min(taken.b.wall_ns for taken in seen)

    def _window_ns(self) -> float:
        mine = [taken for taken in self.table.rounds if taken.case in self.cases]
        return statistics.median(max(taken.a.wall_ns, taken.b.wall_ns) for taken in mine)

    def _quiet_enough(self) -> bool:
        """Whether windows of this length come through; waits a while for other processes to go."""
        until = min(self.waiting.now() + self.settings.quiet_seconds, self.deadline)
        while True:
            recent = [taken for taken in self.table.rounds if taken.case in self.cases][-_PILOT_ROUNDS:]
            if self._window_ns() <= SLICE_NS or groups.preempted_share(recent) <= CONTENDED_SHARE:
                return True
            if self.waiting.now() >= until:
                return False
            self.waiting.check()
            self.waiting.sleep(_QUIET_PAUSE_SECONDS)
            self.table.play(0, self.cases[0], 3, loops=self.loops, primes=self.primes)

    # --- groups ---

    def _block(self, test: ConsensusTest) -> ConsensusTest:
        """Plays one block and adds it, unless one side has no clean sample in it."""
        number = len(self._kept) + self.replaced
        taken = self.table.play(
            number % self.table.pairs,
            self.cases[number % len(self.cases)],
            self.rounds,
            loops=self.loops,
            primes=self.primes,
            group=number,
        )
        allowed = self.replaced < _MOST_REPLACED * (len(self._kept) + 1)
        if self.clock == "wall" and allowed and groups.to_be_replaced(taken):
            self.replaced += 1
            return test
        self._kept.append(taken)
        if self.clock == "wall" and self._contended():
            self.clock = "cpu"
            return self._again()
        test.add(taken[0].pair, groups.times(taken, self.clock))
        mergeable = self.settings.groups is None and 2 ** (self.merged + 1) <= self.rounds
        values = test.whole.values
        if mergeable and len(values) >= _DEPENDENCE_FROM and dependent(values):
            self.merged += 1
            return self._again()
        return test

    def _again(self) -> ConsensusTest:
        """A fresh test over the blocks so far."""
        test = ConsensusTest(self.table.pairs, self.alpha, self.rounds, 2**self.merged)
        for taken in self._kept:
            test.add(taken[0].pair, groups.times(taken, self.clock))
        return test

    def _contended(self) -> bool:
        """Whether too many windows longer than a scheduler slice were cut, where CPU time can take their place."""
        played = [taken for kept in self._kept for taken in kept]
        long = statistics.median(max(taken.a.wall_ns, taken.b.wall_ns) for taken in played) > SLICE_NS
        return long and groups.preempted_share(played) > CONTENDED_SHARE and self.table.suite.task.cores == 1

    # --- decision ---

    def _stop(self, test: ConsensusTest) -> StopReason | None:
        settings = self.settings
        if settings.groups is not None:
            return StopReason.BUDGET if test.whole.blocks >= settings.groups else None
        # All blocks together come first: that is one interval to find instead of one for each pair.
        stop = stop_reason(test.whole, precision=settings.precision, delta=settings.margin)
        if stop is not None:
            stop = stop_reason(test, precision=settings.precision, delta=settings.margin)
        # Replaced blocks count as well, or a hopeless machine would be sampled for ever.
        exhausted = len(self._kept) + self.replaced >= settings.max_groups
        if stop is None and (exhausted or self._out_of_time(test)):
            return StopReason.BUDGET
        return stop

    def _out_of_time(self, test: ConsensusTest) -> bool:
        """Whether the budget is spent; a test that cannot have decided yet may take as long again."""
        late = 0.0 if test.interval is not None else self.settings.budget_seconds
        return self.waiting.now() >= self.deadline + late

    def _pair_ratios(self) -> tuple[float, ...]:
        ratios = []
        for pair in range(self.table.pairs):
            own = [kept for kept in self._kept if kept[0].pair == pair]
            if own:
                ratios.append(groups.ratio(own, self.clock))
        return tuple(ratios)

    def _result(self, stop: StopReason, began: float, reason: str = "") -> PairedDomain:
        played = [taken for kept in self._kept for taken in kept]
        if any(Flag.CLOCK_TAMPER in flags for flags in groups.flags_of(played)):
            self.clock = "envelope"
        test = self._again()
        floor = min((taken.canary_ns for taken in self.table.rounds if taken.canary_ns), default=None)
        estimate, bounds = test.estimate, test.interval
        if stop is StopReason.BUDGET and test.contradicted:
            for flags in self.table.flags:
                flags.add(Flag.LAYOUT_SENSITIVE)
        if self.clock == "cpu":
            for flags in self.table.flags:
                flags.add(Flag.CONTENDED)
        if stop is StopReason.UNMEASURABLE:
            for flags in self.table.flags:
                flags.add(Flag.UNMEASURABLE)
        return PairedDomain(
            domain=self.domain,
            ratio=None if estimate is None else math.exp(estimate),
            interval=None if bounds is None else (math.exp(bounds.low), math.exp(bounds.high)),
            e_value=test.e_value,
            groups=test.whole.blocks,
            ties=test.whole.ties,
            stop=stop,
            reason=reason,
            rounds_per_group=self.rounds,
            loops=self.loops,
            clock=self.clock,
            pair_ratios=self._pair_ratios(),
            disturbed_share=sum(groups.disturbed(taken, floor) for taken in played) / len(played)
            if played
            else None,
            replaced_groups=self.replaced,
            merged=self.merged,
            warmup=groups.trend([min(taken.a.wall_ns for taken in kept) for kept in self._kept]),
            seconds=self.waiting.now() - began,
        )


def first_seen(rounds: Sequence[Round]) -> list[tuple[Round, list[Round]]]:
    """For each process pair and input, the round that showed it first and those that showed it again.

    A pair's very first input is left out: its first round is slow for other reasons.
    """
    by_input: dict[tuple[int, int], list[Round]] = {}
    for taken in rounds:
        by_input.setdefault((taken.pair, taken.case), []).append(taken)
    opened: set[int] = set()
    shown = []
    for (pair, _), played in by_input.items():
        if pair in opened:
            shown.append((played[0], played[1:]))
        opened.add(pair)
    return shown
