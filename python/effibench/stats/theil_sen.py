"""A line through points of which some may be far off: the median of the slopes of all pairs, with its interval."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist, median
from typing import get_args

from effibench.errors import UsageError
from effibench.stats.basics import Method, check_choice, check_level, finite_values
from effibench.stats.inversions import inversion_counts, rank_below

_EXACT_MAX = 60


@dataclass(frozen=True, slots=True)
class TheilSen:
    """A fitted line.

    Attributes:
        slope: median of the slopes of all pairs of different x.
        low, high: ends of the slope's interval; infinite where that few points cannot bound it.
        intercept: median of y - slope·x.
        pairs: slopes that were used.
        method: "exact" or "asymptotic", whichever gave the interval.
    """

    slope: float
    low: float
    high: float
    intercept: float
    pairs: int
    method: Method


def theil_sen(
    x: Iterable[float], y: Iterable[float], *, alpha: float = 0.05, method: Method = "auto"
) -> TheilSen:
    """Theil–Sen line of y over x, with an interval of confidence 1 - alpha for the slope.

    Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 63 (1968): the interval's ends are
    slopes themselves, by the distribution of the number of slopes below the true one. Points of equal x give no slope.

    Args:
        method: "auto" takes the exact distribution up to 60 points, which holds for repeated x too, and else the
            normal approximation with correction for ties, as SciPy does. Errors of y must be independent and alike.

    Raises:
        UsageError: the samples differ in length, have a value that is not finite, or all x are equal.
    """
    check_choice("method", method, get_args(Method))
    check_level("alpha", alpha)
    xs, ys = finite_values("x", x), finite_values("y", y)
    if len(xs) != len(ys):
        raise UsageError(f"x has {len(xs)} value(s) and y {len(ys)}; a line needs as many of each")
    pairs = combinations(zip(xs, ys, strict=True), 2)
    slopes = sorted(
        (right[1] - left[1]) / (right[0] - left[0]) for left, right in pairs if right[0] != left[0]
    )
    if not slopes:
        raise UsageError("x needs at least 2 different values")
    if method == "auto":
        method = "exact" if len(xs) <= _EXACT_MAX else "asymptotic"
    slope = median(slopes)
    below, above = _exact(xs, alpha) if method == "exact" else _asymptotic(xs, ys, len(slopes), alpha)
    return TheilSen(
        slope=slope,
        low=slopes[below] if below >= 0 else -math.inf,
        high=slopes[-above] if above > 0 else math.inf,
        intercept=median(b - slope * a for a, b in zip(xs, ys, strict=True)),
        pairs=len(slopes),
        method=method,
    )


def _exact(xs: list[float], alpha: float) -> tuple[int, int]:
    """Index of the lower end from below, and of the upper end from above, counted from 1."""
    rank = rank_below(inversion_counts(list(Counter(xs).values())), alpha)
    return (-1, 0) if rank is None else (rank, rank + 1)


def _asymptotic(xs: list[float], ys: list[float], slopes: int, alpha: float) -> tuple[int, int]:
    n = len(xs)
    ties = sum(k * (k - 1) * (2 * k + 5) for values in (xs, ys) for k in Counter(values).values())
    width = NormalDist().inv_cdf(1 - alpha / 2) * math.sqrt(max(0.0, (n * (n - 1) * (2 * n + 5) - ties) / 18))
    below, above = round((slopes - width) / 2) - 1, slopes - round((slopes + width) / 2)
    return below, above
