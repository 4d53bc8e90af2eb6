"""Sign test as an e-process: it may be looked at after every group, and stopped at any look.

A group gives the log ratio g = ln(candidate / reference). If neither side is faster, its sign is a fair coin. Against
"the coin has an unknown bias", weighted by Jeffreys' prior Beta(½, ½), the likelihood ratio after n groups with s
positive ones is

    E = 2ⁿ · B(s + ½, n − s + ½) / B(½, ½).

E is a martingale under a fair coin, so by Ville's inequality it ever reaches 1/α with probability α at most, whenever
one looks. Every value θ that the same test rejects as the median of g lies outside the interval, which therefore
covers the median at all looks at once (Howard & Ramdas, Bernoulli 2022, on confidence sequences of quantiles).
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from statistics import median
from typing import NamedTuple, Protocol

from effibench.errors import UsageError
from effibench.stats._common import check_level, finite_values


class Interval(NamedTuple):
    """Confidence interval of a log ratio; `exp` of its ends bounds the ratio."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the distance of the ends, in log units (0.005 is half a percent)."""
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        """Whether the value lies outside the closed interval."""
        return value < self.low or value > self.high


class StopReason(StrEnum):
    """Why no further group is needed."""

    PRECISE = "precise"
    EQUIVALENT = "equivalent"
    BUDGET = "budget"
    UNMEASURABLE = "unmeasurable"  # windows of that length cannot be timed on this machine now


def log_e_value(n: int, s: int) -> float:
    """Natural logarithm of E after n groups, s of them positive.

    Raises:
        UsageError: s is not in 0 … n.
    """
    if not 0 <= s <= n:
        raise UsageError(f"s is {s}; it must lie between 0 and n = {n}")
    log_beta = (math.lgamma(s + 0.5) + math.lgamma(n - s + 0.5)) - math.lgamma(n + 1)
    return n * math.log(2.0) + log_beta - math.log(math.pi)  # B(½, ½) = π


@lru_cache(maxsize=4096)
def interval_rank(n: int, alpha: float = 0.05) -> int | None:
    """The largest number of groups with the minority sign at which E ≥ 1/α; None where even 0 is too many."""
    check_level("alpha", alpha)
    rank = None
    for minority in range(n // 2 + 1):
        if log_e_value(n, minority) < -math.log(alpha):
            break
        rank = minority
    return rank


def interval(values: Iterable[float], alpha: float = 0.05) -> Interval | None:
    """Interval of the median that is valid at every look: [g₍r₊₁₎, g₍ₙ₋ᵣ₎] with r = `interval_rank(n, alpha)`.

    Equal values need no special treatment: the closed interval only becomes more cautious.

    Returns:
        The interval, None while there are too few values (fewer than 7 at α = 0.05).
    """
    ordered = sorted(finite_values("values", values))
    return between(ordered, interval_rank(len(ordered), alpha))


def decided(values: Iterable[float], alpha: float = 0.05) -> bool:
    """Whether one side is faster: the interval excludes 0.

    Without ties this is the same as E ≥ 1/α. Ties are dropped from E but lie inside the interval, so with ties
    this asks for more than E does: programs that mostly tie are not different for the few times they do not.
    """
    bounds = interval(values, alpha)
    return bounds is not None and bounds.excludes(0.0)


class Evidence(Protocol):
    """A sequential test as the stopping rule sees it."""

    @property
    def interval(self) -> Interval | None:
        """Interval of the log ratio that is valid at every look."""

    @property
    def estimate(self) -> float | None:
        """Point estimate of the log ratio."""

    @property
    def decided(self) -> bool:
        """Whether the interval excludes 0."""


class SignTest:
    """Log ratios of groups, one after the other, and what they say so far.

    Attributes:
        alpha: bound on the probability of ever calling two equally fast programs different.
        ties: groups whose log ratio was exactly 0.
    """

    def __init__(self, alpha: float = 0.05) -> None:
        check_level("alpha", alpha)
        self.alpha = alpha
        self.ties = 0
        self._values: list[float] = []
        self._sorted: list[float] = []
        self._positive = 0

    def add(self, log_ratio: float) -> None:
        """Adds a group's ln(candidate / reference)."""
        (value,) = finite_values("log_ratio", [log_ratio])
        self._values.append(value)
        insort(self._sorted, value)
        self._positive += value > 0
        self.ties += value == 0

    @property
    def values(self) -> tuple[float, ...]:
        """All log ratios in the order in which they came, ties too."""
        return tuple(self._values)

    @property
    def n(self) -> int:
        """Groups that count for E: all but ties."""
        return len(self._values) - self.ties

    @property
    def log_e_value(self) -> float:
        """Natural logarithm of `e_value`."""
        return log_e_value(self.n, self._positive)

    @property
    def e_value(self) -> float:
        """Evidence against "equally fast": 1 is none, 1/α decides; ties are dropped."""
        try:
            return math.exp(self.log_e_value)
        except OverflowError:
            return math.inf

    @property
    def estimate(self) -> float | None:
        """Median of all log ratios; None before the first."""
        return median(self._sorted) if self._sorted else None

    @property
    def interval(self) -> Interval | None:
        """See the function `interval`."""
        return between(self._sorted, interval_rank(len(self._sorted), self.alpha))

    @property
    def decided(self) -> bool:
        """See the function `decided`."""
        bounds = self.interval
        return bounds is not None and bounds.excludes(0.0)


def stop_reason(test: Evidence, *, precision: float = 0.005, delta: float = 0.01) -> StopReason | None:
    """Why to stop now, None to go on. Budgets are the caller's; a spent one never means "equal".

    Args:
        precision: relative half-width that is narrow enough; a quarter of the estimate is, too.
        delta: relative difference that does not matter.
    """
    bounds, estimate = test.interval, test.estimate
    if bounds is not None and estimate is not None:
        if bounds.excludes(0.0) and bounds.half_width <= max(math.log1p(precision), abs(estimate) / 4):
            return StopReason.PRECISE
        if max(abs(bounds.low), abs(bounds.high)) <= math.log1p(delta):
            return StopReason.EQUIVALENT
    return None


def error_under_null(n_max: int, alpha: float = 0.05) -> float:
    """Exact probability that E reaches 1/α at one of the first n_max groups of two equally fast programs.

    Dynamic programme over the number of positive groups among the walks that have not been stopped.
    """
    error, walks = 0.0, [1.0]
    for n in range(1, n_max + 1):
        stepped = [0.0] * (n + 1)
        for s, probability in enumerate(walks):
            stepped[s] += probability / 2
            stepped[s + 1] += probability / 2
        rank = interval_rank(n, alpha)
        if rank is not None:
            for s in {*range(rank + 1), *range(n - rank, n + 1)}:
                error += stepped[s]
                stepped[s] = 0.0
        walks = stepped
    return error


def between(ordered: Sequence[float], rank: int | None) -> Interval | None:
    """The interval that leaves out `rank` of the sorted values at each end; None without a rank."""
    return None if rank is None else Interval(ordered[rank], ordered[len(ordered) - 1 - rank])
