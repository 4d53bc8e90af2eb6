"""Are neighbouring groups independent? If not, their signs count for less than the sign test believes.

Slow drift makes the log ratios of neighbours alike. Groups of twice as many rounds depend on each other less; the count
starts anew with them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from effibench.stats.basics import average_ranks, finite_values

# Above this, groups are doubled. Independent groups measured here: −0.06 to −0.04; raw rounds up to 0.20.
DEPENDENCE_LIMIT = 0.2


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
