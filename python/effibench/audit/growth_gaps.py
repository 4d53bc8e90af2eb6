"""Whether two solutions differ at one size of the input.

A gap is a difference that is significant, with a large Cliff's delta ("Rethinking Code Performance Benchmarks for
LLMs" asks for both), and with a ratio of times that matters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from effibench.errors import UsageError
from effibench.stats.basics import check_level, finite_values
from effibench.stats.shift import shift
from effibench.stats.two_samples import cliffs_delta

LARGE_DELTA = 0.474
MIN_RATIO = 1.05


class GapAt(msgspec.Struct, frozen=True, kw_only=True):
    """Both sides at one size.

    Attributes:
        ratio: b's time over a's, by the median of all pairs; `low` … `high` is its interval, None where unbounded.
        delta: Cliff's delta, positive if b is slower.
        gap: the interval excludes 1, |delta| is large, and the ratio or its reciprocal is at least the one that counts.
        equal: the whole interval is nearer to 1 than that.
    """

    size: float
    runs: int
    ratio: float
    low: float | None
    high: float | None
    delta: float
    gap: bool
    equal: bool


def gap_at(
    size: float,
    a_seconds: Sequence[float],
    b_seconds: Sequence[float],
    *,
    alpha: float = 0.05,
    min_ratio: float = MIN_RATIO,
) -> GapAt:
    """Whether the sides differ at one size, by its runs.

    With 5 runs a side a gap can just be significant at 5 % (two-sided, at least 4 are needed).

    Args:
        a_seconds, b_seconds: positive times in s.

    Raises:
        UsageError: a time is not positive, a side has none, or `min_ratio` is not above 1.
    """
    check_level("alpha", alpha)
    if not (math.isfinite(min_ratio) and min_ratio > 1):
        raise UsageError(f"min_ratio is {min_ratio}; a ratio that counts as a gap is above 1")
    sides = [
        finite_values(name, times) for name, times in (("a_seconds", a_seconds), ("b_seconds", b_seconds))
    ]
    if min((time for side in sides for time in side), default=1.0) <= 0:
        raise UsageError(f"size {size:g} has a time that is not positive")
    logs = shift(*([math.log(time) for time in side] for side in sides), alpha=alpha)
    delta = cliffs_delta(sides[1], sides[0]).delta
    needed = math.log(min_ratio)
    apart = logs.low > 0 or logs.high < 0
    return GapAt(
        size=size,
        runs=min(map(len, sides)),
        ratio=math.exp(logs.estimate),
        low=_exp(logs.low),
        high=_exp(logs.high),
        delta=delta,
        gap=apart and abs(delta) >= LARGE_DELTA and abs(logs.estimate) >= needed,
        equal=max(abs(logs.low), abs(logs.high)) < needed,
    )


def _exp(value: float) -> float | None:
    return math.exp(value) if math.isfinite(value) else None
