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
from enum import StrEnum
from typing import NamedTuple, Protocol

from effibench.errors import UsageError


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
