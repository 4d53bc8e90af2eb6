"""What statistics share: checked input, ranks and the normal distribution."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from effibench.errors import UsageError

Alternative = Literal["two-sided", "less", "greater"]
Method = Literal["auto", "exact", "asymptotic"]


def finite_values(name: str, values: Iterable[float], *, at_least: int = 0) -> list[float]:
    """The values as a list of floats.

    Raises:
        UsageError: one of them is NaN or infinite, or there are fewer than `at_least`.
    """
    checked = [float(value) for value in values]
    for index, value in enumerate(checked):
        if not math.isfinite(value):
            raise UsageError(f"{name}[{index}] is {value}; only finite numbers can be compared")
    if len(checked) < at_least:
        raise UsageError(f"{name} has {len(checked)} value(s); at least {at_least} are needed")
    return checked


def check_level(name: str, value: float) -> None:
    """Raises UsageError unless the value lies strictly between 0 and 1."""
    if not 0.0 < value < 1.0:
        raise UsageError(f"{name} is {value!r}; it must lie between 0 and 1")


def check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    """Raises UsageError unless the value is one of the choices."""
    if value not in choices:
        raise UsageError(f"{name} is {value!r}; it must be one of {', '.join(choices)}")


def average_ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1 upwards; equal values share the average of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start + 1
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for position in range(start, end):
            ranks[order[position]] = (start + 1 + end) / 2
        start = end
    return ranks


def tie_term(values: Iterable[float]) -> int:
    """Sum of t³ − t over the sizes t of all groups of equal values; 0 without ties."""
    return sum(size**3 - size for size in Counter(values).values())


def normal_sf(z: float) -> float:
    """P(Z ≥ z) of the standard normal distribution, exact far out in the tail too."""
    return 0.5 * math.erfc(z / math.sqrt(2.0))


def discrete_p_value(counts: Sequence[int], observed: int, alternative: Alternative) -> float:
    """Exact p-value of an integer statistic whose null distribution is proportional to `counts`.

    The two-sided p-value is twice the smaller tail, at most 1.
    """
    total = sum(counts)
    below, above = sum(counts[: observed + 1]), sum(counts[observed:])
    if alternative == "less":
        return below / total
    if alternative == "greater":
        return above / total
    return min(1.0, 2 * min(below, above) / total)
