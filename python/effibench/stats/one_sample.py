"""One sample, or paired differences: Wilcoxon signed-rank test and the Hodges–Lehmann estimate that belongs to it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import get_args

from effibench.stats.basics import (
    Alternative,
    Method,
    average_ranks,
    check_choice,
    discrete_p_value,
    finite_values,
    normal_sf,
    tie_term,
)

# SciPy's own limits of "auto".
_EXACT_MAX = 50
_EXACT_MAX_TIES = 13


@dataclass(frozen=True, slots=True)
class WilcoxonSignedRank:
    """Result of a Wilcoxon signed-rank test.

    Attributes:
        w_plus: sum of the ranks of the positive differences.
        n: differences that count, all but zeros.
        zeros: differences that were exactly 0 and were dropped.
        p_value: for the alternative that was asked for, 1 where nothing counts.
        method: "exact" or "asymptotic", whichever was used.
    """

    w_plus: float
    n: int
    zeros: int
    p_value: float
    method: Method


def wilcoxon_signed_rank(
    differences: Iterable[float], alternative: Alternative = "two-sided", method: Method = "auto"
) -> WilcoxonSignedRank:
    """Wilcoxon signed-rank test of differences that are symmetric about 0 under the null hypothesis.

    Args:
        differences: paired differences; zeros are dropped (Wilcoxon's own rule).
        alternative: "less" if negative differences are expected, "greater" if positive ones.
        method: "auto" takes the exact distribution up to 50 values, or up to 13 where some have the same size, and
            else the normal approximation with tie correction and without continuity correction, as SciPy does.
            "exact" is exact with ties too: all signs of the given ranks are equally likely.

    Raises:
        UsageError: there is no value, or one that is not finite.
    """
    check_choice("alternative", alternative, get_args(Alternative))
    check_choice("method", method, get_args(Method))
    checked = finite_values("differences", differences, at_least=1)
    kept = [value for value in checked if value != 0]
    n, sizes = len(kept), [abs(value) for value in kept]
    ranks, ties = average_ranks(sizes), tie_term(sizes)
    w_plus = math.fsum(rank for rank, value in zip(ranks, kept, strict=True) if value > 0)
    if method == "auto":
        method = "exact" if n <= (_EXACT_MAX_TIES if ties else _EXACT_MAX) else "asymptotic"
    if method == "exact":
        p_value = discrete_p_value(_doubled_counts(ranks), round(2 * w_plus), alternative)
    else:
        p_value = _normal_p_value(w_plus, n, ties, alternative)
    return WilcoxonSignedRank(w_plus, n, len(checked) - n, p_value, method)


def _doubled_counts(ranks: Sequence[float]) -> list[int]:
    """How many choices of signs give 2·W⁺ = 0, 1, …; shared ranks are halves, their doubles whole."""
    doubled = [round(2 * rank) for rank in ranks]
    counts = [1, *[0] * sum(doubled)]
    reached = 0
    for rank in doubled:
        reached += rank
        for value in range(reached, rank - 1, -1):
            counts[value] += counts[value - rank]
    return counts


def _normal_p_value(w_plus: float, n: int, ties: int, alternative: Alternative) -> float:
    variance = (n * (n + 1) * (2 * n + 1) - ties / 2) / 24
    if variance <= 0:  # no difference is left
        return 1.0
    z = (w_plus - n * (n + 1) / 4) / math.sqrt(variance)
    if alternative == "greater":
        return normal_sf(z)
    return normal_sf(-z) if alternative == "less" else min(1.0, 2 * normal_sf(abs(z)))


def hodges_lehmann(values: Iterable[float]) -> float:
    """Hodges–Lehmann estimate of the centre: median of the means of all pairs, each value paired with itself too.

    ENAMEL reports it for six timings. n values have n(n + 1)/2 pairs (Walsh averages), which are all kept at once.

    Raises:
        UsageError: there is no value, or one that is not finite.
    """
    checked = finite_values("values", values, at_least=1)
    return median((a + b) / 2 for index, a in enumerate(checked) for b in checked[index:])
