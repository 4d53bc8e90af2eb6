"""The published point estimates of a ratio: mean of a few, Hodges–Lehmann of six, minimum of ten.

Each is a number without an error bar: it says what that publication would have printed, not how sure one may be.
Ratios are time of `a` / time of `b`; times are in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

import msgspec

from effibench.errors import UsageError
from effibench.stats.basics import finite_values
from effibench.stats.calibration import reported_mean
from effibench.stats.one_sample import hodges_lehmann


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """One published estimator on both sides.

    Attributes:
        protocol: name of the estimator and who published it.
        warmups: calls before the first sample that counts.
        samples: samples of each side, for each case.
        a_seconds, b_seconds: the estimate of each side; over several cases what the rule makes of them.
        ratio: a / b; None with too few samples (`reason`).
        reason: why there is no ratio, else empty.
    """

    protocol: str
    warmups: int
    samples: int
    a_seconds: float | None = None
    b_seconds: float | None = None
    ratio: float | None = None
    reason: str = ""


class Rule(NamedTuple):
    """How a publication gets from samples to a case's time, and from cases to one ratio.

    Attributes:
        estimate: time of one side on one case from its samples.
        combine: time of a, time of b and ratio from the sides' times on all cases.
    """

    protocol: str
    warmups: int
    samples: int
    estimate: Callable[[Sequence[float]], float]
    combine: Callable[[Sequence[float], Sequence[float]], tuple[float, float, float]]

    def missing(self, reason: str) -> Estimate:
        """No number, and why."""
        return Estimate(protocol=self.protocol, warmups=self.warmups, samples=self.samples, reason=reason)

    def case(self, a: Iterable[float], b: Iterable[float]) -> Estimate:
        """One case, from all times of each side in s in order, warm-ups included; later times are left out.

        Raises:
            UsageError: a time is not finite.
        """
        needed = self.warmups + self.samples
        times = {"a": finite_values("a", a), "b": finite_values("b", b)}
        for name, side in times.items():
            if len(side) < needed:
                return self.missing(
                    f"{name} has {len(side)} time(s); {self.warmups} warm-up(s) and {self.samples} samples are needed"
                )
        a_seconds, b_seconds = (self.estimate(side[self.warmups : needed]) for side in times.values())
        return self.over_cases([self._made(a_seconds, b_seconds, None)])

    def over_cases(self, cases: Sequence[Estimate]) -> Estimate:
        """All cases together; no number if a case has none.

        Raises:
            UsageError: there is no case.
        """
        if not cases:
            raise UsageError("cases is empty; there is nothing to combine")
        a, b = [], []
        for case in cases:
            if case.a_seconds is None or case.b_seconds is None or case.reason:
                return self.missing(case.reason)
            a.append(case.a_seconds)
            b.append(case.b_seconds)
        if min(*a, *b) <= 0:
            return self.missing(f"a time of {min(*a, *b):g} s is below the clock's resolution")
        return self._made(*self.combine(a, b))

    def _made(self, a_seconds: float, b_seconds: float, ratio: float | None) -> Estimate:
        return Estimate(
            protocol=self.protocol,
            warmups=self.warmups,
            samples=self.samples,
            a_seconds=a_seconds,
            b_seconds=b_seconds,
            ratio=ratio,
        )


def mean_rule(warmups: int = 1, timed: int = 3) -> Rule:
    """W warm-ups, then the mean of M timed calls; a solution's time is the mean over its cases.

    Source: DSEffi-Bench, timing protocol (1 warm-up and 3 timed calls, `perf_counter`, arithmetic means); its table 19
    has the spread for other W and M.

    Raises:
        UsageError: a negative number of warm-ups, or no timed call.
    """
    if warmups < 0 or timed < 1:
        raise UsageError(f"warmups = {warmups} and timed = {timed}; they must be at least 0 and 1")
    return Rule(
        f"DSEffi-Bench: {warmups} warm-up(s), mean of {timed}",
        warmups,
        timed,
        lambda samples: reported_mean(samples, 0, timed),
        lambda a, b: (fmean(a), fmean(b), fmean(a) / fmean(b)),
    )


HODGES_LEHMANN_OF_SIX = Rule(
    "ENAMEL: Hodges–Lehmann of 6",
    0,
    6,
    hodges_lehmann,
    lambda a, b: (max(a), max(b), max(a) / max(b)),
)
"""Six repetitions, the median of all pairwise means; the time of several cases is that of the slowest.

Source: ENAMEL, its harness's estimator, and its efficiency score, in which a level's time is the maximum of its cases.
"""

MINIMUM_OF_TEN = Rule(
    "AlgoTune: minimum of 10",
    0,
    10,
    min,
    lambda a, b: (fmean(a), fmean(b), 1 / fmean(y / x for x, y in zip(a, b, strict=True))),
)
"""The fastest of ten runs; the speed-up over several cases is the arithmetic mean of b / a, and `ratio` is 1 / that.

Source: AlgoTune, evaluation of a task (`final_speedup`). Its own warm-up is a run of another problem: the rounds before
a process pair's first group are that here. `a_seconds` and `b_seconds` are means, and `ratio` is not their quotient.
"""


def mean_of_timed(a: Iterable[float], b: Iterable[float], *, warmups: int = 1, timed: int = 3) -> Estimate:
    """Ratio of the means of `timed` calls after `warmups` calls; see `mean_rule`. Times in s, warm-ups first."""
    return mean_rule(warmups, timed).case(a, b)


def hodges_lehmann_of_six(a: Iterable[float], b: Iterable[float]) -> Estimate:
    """Ratio of the Hodges–Lehmann estimates of the first six times, in s; see `HODGES_LEHMANN_OF_SIX`."""
    return HODGES_LEHMANN_OF_SIX.case(a, b)


def minimum_of_ten(a: Iterable[float], b: Iterable[float]) -> Estimate:
    """Ratio of the minima of the first ten times, in s; see `MINIMUM_OF_TEN`."""
    return MINIMUM_OF_TEN.case(a, b)
