"""How many pairs of a random order are out of order: the exact null distribution behind rank intervals."""

from __future__ import annotations

from collections.abc import Sequence

from effibench.errors import UsageError


def inversion_counts(groups: Sequence[int]) -> list[int]:
    """How many arrangements of groups of these sizes have 0, 1, … pairs out of order, pairs inside a group not counted.

    Two groups give the distribution of Mann–Whitney's U, groups of one that of Kendall's count of discordant pairs,
    and groups of any size that of Jonckheere's statistic. The counts are the coefficients of the Gaussian multinomial
    [n]! / ([g₁]! [g₂]! …), with [k]! = Π (1 - qⁱ)/(1 - q) for i = 1 … k (MacMahon, "Combinatory Analysis", 1915).

    Raises:
        UsageError: a size is negative.
    """
    if any(size < 0 for size in groups):
        raise UsageError(f"groups is {list(groups)}; sizes cannot be negative")
    counts, total = [1], 0
    for size in sorted(groups):
        counts = _times_binomial(counts, total, size)
        total += size
    return counts


def _times_binomial(counts: list[int], before: int, size: int) -> list[int]:
    """The product with the Gaussian binomial (before + size over size): (1 - qᵇ⁺ⁱ)/(1 - qⁱ) for i = 1 … size."""
    made = [*counts, *[0] * (before * size)]
    for i in range(1, min(before, size) + 1):
        high = max(before, size) + i
        for power in range(len(made) - 1, high - 1, -1):
            made[power] -= made[power - high]
        for power in range(i, len(made)):
            made[power] += made[power - i]
    return made


def rank_below(counts: Sequence[int], alpha: float) -> int | None:
    """The largest k with P(X ≤ k) ≤ alpha/2, X being distributed as `counts`; None if not even P(X = 0) is that small.

    Of K values sorted, of which X lie below the truth, those with index k and K - 1 - k then enclose it with confidence
    1 - alpha or more.
    """
    allowed, below = alpha / 2 * sum(counts), 0
    for k, count in enumerate(counts):
        below += count
        if below > allowed:
            return k - 1 if k else None
    return len(counts) - 1
