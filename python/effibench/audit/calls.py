"""The published audit protocol with one call as the unit: a run is one call of every case, in a process that lives on.

Theory of operation. Both sides are loaded once, each in its process, on one lane. They run in turns of a random order
(blocks of two, each with a random first letter), because runs of one side after all runs of the other confound the
sides with whatever the machine does meanwhile. A warm-up run of each side comes first; its answers, and every answer
that differs from it later, are judged, so what is timed is also known to be right or wrong.

What can fail: a program, which ends the runs with its verdict; a wrong answer, which is recorded case by case, because
the published rule asks that the fast side passes at least what the slow one passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

from effibench.errors import HostError
from effibench.timing.executor import CANARY, A, B, Executor, Lane, Output, Program, Stop, Turn, TurnRun
from effibench.timing.paired_table import ProgramFailedError
from effibench.timing.suite import Suite
from effibench.timing.verdicts import verdict_of_stop


class Sides:
    """Two loaded programs, for protocols that differ in when they run which.

    Attributes:
        wrong: for each side, the numbers of the cases that it answered wrongly, with the reason.
        runs: for each side, every run that was made: seconds by domain.
    """

    def __init__(
        self, executor: Executor, programs: tuple[Program, Program], suite: Suite, lane: Lane
    ) -> None:
        self.wrong: tuple[dict[int, str], dict[int, str]] = ({}, {})
        self.runs: tuple[list[dict[str, float]], list[dict[str, float]]] = ([], [])
        self._executor, self._suite = executor, suite
        self._pair = executor.pair(programs, suite.cases, lane, 0)

    def __enter__(self) -> Sides:
        try:
            self._pair.start()
        except BaseException:
            self._pair.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pair.close()

    def run(self, player: int) -> float:
        """One run of a side: the sum of one timed call of each case, in s.

        Raises:
            ProgramFailedError: a program raised, crashed or exceeded a limit, or cannot be loaded.
            HostError: the harness failed.
        """
        turns = [Turn(player, case) for case in range(len(self._suite.cases))]
        runs = self._pair.take(turns)
        # Nothing is played once the other side has failed, maybe while it was loaded: a turn of its own says how.
        if turns and not runs:
            other = Turn(B if player == A else A)
            for taken in self._pair.take([other]):
                self._require_that_it_ran(other, taken)
        by_domain: dict[str, float] = {}
        for turn, taken in zip(turns, runs, strict=False):
            self._require_that_it_ran(turn, taken)
            case = self._suite.cases[turn.case]
            if taken.stop is not Stop.DONE or taken.sample is None:
                raise HostError("a turn has no sample")
            by_domain[case.domain] = by_domain.get(case.domain, 0.0) + taken.sample.wall_ns / 1e9
            self._judge(turn, taken.unknown)
        if len(runs) != len(turns):
            raise HostError("turns ended early without a reason")
        self.runs[player].append(by_domain)
        return sum(by_domain.values())

    def _require_that_it_ran(self, turn: Turn, taken: TurnRun) -> None:
        verdict = verdict_of_stop(taken.stop)
        if verdict is not None:
            case = self._suite.cases[turn.case]
            where = f"{case.domain}, seed {case.seed}"
            raise ProgramFailedError(turn.player, verdict, f"{where}: {taken.reason}")

    def _judge(self, turn: Turn, answers: Sequence[Output]) -> None:
        assert turn.player != CANARY
        case = self._suite.cases[turn.case]
        for answer in answers:
            judgement = self._executor.judge(self._suite.task, case, self._suite.expected[turn.case], answer)
            if judgement.ok:
                self._pair.accept(turn.player, turn.case, answer)
            else:
                where = f"{case.domain}, seed {case.seed}"
                self.wrong[turn.player].setdefault(turn.case, f"{where}: {judgement.reason}")
