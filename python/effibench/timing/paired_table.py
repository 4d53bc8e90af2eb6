"""Rounds on one lane: process pairs take turns, every answer is checked, and each round is recorded."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from types import TracebackType

from effibench.errors import HostError
from effibench.model import Flag, Verdict
from effibench.paired import Round, SideSample
from effibench.timing.executor import CANARY, A, B, Executor, Lane, Output, Pair, Program, Stop, Turn, TurnRun
from effibench.timing.paired_plan import order_of_turns
from effibench.timing.suite import Suite
from effibench.timing.verdicts import verdict_of_judgement, verdict_of_stop

_WALK_EVERY = 4
_MOST_KNOWN_ANSWERS = 16


class ProgramFailedError(Exception):
    """A program has failed while turns were taken: its verdict, not a failure of the host.

    Attributes:
        player: A or B.
        verdict: what its failure means.
        reason: for people.
    """

    def __init__(self, player: int, verdict: Verdict, reason: str) -> None:
        super().__init__(reason)
        self.player, self.verdict, self.reason = player, verdict, reason


class Table:
    """Process pairs of two programs, one per memory layout; ends them when its block ends.

    Attributes:
        rounds: everything that was played, in order.
        flags: of side a and of side b.
        pairs: how many process pairs there are.
    """

    def __init__(
        self,
        executor: Executor,
        programs: tuple[Program, Program],
        suite: Suite,
        lane: Lane,
        *,
        pairs: int,
        source: random.Random,
    ) -> None:
        self.suite, self.pairs = suite, pairs
        self.rounds: list[Round] = []
        self.flags: tuple[set[Flag], set[Flag]] = (set(), set())
        self._executor, self._programs, self._lane = executor, programs, lane
        self._open: list[Pair] = []
        self._order: Iterator[bool] = order_of_turns(source)
        self._stolen_ns: int | None = None
        self._met: set[tuple[int, int]] = set()
        self._answers: dict[tuple[int, int], list[Output]] = {}

    def __enter__(self) -> Table:
        try:
            for layout in range(self.pairs):
                pair = self._executor.pair(self._programs, self.suite.cases, self._lane, layout)
                self._open.append(pair)
            for pair in self._open:  # all fork at the same time
                pair.start()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        while self._open:
            self._open.pop().close()

    def play(
        self, pair: int, case: int, count: int, *, loops: int = 1, primes: int = 0, group: int = -1
    ) -> list[Round]:
        """Plays `count` rounds on one case and records them.

        A process pair meets an input for the first time in a round of its own, with one call that nothing precedes:
        what it takes then and later shows whether a program remembers its inputs.

        Raises:
            ProgramFailedError: one of the programs has failed or gave a wrong answer.
            HostError: the harness has failed.
        """
        if (pair, case) not in self._met:
            self._met.add((pair, case))
            self._play(pair, [Turn(A, case), Turn(B, case)], 1, -1)
        turns = [Turn(player, case, loops, primes) for player in (A, B)]
        return self._play(pair, turns, count, group)

    def _play(self, pair: int, sides: Sequence[Turn], count: int, group: int) -> list[Round]:
        players, case, loops = self._open[pair], sides[A].case, sides[A].loops
        orders = [next(self._order) for _ in range(count)]
        turns: list[Turn] = []
        for number, a_first in enumerate(orders):
            turns.append(Turn(CANARY, int((len(self.rounds) + number) % _WALK_EVERY == 0)))
            turns += sides if a_first else reversed(sides)
        runs = players.take(turns)
        before, self._stolen_ns = self._stolen_ns, players.stolen_ns()
        self._accept(turns, runs)
        robbed = before is not None and self._stolen_ns is not None and self._stolen_ns > before
        taken = []
        for number, a_first in enumerate(orders):
            canary, first, second = runs[3 * number : 3 * number + 3]
            a, b = (first, second) if a_first else (second, first)
            integer_ns, walk_ns = canary.canary_ns or (None, None)
            taken.append(
                Round(
                    pair, group, case, loops, a_first, _side(a), _side(b), integer_ns, walk_ns, stolen=robbed
                )
            )
        self.rounds += taken
        return taken

    def _accept(self, turns: Sequence[Turn], runs: Sequence[TurnRun]) -> None:
        """Judges what is new; afterwards every turn was answered, and rightly."""
        for turn, run in zip(turns, runs, strict=False):
            verdict = verdict_of_stop(run.stop)
            if verdict is not None:
                raise ProgramFailedError(turn.player, verdict, self._where(turn, run.reason))
            if run.input_mutated:
                self.flags[turn.player].add(Flag.INPUT_MUTATED)
            for output in run.unknown:
                self._judge(turn, output)
        if len(runs) != len(turns):
            raise HostError("a group of turns ended early without a reason")

    def _judge(self, turn: Turn, output: Output) -> None:
        known = self._answers.setdefault((turn.player, turn.case), [])
        if any(output.same_as(other) for other in known):
            return  # it was new twice within one group
        judgement = self._executor.judge(
            self.suite.task, self.suite.cases[turn.case], self.suite.expected[turn.case], output
        )
        if not judgement.ok:
            verdict = verdict_of_judgement(judgement)
            raise ProgramFailedError(turn.player, verdict, self._where(turn, judgement.reason))
        if known:
            self.flags[turn.player].add(Flag.UNSTABLE_OUTPUT)
        if len(known) < _MOST_KNOWN_ANSWERS:
            known.append(output)
            for pair in self._open:
                pair.accept(turn.player, turn.case, output)

    def _where(self, turn: Turn, reason: str) -> str:
        case = self.suite.cases[turn.case]
        return f"{case.domain}, seed {case.seed}: {reason}"


def _side(run: TurnRun) -> SideSample:
    sample = run.sample
    if run.stop is not Stop.DONE or sample is None:
        raise HostError("a turn has no sample")
    return SideSample(
        wall_ns=sample.wall_ns,
        cpu_ns=sample.process_cpu_ns,
        envelope_ns=run.envelope_ns,
        charged_ns=run.cpu_ns,
        between_ns=run.between_cpu_ns,
        run_delay_ns=run.run_delay_ns,
        preempted=sample.involuntary_switches > 0,
        migrated=sample.cpu_before != sample.cpu_after,
        major_faults=sample.major_faults,
    )
