"""Do two orders agree? Rank correlations of paired values, such as models' scores under two normalisations."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from effibench.errors import UsageError
from effibench.stats.basics import average_ranks, finite_values


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """Agreement of two rankings of the same things.

    Attributes:
        n: pairs of values.
        spearman: Pearson correlation of the ranks, equal values sharing a rank; None if one side is all equal.
        kendall: Kendall's tau-b; None likewise.
        concordant, discordant: pairs of things that both sides put in the same order, and in opposite orders; a pair
            that is tied on a side is neither.
    """

    n: int
    spearman: float | None
    kendall: float | None
    concordant: int
    discordant: int


def rank_correlation(x: Iterable[float], y: Iterable[float]) -> RankCorrelation:
    """Spearman's rho, Kendall's tau-b and the pairs behind it.

    Raises:
        UsageError: fewer than two pairs, different lengths, or a value that is not finite.
    """
    first, second = finite_values("x", x, at_least=2), finite_values("y", y)
    if len(first) != len(second):
        raise UsageError(f"x has {len(first)} values, y has {len(second)}; they must be paired")
    signs = [
        (_sign(first[i] - first[j]), _sign(second[i] - second[j]))
        for i, j in combinations(range(len(first)), 2)
    ]
    concordant = sum(a * b > 0 for a, b in signs)
    discordant = sum(a * b < 0 for a, b in signs)
    untied = math.sqrt(sum(a != 0 for a, _ in signs) * sum(b != 0 for _, b in signs))
    return RankCorrelation(
        n=len(first),
        spearman=_pearson(average_ranks(first), average_ranks(second)),
        kendall=(concordant - discordant) / untied if untied else None,
        concordant=concordant,
        discordant=discordant,
    )


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _pearson(x: list[float], y: list[float]) -> float | None:
    mean = (len(x) + 1) / 2  # of any ranks, shared or not
    spread = math.sqrt(sum((a - mean) ** 2 for a in x) * sum((b - mean) ** 2 for b in y))
    return sum((a - mean) * (b - mean) for a, b in zip(x, y, strict=True)) / spread if spread else None
