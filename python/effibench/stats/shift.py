"""By how much one sample lies above another: the Hodges–Lehmann estimate of two samples, with its interval."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from effibench.stats.basics import check_level, finite_values
from effibench.stats.inversions import inversion_counts, rank_below


@dataclass(frozen=True, slots=True)
class Shift:
    """Estimate of a shift.

    Attributes:
        estimate: median of all differences y - x.
        low, high: ends of its interval; infinite where that few values cannot bound it.
    """

    estimate: float
    low: float
    high: float


def shift(x: Iterable[float], y: Iterable[float], *, alpha: float = 0.05) -> Shift:
    """How far y lies above x, with an interval of confidence 1 - alpha or more.

    The interval holds all shifts that the exact two-sided Mann–Whitney test does not reject (Moses; see Hollander &
    Wolfe, "Nonparametric Statistical Methods"), so it excludes 0 exactly where that test is significant. Of logarithms,
    it is the ratio's. It takes some n³ steps for n values a side.

    Raises:
        UsageError: a sample is empty or has a value that is not finite.
    """
    check_level("alpha", alpha)
    first, second = finite_values("x", x, at_least=1), finite_values("y", y, at_least=1)
    differences = sorted(b - a for a in first for b in second)
    rank = rank_below(inversion_counts([len(first), len(second)]), alpha)
    estimate = median(differences)
    if rank is None:
        return Shift(estimate, -math.inf, math.inf)
    return Shift(estimate, differences[rank], differences[-1 - rank])
