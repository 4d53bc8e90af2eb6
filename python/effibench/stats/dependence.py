"""Are neighbouring groups independent? If not, their signs count for less than the sign test believes.

Slow drift makes the log ratios of neighbours alike. Two neighbours merged are one group of twice as many rounds: its
minima, and so its log ratio, follow from theirs. After a merge the count starts anew.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from effibench.errors import UsageError
from effibench.stats._common import average_ranks, finite_values

# Above this, neighbours are merged. Independent groups measured here: −0.06 to −0.04; raw rounds up to 0.20.
DEPENDENCE_LIMIT = 0.2


class GroupMinima(NamedTuple):
    """Shortest time of each side among the rounds of a group, both in the same unit."""

    candidate: float
    reference: float

    @property
    def log_ratio(self) -> float:
        """ln(candidate / reference).

        Raises:
            UsageError: a minimum is not a positive number: the window was below the clock's resolution.
        """
        for name, value in zip(self._fields, self, strict=True):
            if not (value > 0 and math.isfinite(value)):
                raise UsageError(f"{name} is {value}; a group's minimum must be a positive number")
        return math.log(self.candidate) - math.log(self.reference)


def lag1_rank_autocorrelation(values: Iterable[float]) -> float | None:
    """Correlation of each value's rank with its successor's: Σ(rᵢ − r̄)(rᵢ₊₁ − r̄) / Σ(rᵢ − r̄)².

    Rank form of the serial correlation of Wald & Wolfowitz (Annals of Mathematical Statistics, 1943); equal values
    share a rank. Its mean is −1/n for independent values.

    Returns:
        The correlation, None where there is none: fewer than three values, or all equal.
    """
    ranks = average_ranks(finite_values("values", values))
    mean = (len(ranks) + 1) / 2
    squares = sum((rank - mean) ** 2 for rank in ranks)
    if len(ranks) < 3 or squares == 0:
        return None
    products = ((rank - mean) * (successor - mean) for rank, successor in pairwise(ranks))
    return sum(products) / squares


def dependent(values: Iterable[float], limit: float = DEPENDENCE_LIMIT) -> bool:
    """Whether neighbours are too alike to be counted as independent groups."""
    correlation = lag1_rank_autocorrelation(values)
    return correlation is not None and correlation > limit


def merge_neighbours(groups: Sequence[GroupMinima]) -> list[GroupMinima]:
    """Merges groups 0 and 1, 2 and 3, …; an odd last group, being half of a new one, is left out."""
    return [
        GroupMinima(min(first.candidate, second.candidate), min(first.reference, second.reference))
        for first, second in zip(groups[::2], groups[1::2], strict=False)
    ]
