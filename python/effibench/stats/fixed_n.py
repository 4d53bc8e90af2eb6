"""Sign test whose number of groups was fixed beforehand: for reports that print an exact p-value.

The number must not depend on the data; a test that looks as it goes is in `sequential`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from effibench.stats._common import check_level, finite_values
from effibench.stats.sequential import Interval, between


@dataclass(frozen=True, slots=True)
class FixedNSignTest:
    """Result of a two-sided exact sign test.

    Attributes:
        n: values that count, all but ties.
        minority: how many of them have the rarer sign.
        ties: values that were exactly 0.
        p_value: two-sided and exact, 1 where nothing counts.
    """

    n: int
    minority: int
    ties: int
    p_value: float


def fixed_n_sign_test(values: Iterable[float]) -> FixedNSignTest:
    """Tests whether positive and negative values are equally frequent: p = 2 · P(Bin(n, ½) ≤ minority), at most 1."""
    checked = finite_values("values", values)
    positive, ties = sum(value > 0 for value in checked), checked.count(0.0)
    n = len(checked) - ties
    minority = min(positive, n - positive)
    return FixedNSignTest(n, minority, ties, _two_sided(n, minority))


def fixed_n_rank(n: int, alpha: float = 0.05) -> int | None:
    """The largest minority with p ≤ α; None where even 0 is too many (n < 6 at α = 0.05)."""
    check_level("alpha", alpha)
    rank, tail = None, 0
    for minority in range((n + 1) // 2):
        tail += math.comb(n, minority)
        if 2 * tail / (1 << n) > alpha:
            break
        rank = minority
    return rank


def fixed_n_interval(values: Iterable[float], alpha: float = 0.05) -> Interval | None:
    """Order-statistic interval of the median, [g₍r₊₁₎, g₍ₙ₋ᵣ₎] with r = `fixed_n_rank(n, alpha)`; None if too few."""
    ordered = sorted(finite_values("values", values))
    return between(ordered, fixed_n_rank(len(ordered), alpha))


def _two_sided(n: int, minority: int) -> float:
    tail = sum(math.comb(n, k) for k in range(minority + 1))
    return min(1.0, 2 * tail / (1 << n))
