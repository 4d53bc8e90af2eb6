"""Two independent samples: Mann–Whitney U test and Cliff's delta, the published audit protocol's pair.

Both need samples that are independent and taken under the same conditions. Runs of one side after runs of the other
break that: whatever drifts between them looks like an effect. Interleave, or use `sequential`.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist
from typing import get_args

from effibench.errors import UsageError
from effibench.stats.basics import (
    Alternative,
    Method,
    average_ranks,
    check_choice,
    check_level,
    discrete_p_value,
    finite_values,
    normal_sf,
    tie_term,
)

_EXACT_MAX = 8


@dataclass(frozen=True, slots=True)
class MannWhitney:
    """Result of a Mann–Whitney U test.

    Attributes:
        u: pairs in which the first sample's value is larger, equal pairs counting half.
        p_value: for the alternative that was asked for.
        method: "exact" or "asymptotic", whichever was used.
    """

    u: float
    p_value: float
    method: Method


def mann_whitney(
    x: Iterable[float], y: Iterable[float], alternative: Alternative = "two-sided", method: Method = "auto"
) -> MannWhitney:
    """Mann–Whitney U test of two independent samples.

    The audit protocol's question "is the performant side faster?" is `mann_whitney(performant, canonical, "less")`.

    Args:
        alternative: "less" if x is expected to be smaller, "greater" if larger.
        method: "auto" takes the exact distribution where there are no ties and one sample has at most 8 values, and
            else the normal approximation with tie and continuity correction, as SciPy does.

    Raises:
        UsageError: a sample is empty or has a value that is not finite, or "exact" was asked for with ties.
    """
    check_choice("alternative", alternative, get_args(Alternative))
    check_choice("method", method, get_args(Method))
    first, second = finite_values("x", x, at_least=1), finite_values("y", y, at_least=1)
    n1, n2 = len(first), len(second)
    u = sum(average_ranks([*first, *second])[:n1]) - n1 * (n1 + 1) / 2
    ties = tie_term([*first, *second])
    if method == "exact" and ties:
        raise UsageError("method is 'exact', but x and y have equal values; use 'asymptotic'")
    if method == "exact" or (method == "auto" and not ties and min(n1, n2) <= _EXACT_MAX):
        return MannWhitney(u, discrete_p_value(_u_counts(n1, n2), round(u), alternative), "exact")
    return MannWhitney(u, _normal_p_value(u, n1, n2, ties, alternative), "asymptotic")


def _u_counts(n1: int, n2: int) -> list[int]:
    """How many arrangements without ties have U = 0, 1, …: coefficients of the Gaussian binomial (n1+n2 over n1)."""
    small, large = sorted((n1, n2))
    counts = [1, *[0] * (n1 * n2)]
    for i in range(1, small + 1):
        for u in range(len(counts) - 1, large + i - 1, -1):  # times 1 − qˡᵃʳᵍᵉ⁺ⁱ
            counts[u] -= counts[u - large - i]
        for u in range(i, len(counts)):  # divided by 1 − qⁱ
            counts[u] += counts[u - i]
    return counts


def _normal_p_value(u: float, n1: int, n2: int, ties: int, alternative: Alternative) -> float:
    n = n1 + n2
    variance = n1 * n2 / 12 * (n + 1 - ties / (n * (n - 1)))
    if variance <= 0:  # all values are equal
        return 1.0
    above = u - n1 * n2 / 2
    excess = {"greater": above, "less": -above, "two-sided": abs(above)}[alternative]
    tail = normal_sf((excess - 0.5) / math.sqrt(variance))
    return min(1.0, 2 * tail) if alternative == "two-sided" else tail


class EffectSize(StrEnum):
    """Size of an effect by |δ|, with the bounds of Romano et al. (2006)."""

    NEGLIGIBLE = "negligible"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


_BOUNDS = ((0.147, EffectSize.NEGLIGIBLE), (0.33, EffectSize.SMALL), (0.474, EffectSize.MEDIUM))


def effect_size(delta: float) -> EffectSize:
    """Bucket of a Cliff's delta: below .147 negligible, below .33 small, below .474 medium, else large.

    Raises:
        UsageError: delta is not in −1 … 1.
    """
    if not -1.0 <= delta <= 1.0:
        raise UsageError(f"delta is {delta}; Cliff's delta lies between −1 and 1")
    return next((name for bound, name in _BOUNDS if abs(delta) < bound), EffectSize.LARGE)


@dataclass(frozen=True, slots=True)
class CliffsDelta:
    """Cliff's delta with its confidence interval.

    Attributes:
        delta: P(x > y) − P(x < y), −1 to 1.
        low: lower end of the interval.
        high: upper end of the interval.
        variance: consistent estimate of the variance of delta; None where a sample has a single value.
    """

    delta: float
    low: float
    high: float
    variance: float | None

    @property
    def size(self) -> EffectSize:
        """Bucket of |delta|."""
        return effect_size(self.delta)


def cliffs_delta(x: Iterable[float], y: Iterable[float], alpha: float = 0.05) -> CliffsDelta:
    """Cliff's delta, positive if x tends to be larger, with an interval of confidence 1 − alpha.

    Times of (canonical, performant) in this order give a positive delta where the performant side is faster.
    The interval is the asymmetric one of Feng & Cliff ("Monte Carlo evaluation of ordinal d with improved confidence
    interval", Journal of Modern Applied Statistical Methods 3, 2004) with Cliff's consistent variance ("Ordinal
    Methods for Behavioral Data Analysis", 1996), which is never taken for less than (1 − δ²)/(mn − 1), and a normal
    quantile. Samples that do not overlap have no variance; then the bound follows from the largest possible one,
    (1 − δ²)/n for the smaller sample of n (the same paper). With a single value on a side nothing is known: −1 to 1.

    Raises:
        UsageError: a sample is empty or has a value that is not finite.
    """
    check_level("alpha", alpha)
    first, second = sorted(finite_values("x", x, at_least=1)), sorted(finite_values("y", y, at_least=1))
    m, n = len(first), len(second)
    rows, columns = _dominance(first, second), [-value for value in _dominance(second, first)]
    wins = sum(bisect_left(second, value) for value in first)
    losses = sum(n - bisect_right(second, value) for value in first)
    delta = (wins - losses) / (m * n)
    if min(m, n) == 1:
        return CliffsDelta(delta, -1.0, 1.0, None)
    # Sums of squared deviations of the rows, the columns and all cells of the dominance matrix sign(xᵢ − yⱼ).
    of_rows = math.fsum((value - delta) ** 2 for value in rows) / (m - 1)
    of_columns = math.fsum((value - delta) ** 2 for value in columns) / (n - 1)
    of_cells = (wins + losses - m * n * delta * delta) / ((m - 1) * (n - 1))
    variance = ((n - 1) * of_rows + (m - 1) * of_columns + of_cells) / (m * n)
    variance = max(variance, (1 - delta * delta) / (m * n - 1))
    quantile = NormalDist().inv_cdf(1 - alpha / 2)
    if abs(delta) == 1.0:
        bound = (min(m, n) - quantile**2) / (min(m, n) + quantile**2)
        return CliffsDelta(delta, *((bound, 1.0) if delta > 0 else (-1.0, -bound)), variance)
    return CliffsDelta(delta, *_asymmetric_interval(delta, variance, quantile), variance)


def _asymmetric_interval(delta: float, variance: float, quantile: float) -> tuple[float, float]:
    """All θ within q standard errors of δ, the variance at θ being variance · (1 − θ²)/(1 − δ²)."""
    rest, squared = 1 - delta * delta, quantile * quantile * variance
    spread = math.sqrt(squared) * math.sqrt(rest * rest + squared)
    return (delta * rest - spread) / (rest + squared), (delta * rest + spread) / (rest + squared)


def _dominance(values: Sequence[float], others: Sequence[float]) -> list[float]:
    """For each value, the share of the sorted others below it minus the share above it."""
    return [(bisect_left(others, v) - (len(others) - bisect_right(others, v))) / len(others) for v in values]
