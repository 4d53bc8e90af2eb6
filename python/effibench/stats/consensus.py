"""A sign test over several process pairs that no single pair can decide.

Two processes of the very same program may differ by a percent or two for as long as they live: by the physical pages,
and so the cache lines, that they happened to get. More rounds only make such a difference surer; it is one of the
processes, not of the programs. So the test over all blocks is repeated without each pair in turn, at a level of 10 %,
and what is claimed of the programs must hold in all of these repetitions: the interval reaches as far as any of them
does. Where pairs are alike, the test over all blocks bounds false alarms by α; where one of them is off, the others
have to say the same by themselves, which they do in a tenth of such cases at most. (At α itself, the few calls that a
budget has room for could not decide where calls are long, not even about a factor of fifty.)

`bench/aa.py`: on two shared CPUs, 400 comparisons each of identical programs without hogs, with 1 and with 3 ended
with an alarm in 4, 8 and 9 % at a nominal 5 % when all rounds went into one test. In recordings of such alarms one
pair of three was off by 1.6 to 2.5 %, and without it the evidence was below 1. With this test none of 1,200 was an
alarm.
"""

from __future__ import annotations

from collections.abc import Sequence

from effibench.stats.mixture import BlockTest
from effibench.stats.sequential import Interval

OTHERS_LEVEL = 0.1


class ConsensusTest:
    """Blocks of rounds of several pairs, and what they say without any one of the pairs.

    With one pair there is nothing to leave out: then that pair decides alone.

    Attributes:
        whole: the test over all blocks.
    """

    def __init__(self, pairs: int, alpha: float = 0.05, block: int = 4, smallest: int = 1) -> None:
        self.whole = BlockTest(alpha, block, smallest)
        level = max(alpha, OTHERS_LEVEL)
        self._without = [BlockTest(level, block, smallest) for _ in range(pairs)] if pairs > 1 else []

    def add(self, pair: int, rounds: Sequence[tuple[float, float]]) -> None:
        """Adds a block of one pair: the times of (a, b) in each round.

        Raises:
            UsageError: it is no whole block, or a time is not positive.
        """
        self.whole.add(rounds)
        for left_out, test in enumerate(self._without):
            if left_out != pair:
                test.add(rounds)

    @property
    def estimate(self) -> float | None:
        """Point estimate of the log ratio, from all blocks; None before the first one."""
        return self.whole.estimate

    @property
    def e_value(self) -> float:
        """Evidence of all blocks against "equally fast": it takes 1/α, and what is left without any one pair."""
        return self.whole.e_value

    @property
    def interval(self) -> Interval | None:
        """All log ratios that a test does not reject, and what lies between; None if one has too few blocks."""
        bounds = [test.interval for test in (self.whole, *self._without)]
        known = [bound for bound in bounds if bound is not None]
        if len(known) < len(bounds):
            return None
        return Interval(min(bound.low for bound in known), max(bound.high for bound in known))

    @property
    def decided(self) -> bool:
        """One side is faster, whichever pair is left out."""
        bounds = self.interval
        return bounds is not None and bounds.excludes(0.0)

    @property
    def contradicted(self) -> bool:
        """All blocks together show a difference, but without one of the pairs there is less than no evidence of it."""
        return self.whole.decided and any(test.e_value < 1 for test in self._without)
