"""The published audit of a pair of solutions: 30 runs of each, Mann–Whitney and Cliff's delta; then all tasks together.

Source: "Rethinking Code Performance Benchmarks for LLMs", statistical protocol. A run is one execution of all timed
cases. The question is always whether `a` is faster than `b`; in that paper a is the performant side, b the canonical
one. Two things differ here: runs take turns, where the paper is silent about their order, and a run is the sum of its
timed calls, not the time of a whole process.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

import msgspec

from effibench.stats.basics import check_level, finite_values
from effibench.stats.multiple import benjamini_hochberg, holm
from effibench.stats.one_sample import wilcoxon_signed_rank
from effibench.stats.two_samples import EffectSize, cliffs_delta, mann_whitney

RUNS = 30
DELTA_NOTE = (
    "At n = 30, delta is a consequence of p: both follow from the same count of pairs, and p < 0.05 (one-sided, no "
    "ties) is the same as delta of 0.249 or more, so a significant difference is never negligible (below 0.147)."
)


class RankTest(msgspec.Struct, frozen=True, kw_only=True):
    """Is `a` faster than `b` in 30 runs of each?

    Attributes:
        runs: runs of each side that the test takes.
        alpha: p below this is significant.
        p_value: one-sided Mann–Whitney, small if a is faster; 1 where a side is not correct (`reason`); None with too
            few runs (`reason`).
        significant: p < alpha.
        delta: Cliff's delta, positive if a is faster; `delta_low` … `delta_high` is its 1 - alpha interval.
        effect: bucket of |delta|.
        a_seconds, b_seconds: mean of the runs.
        improvement: (b - a) / b of the means: the share of b's time that a saves.
        valid: whether both sides are correct.
        reason: why there is no test, else empty.
        note: how to read delta beside p.
    """

    runs: int = RUNS
    alpha: float = 0.05
    p_value: float | None = None
    significant: bool | None = None
    delta: float | None = None
    delta_low: float | None = None
    delta_high: float | None = None
    effect: EffectSize | None = None
    a_seconds: float | None = None
    b_seconds: float | None = None
    improvement: float | None = None
    valid: bool = True
    reason: str = ""
    note: str = DELTA_NOTE


class Adjusted(msgspec.Struct, frozen=True, kw_only=True):
    """One p-value of a family, and what is left of it: adjusted values are to be compared with alpha. None: no test."""

    p_value: float | None = None
    holm: float | None = None
    benjamini_hochberg: float | None = None
    reason: str = ""


class AcrossTasks(msgspec.Struct, frozen=True, kw_only=True):
    """One benchmark: is `a` faster than `b` over its tasks?

    Attributes:
        tasks: all of them.
        invalid: tasks with a side that is not correct; not significant and without times.
        significant: tasks with p < alpha; `significant_share` of all tasks, invalid ones included.
        p_value: one-sided Wilcoxon signed-rank over the valid tasks' differences of mean run times, small if a is
            faster; None if a task has no test or no task is valid (`reason`).
        w_plus: sum of the ranks of the tasks on which a is faster.
        zeros: tasks without any difference, which the test drops.
        improvement: mean of (b - a) / b over the valid tasks.
        improvement_significant: the same over the significant tasks; None if there is none.
        reason: why there is no p-value, else empty.
    """

    tasks: int
    invalid: int = 0
    significant: int | None = None
    significant_share: float | None = None
    p_value: float | None = None
    w_plus: float | None = None
    zeros: int | None = None
    improvement: float | None = None
    improvement_significant: float | None = None
    reason: str = ""


def rank_test(a: Iterable[float], b: Iterable[float], *, alpha: float = 0.05) -> RankTest:
    """Tests the first 30 runs of each side.

    Args:
        a, b: times of runs in s, in order.

    Raises:
        UsageError: a time is not finite, or alpha is not between 0 and 1.
    """
    check_level("alpha", alpha)
    first, second = finite_values("a", a), finite_values("b", b)
    for name, side in (("a", first), ("b", second)):
        if len(side) < RUNS:
            return RankTest(alpha=alpha, reason=f"{name} has {len(side)} run(s); {RUNS} are needed")
    first, second = first[:RUNS], second[:RUNS]
    a_seconds, b_seconds = fmean(first), fmean(second)
    if b_seconds <= 0:
        return RankTest(alpha=alpha, reason=f"b's mean of {b_seconds:g} s is below the clock's resolution")
    p_value = mann_whitney(first, second, "less").p_value
    delta = cliffs_delta(second, first, alpha)
    return RankTest(
        alpha=alpha,
        p_value=p_value,
        significant=p_value < alpha,
        delta=delta.delta,
        delta_low=delta.low,
        delta_high=delta.high,
        effect=delta.size,
        a_seconds=a_seconds,
        b_seconds=b_seconds,
        improvement=(b_seconds - a_seconds) / b_seconds,
    )


def invalid_test(reason: str, *, alpha: float = 0.05) -> RankTest:
    """A pair with a side that is not correct: p = 1, never dropped (the paper's rule)."""
    return RankTest(alpha=alpha, p_value=1.0, significant=False, valid=False, reason=reason)


def adjusted(tests: Sequence[RankTest]) -> tuple[Adjusted, ...]:
    """Holm's and Benjamini & Hochberg's columns over a family, in its order.

    A pair without a test keeps its place in the family, as p = 1, and gets no number: to leave it out would make the
    others look better.
    """
    p_values = [1.0 if test.p_value is None else test.p_value for test in tests]
    return tuple(
        Adjusted(p_value=test.p_value, holm=by_holm, benjamini_hochberg=by_bh, reason=test.reason)
        if test.p_value is not None
        else Adjusted(reason=test.reason)
        for test, by_holm, by_bh in zip(tests, holm(p_values), benjamini_hochberg(p_values), strict=True)
    )


def across_tests(tests: Sequence[RankTest]) -> AcrossTasks:
    """All tasks of a benchmark together, from the test of each; there is no number if a task has no test."""
    invalid = sum(not test.valid for test in tests)
    missing = [(index, test.reason) for index, test in enumerate(tests) if test.p_value is None]
    if missing:
        index, why = missing[0]
        reason = f"{len(missing)} of {len(tests)} tasks have no test; the first is number {index}: {why}"
        return AcrossTasks(tasks=len(tests), invalid=invalid, reason=reason)
    valid = [test for test in tests if test.valid]
    better = [test for test in valid if test.significant]
    summary = AcrossTasks(
        tasks=len(tests),
        invalid=invalid,
        significant=len(better),
        significant_share=len(better) / len(tests) if tests else None,
        improvement=_mean_improvement(valid),
        improvement_significant=_mean_improvement(better),
        reason="" if valid else "no task has both sides correct",
    )
    if not valid:
        return summary
    differences = [(test.b_seconds or 0.0) - (test.a_seconds or 0.0) for test in valid]
    outcome = wilcoxon_signed_rank(differences, "greater")
    return msgspec.structs.replace(
        summary, p_value=outcome.p_value, w_plus=outcome.w_plus, zeros=outcome.zeros
    )


def _mean_improvement(tests: Sequence[RankTest]) -> float | None:
    shares = [test.improvement for test in tests if test.improvement is not None]
    return fmean(shares) if shares else None
