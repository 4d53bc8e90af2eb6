"""A sign test that need not know how the noise looks: a mixture over group sizes.

Noise that only adds rare, long delays calls for minima over several rounds; noise that shakes every sample a little
calls for single rounds, as many as possible. Which it is differs between machines and minutes. So blocks of 2ᵏ rounds
are looked at on all levels at once: as 2ᵏ single rounds, as 2ᵏ⁻¹ groups of two, …, and as one group of 2ᵏ, each group
with the log ratio of its minima. Every level has its own e-process (sequential.py) and the test's is their mean: an
average of e-processes is one (Vovk & Wang, Annals of Statistics 2021), and after whole blocks no level knows more of
the future than another. The price for not having to choose is that the best level's evidence is divided by k + 1.

`bench/group_sizes.py` replays one recording in all ways: on a shared machine with 0, 1 and 3 busy neighbours a true
difference of 1 % was found within 600 rounds in 96, 62 and 37 % of stretches by levels 1, 2 and 4 together, in 52, 42
and 22 % by groups of four alone, and in 99, 66 and 38 % by single rounds alone.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence
from statistics import median

from effibench.errors import UsageError
from effibench.stats.basics import check_level
from effibench.stats.sequential import Interval, log_e_value


class BlockTest:
    """Rounds of two sides, block after block, and what they say so far.

    Attributes:
        alpha: bound on the probability of ever calling two equally fast programs different.
        block: rounds in a block, a power of two.
        smallest: rounds of the smallest groups, a power of two; above 1 where neighbouring rounds depend on each other.
        blocks: blocks so far.
    """

    def __init__(self, alpha: float = 0.05, block: int = 4, smallest: int = 1) -> None:
        check_level("alpha", alpha)
        if not 1 <= smallest <= block or any(size & (size - 1) for size in (block, smallest)):
            raise UsageError(
                f"block = {block}, smallest = {smallest}: expected powers of two, the second not larger"
            )
        self.alpha, self.block, self.smallest = alpha, block, smallest
        self.blocks = 0
        self._sizes = [smallest << level for level in range((block // smallest).bit_length())]
        self._bounds: tuple[int, Interval | None] | None = None  # of that many blocks
        self._in_order: list[float] = []  # of the smallest groups
        self._sorted: list[list[float]] = [[] for _ in self._sizes]

    def add(self, rounds: Sequence[tuple[float, float]]) -> None:
        """Adds a block: the times of (a, b) in each round.

        Raises:
            UsageError: it is no whole block, or a time is not positive.
        """
        if len(rounds) != self.block:
            raise UsageError(f"rounds has {len(rounds)} entries; a block has {self.block}")
        for index, pair in enumerate(rounds):
            if not all(time > 0 and math.isfinite(time) for time in pair):
                raise UsageError(f"rounds[{index}] is {pair}; times must be positive numbers")
        for size, values in zip(self._sizes, self._sorted, strict=True):
            for start in range(0, self.block, size):
                group = rounds[start : start + size]
                value = math.log(min(a for a, _ in group) / min(b for _, b in group))
                insort(values, value)
                if size == self.smallest:
                    self._in_order.append(value)
        self.blocks += 1

    @property
    def values(self) -> tuple[float, ...]:
        """Log ratios of the smallest groups, in the order in which they came."""
        return tuple(self._in_order)

    @property
    def ties(self) -> int:
        """Smallest groups whose log ratio was exactly 0."""
        values = self._sorted[0]
        return bisect_right(values, 0.0) - bisect_left(values, 0.0)

    @property
    def e_value(self) -> float:
        """Evidence against "equally fast": 1 is none, 1/α decides; ties are dropped."""
        logs = []
        for values in self._sorted:
            above = len(values) - bisect_right(values, 0.0)
            below = bisect_left(values, 0.0)
            logs.append(log_e_value(above + below, above))
        return _mean_exp(logs)

    @property
    def estimate(self) -> float | None:
        """Mean over the levels of the median log ratio; None before the first block."""
        return (
            math.fsum(median(values) for values in self._sorted) / len(self._sorted) if self.blocks else None
        )

    @property
    def interval(self) -> Interval | None:
        """All log ratios that the same test does not reject, and what lies between them; None with too few blocks."""
        if self._bounds is None or self._bounds[0] != self.blocks:
            self._bounds = self.blocks, self._find_interval()
        return self._bounds[1]

    def _find_interval(self) -> Interval | None:
        ends = sorted({value for values in self._sorted for value in values})
        if not ends:
            return None
        first = self._first_kept(ends, range(len(ends) + 1))
        last = self._first_kept(ends, range(len(ends), -1, -1))
        if first is None or last is None:  # so many equal values that only they are left
            medians = [median(values) for values in self._sorted]
            return Interval(min(medians), max(medians))
        if first == 0 or last == len(ends):
            return None
        # Gap i lies left of ends[i]; a closed interval keeps the value that bounds it.
        return Interval(ends[first - 1], ends[last])

    @property
    def decided(self) -> bool:
        """One side is faster: the interval excludes 0."""
        bounds = self.interval
        return bounds is not None and bounds.excludes(0.0)

    def _first_kept(self, ends: Sequence[float], gaps: range) -> int | None:
        """The first gap between possible values, in that order, whose ratios are not rejected.

        Outside of all medians the evidence only falls on the way in, so that part is searched by halving.
        """
        medians = [median(values) for values in self._sorted]
        inner = bisect_left(ends, min(medians)) if gaps.step > 0 else bisect_right(ends, max(medians))
        position = gaps.index(inner)
        low, high = -1, position  # low is rejected (or outside), high is the candidate
        if self._rejects(ends, gaps[position]):
            return next((gap for gap in gaps[position:] if not self._rejects(ends, gap)), None)
        while high - low > 1:
            middle = (low + high) // 2
            if self._rejects(ends, gaps[middle]):
                low = middle
            else:
                high = middle
        return gaps[high]

    def _rejects(self, ends: Sequence[float], gap: int) -> bool:
        logs = []
        for values in self._sorted:
            below = bisect_right(values, ends[gap - 1]) if gap else 0
            logs.append(log_e_value(len(values), len(values) - below))
        return _mean_exp(logs) >= 1 / self.alpha


def _mean_exp(logs: Sequence[float]) -> float:
    largest = max(logs)
    scaled = math.fsum(math.exp(value - largest) for value in logs) / len(logs)
    return math.exp(min(700.0, largest)) * scaled
