"""From which size of the input on two solutions can be told apart, and why a benchmark's own size may not do.

Sizes are tested from the largest down, until one shows no gap: each test may then use all of alpha, since the order is
fixed beforehand. If the largest size was chosen because of what these samples showed, confirm it with new ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from effibench.audit.growth_fits import Crossing, Fit, crossing, fit_growth
from effibench.audit.growth_gaps import MIN_RATIO, GapAt, gap_at
from effibench.errors import UsageError

# A line through times is not trusted further than this many times the largest size.
REACH = 8.0


class Sample(NamedTuple):
    """One run of each side at one size, times in s."""

    size: float
    a_seconds: float
    b_seconds: float


class Verdict(StrEnum):
    """Why a pair is separable or not."""

    NO_CHANGE = "no_change"  # the sources are the same, and no gap was measured
    SEPARABLE = "separable"  # at the benchmark's own size
    INPUTS_TOO_SMALL = "inputs_too_small"  # a gap appears at a larger size
    REVERSED = "reversed"  # there is a gap, at the own size or a larger one, but b is the faster side
    REALLY_EQUAL = "really_equal"  # up to the largest size that was measured
    UNRESOLVED = "unresolved"  # the samples cannot tell


class GrowthReport(msgspec.Struct, frozen=True, kw_only=True):
    """What samples over sizes say of a pair.

    Attributes:
        gap_size: smallest size from which on all show the gap, or where it is expected (`extrapolated`); else None.
        faster: the faster side where there is a gap, else empty.
        own_size, largest: the benchmark's own size, and the largest that was measured.
        a, b: fits of the sides; `ratio` of b's time over a's, run by run. None with fewer than 2 sizes.
        crossing: where the fits' ratio reaches `min_ratio`, if it does.
        dropped: samples with a time that is not positive, left out.
    """

    verdict: Verdict
    reason: str
    own_size: float
    largest: float
    min_ratio: float
    gap_size: float | None = None
    extrapolated: bool = False
    faster: str = ""
    sizes: tuple[GapAt, ...] = ()
    a: Fit | None = None
    b: Fit | None = None
    ratio: Fit | None = None
    crossing: Crossing | None = None
    dropped: int = 0


def growth_report(
    samples: Iterable[Sample],
    *,
    own_size: float | None = None,
    same_source: bool = False,
    min_ratio: float = MIN_RATIO,
    alpha: float = 0.05,
) -> GrowthReport:
    """Why a pair is separable at the benchmark's own size, or not.

    Args:
        samples: runs of both sides, several a size; b is the side that is expected to be slower.
        own_size: size of the benchmark's own inputs; the smallest that was measured if None.
        same_source: the static comparison found no change, for certain; a measured gap outweighs it.
        min_ratio: ratio of times below which a difference does not count.

    Raises:
        UsageError: there is no sample with two positive times, or none of the own size.
    """
    given = list(samples)
    kept = [sample for sample in given if sample.a_seconds > 0 and sample.b_seconds > 0]
    by_size: dict[float, list[Sample]] = {}
    for sample in sorted(kept, key=lambda sample: sample.size):
        by_size.setdefault(sample.size, []).append(sample)
    if not by_size:
        raise UsageError("there is no sample in which both times are positive")
    own = min(by_size) if own_size is None else own_size
    if own not in by_size:
        raise UsageError(f"own_size is {own:g}; measured are {', '.join(f'{size:g}' for size in by_size)}")
    gaps = tuple(
        gap_at(
            size,
            [sample.a_seconds for sample in runs],
            [sample.b_seconds for sample in runs],
            alpha=alpha,
            min_ratio=min_ratio,
        )
        for size, runs in by_size.items()
    )
    report = GrowthReport(
        verdict=Verdict.UNRESOLVED,
        reason="",
        own_size=own,
        largest=gaps[-1].size,
        min_ratio=min_ratio,
        sizes=gaps,
        dropped=len(given) - len(kept),
    )
    if len(gaps) > 1:
        report = _with_fits(report, kept, alpha)
    return _judged(report, same_source)


def _with_fits(report: GrowthReport, samples: Sequence[Sample], alpha: float) -> GrowthReport:
    sizes = [sample.size for sample in samples]
    a = fit_growth(sizes, [sample.a_seconds for sample in samples], alpha=alpha)
    b = fit_growth(sizes, [sample.b_seconds for sample in samples], alpha=alpha)
    # Of both times of a run, so that what slowed both down falls out.
    ratio = fit_growth(sizes, [sample.b_seconds / sample.a_seconds for sample in samples], alpha=alpha)
    faster, slower = (a, b) if ratio.exponent >= 0 else (b, a)
    smallest = report.sizes[0].size
    reached = crossing(faster, slower, ratio=report.min_ratio, smallest=smallest, largest=report.largest)
    return msgspec.structs.replace(report, a=a, b=b, ratio=ratio, crossing=reached)


def _judged(report: GrowthReport, same_source: bool) -> GrowthReport:
    own = next(gap for gap in report.sizes if gap.size == report.own_size)
    first = _first_of_all_larger(report.sizes)
    although = ", although the sources look the same" if same_source else ""
    if own.gap:
        reason = f"there is a gap at the benchmark's own size{although}"
        return _apart(report, Verdict.SEPARABLE, reason, own.size, _faster(own))
    if first is not None and first.size > report.own_size:
        reason = f"there is a gap from size {first.size:g} on, the own size is {report.own_size:g}{although}"
        return _apart(report, Verdict.INPUTS_TOO_SMALL, reason, first.size, _faster(first))
    if same_source:
        return _said(report, Verdict.NO_CHANGE, "the sources do the same work")
    expected = _expected(report)
    if expected is not None:
        size, faster = expected
        reason = f"no gap up to size {report.largest:g}, but the ratio grows: expected from {size:.3g} on, not measured"
        made = _apart(report, Verdict.INPUTS_TOO_SMALL, reason, size, faster)
        return msgspec.structs.replace(made, extrapolated=True)
    if report.sizes[-1].equal:
        change = f"{100 * (report.min_ratio - 1):.3g} %"
        return _said(
            report, Verdict.REALLY_EQUAL, f"equal within {change} at size {report.largest:g}, the largest"
        )
    return _said(
        report, Verdict.UNRESOLVED, f"neither a gap nor equal at size {report.largest:g}, the largest"
    )


def _said(report: GrowthReport, verdict: Verdict, reason: str) -> GrowthReport:
    return msgspec.structs.replace(report, verdict=verdict, reason=reason)


def _apart(report: GrowthReport, verdict: Verdict, reason: str, size: float, faster: str) -> GrowthReport:
    """A gap has the verdict if its direction is the expected one."""
    if faster == "b":
        verdict, reason = Verdict.REVERSED, f"{reason}; b, which was to be slower, is the faster side"
    return msgspec.structs.replace(report, verdict=verdict, reason=reason, gap_size=size, faster=faster)


def _faster(gap: GapAt) -> str:
    return "a" if gap.ratio > 1 else "b"


def _first_of_all_larger(sizes: Sequence[GapAt]) -> GapAt | None:
    """The smallest size from which on every size shows a gap of the same direction."""
    first = None
    for gap in reversed(sizes):
        if not gap.gap or (first is not None and (gap.ratio > 1) != (first.ratio > 1)):
            break
        first = gap
    return first


def _expected(report: GrowthReport) -> tuple[float, str] | None:
    """Where a gap is to be expected, and the faster side: where the ratio surely grows and soon is large enough."""
    ratio, reached = report.ratio, report.crossing
    if ratio is None or reached is None or not reached.extrapolated or reached.size > REACH * report.largest:
        return None
    if ratio.low is not None and ratio.low > 0:
        return reached.size, "a"
    if ratio.high is not None and ratio.high < 0:
        return reached.size, "b"
    return None
