"""The times of each case in a comparison's rounds, in the order in which they were taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from effibench.paired import Paired, Round


class Times(NamedTuple):
    """Times of a call of each side in s, round by round."""

    a: list[float]
    b: list[float]


class PairTimes(NamedTuple):
    """What one process pair did on one case: warm-up and pilot, then the rounds of its groups."""

    before: Times
    timed: Times


class CaseTimes(NamedTuple):
    """All timed rounds of one case, and the same by process pair in the order in which those began with it.

    Windows of several calls count as one time, that of a call on average. All are by the wall clock, and rounds that
    the paired protocol threw away as disturbed are there, too: the published protocols have nothing like it.
    """

    domain: str
    seed: int
    timed: Times
    by_pair: tuple[PairTimes, ...]

    def in_one_process(self, warmups: int, samples: int) -> Times | None:
        """The first `samples` timed rounds that one process pair took after `warmups` calls on this input.

        Rounds of the pilot are warm-ups; where they are fewer, the pair's first timed rounds are warm-ups as well.

        Returns:
            The times without the warm-ups, of the first pair that has enough; None if none has.
        """
        for pair in self.by_pair:
            start = max(0, warmups - len(pair.before.a))
            if len(pair.timed.a) >= start + samples:
                return Times(*(side[start : start + samples] for side in pair.timed))
        return None

    @property
    def most_in_one_process(self) -> int:
        """Timed rounds of the process pair that has most."""
        return max((len(pair.timed.a) for pair in self.by_pair), default=0)

    def __str__(self) -> str:
        return f"{self.domain}, seed {self.seed}"


def case_times(paired: Paired) -> list[CaseTimes]:
    """The times of every timed case, those without a round too; empty if the comparison came to no result."""
    result = []
    for case in paired.cases:
        own = [taken for taken in paired.rounds if taken.case == case.case]
        pairs = dict.fromkeys(taken.pair for taken in own if taken.group >= 0)
        result.append(
            CaseTimes(
                case.domain,
                case.seed,
                _times([taken for taken in own if taken.group >= 0]),
                tuple(_pair_times([taken for taken in own if taken.pair == pair]) for pair in pairs),
            )
        )
    return result


def _pair_times(own: Sequence[Round]) -> PairTimes:
    return PairTimes(
        _times([taken for taken in own if taken.group < 0]),
        _times([taken for taken in own if taken.group >= 0]),
    )


def _times(rounds: Sequence[Round]) -> Times:
    return Times(
        [taken.a.wall_ns / taken.loops / 1e9 for taken in rounds],
        [taken.b.wall_ns / taken.loops / 1e9 for taken in rounds],
    )
