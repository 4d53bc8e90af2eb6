"""Whether a few runs on one input let a confirmation over a suite of such inputs be expected to succeed."""

from __future__ import annotations

from typing import NamedTuple

from effibench.audit.growth_gaps import GapAt, gap_at
from effibench.stress.prober import Prober, Quick, Refusal
from effibench.stress.record import StressInput, StressSettings

SEARCH_LEVEL = 0.05
"""Of the tests on quick runs. They choose inputs and confirm nothing, and at far lower levels few runs show no gap."""


class Point(NamedTuple):
    """Both sides on one input.

    Attributes:
        size: of the input, as it came out.
        gap: of the times as a run of the confirmation would show them.
        visible: whether a confirmation is expected to succeed.
    """

    input: StressInput
    size: int
    quick: Quick
    gap: GapAt
    visible: bool

    @property
    def ratio(self) -> float:
        """Slow side's time over the fast side's, in a run of the confirmation."""
        return self.gap.ratio

    @property
    def worth_a_test(self) -> bool:
        """Whether the slow side is slower at all."""
        return self.gap.gap and self.gap.ratio > 1


def probe(
    prober: Prober,
    given: StressInput,
    size: int,
    settings: StressSettings,
    *,
    seconds: float | None = None,
) -> Point | Refusal:
    """Validates an input and runs both sides on it a few times; once more if a difference shows.

    With few runs and many inputs some look separated by chance, so only what new runs show again is visible.

    Args:
        seconds: limit of a call, where it is to be shorter than the usual one.
    """
    refused = prober.validate(given.arguments, seconds)
    if refused is not None:
        return refused
    point = _point(prober, given, size, settings)
    return _point(prober, given, size, settings) if isinstance(point, Point) and point.visible else point


def _point(prober: Prober, given: StressInput, size: int, settings: StressSettings) -> Point | Refusal:
    quick = prober.quick(given.arguments, settings.quick_runs)
    if isinstance(quick, Refusal):
        return quick
    # A run of the confirmation goes over the whole suite, so each input bears a part of what comes with a run.
    beside = prober.overhead_seconds / settings.tests
    gap = gap_at(
        size,
        [time + beside for time in quick.fast_seconds],
        [time + beside for time in quick.slow_seconds],
        alpha=SEARCH_LEVEL,
        min_ratio=settings.min_ratio,
    )
    return Point(given, size, quick, gap, visible=gap.gap and gap.ratio >= settings.target_ratio)
