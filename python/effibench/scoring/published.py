"""What published protocols would have said about a comparison, from the very samples that it took.

The paired protocol takes more samples than any of them, in turns, so their numbers come for free: of each case, each
domain and all timed cases together. How many samples, which estimator and which test are theirs; the order of runs
(turns instead of one side after the other) and the window (a call, never a whole process) are those of the paired
protocol. A protocol that wants more samples than there are gives no number. Thirty groups (`PairedSettings.groups`)
of five rounds have enough for all of them where a domain has up to five cases.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from effibench.model import Comparison, Verdict
from effibench.paired import Paired
from effibench.scoring.estimators import (
    HODGES_LEHMANN_OF_SIX,
    MINIMUM_OF_TEN,
    Estimate,
    Rule,
    hodges_lehmann_of_six,
    mean_of_timed,
    mean_rule,
    minimum_of_ten,
)
from effibench.scoring.ranks import (
    RUNS,
    AcrossTasks,
    Adjusted,
    RankTest,
    across_tests,
    adjusted,
    invalid_test,
    rank_test,
)
from effibench.scoring.rounds import CaseTimes, case_times

__all__ = [
    "AcrossTasks",
    "Adjusted",
    "Estimate",
    "Protocols",
    "Published",
    "RankTest",
    "across_tasks",
    "adjusted",
    "hodges_lehmann_of_six",
    "mean_of_timed",
    "minimum_of_ten",
    "published",
    "rank_test",
    "task_rank_test",
]


class Protocols(msgspec.Struct, frozen=True, kw_only=True):
    """All published protocols on one case, one domain or the task.

    Attributes:
        domain: empty for the task.
        seed: None for a domain and for the task.
        mean: W warm-ups and the mean of M timed calls (DSEffi-Bench).
        rank: 30 runs, Mann–Whitney and Cliff's delta ("Rethinking Code Performance Benchmarks for LLMs").
        hodges_lehmann: Hodges–Lehmann of six (ENAMEL).
        minimum: minimum of ten (AlgoTune).
    """

    domain: str = ""
    seed: int | None = None
    mean: Estimate
    rank: RankTest
    hodges_lehmann: Estimate
    minimum: Estimate


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """The published protocols on one comparison: on the task, each timed domain and each timed case."""

    task: Protocols
    domains: tuple[Protocols, ...] = ()
    cases: tuple[Protocols, ...] = ()


def published(paired: Paired, *, warmups: int = 1, timed: int = 3, alpha: float = 0.05) -> Published:
    """Reports every published protocol from the rounds of a comparison (`a` beside `b`, times in s).

    The point estimates take their samples from one process pair, as those protocols time in one process; the runs of
    the rank test go on over the process pairs.

    Args:
        warmups, timed: W and M of `Protocols.mean`.

    Raises:
        UsageError: W, M or alpha make no sense, or the record's cases and rounds do not belong together.
    """
    rules = mean_rule(warmups, timed), HODGES_LEHMANN_OF_SIX, MINIMUM_OF_TEN
    times = case_times(paired)
    wrong = _not_correct(paired)
    if not times or wrong:
        reason = wrong or paired.reason or "no case was timed"
        rank = invalid_test(wrong, alpha=alpha) if wrong else RankTest(alpha=alpha, reason=reason)
        return Published(task=_row("", None, [rule.missing(reason) for rule in rules], rank))
    by_case = [[_estimate(case, rule) for rule in rules] for case in times]
    domains = dict.fromkeys(case.domain for case in times)

    def together(domain: str) -> Protocols:
        own = [index for index, case in enumerate(times) if domain in {"", case.domain}]
        estimates = [
            rule.over_cases([by_case[index][number] for index in own]) for number, rule in enumerate(rules)
        ]
        return _row(domain, None, estimates, _rank_test([times[index] for index in own], alpha))

    return Published(
        task=together(""),
        domains=tuple(together(domain) for domain in domains),
        cases=tuple(
            _row(case.domain, case.seed, estimates, _rank_test([case], alpha))
            for case, estimates in zip(times, by_case, strict=True)
        ),
    )


def task_rank_test(paired: Paired, *, alpha: float = 0.05) -> RankTest:
    """The rank test on all timed cases of a comparison; p = 1 if a side is not correct (the paper's rule).

    Raises:
        UsageError: alpha makes no sense, or the record's cases and rounds do not belong together.
    """
    wrong = _not_correct(paired)
    if wrong:
        return invalid_test(wrong, alpha=alpha)
    times = case_times(paired)
    if not times:
        return RankTest(alpha=alpha, reason=paired.reason or "no case was timed")
    return _rank_test(times, alpha)


def across_tasks(comparisons: Sequence[Paired], *, alpha: float = 0.05) -> AcrossTasks:
    """Wilcoxon's signed-rank test over tasks, and the mean relative improvement on the significant ones.

    Source: "Rethinking Code Performance Benchmarks for LLMs", statistical protocol, benchmark level.

    Args:
        comparisons: one of each task, always with the performant side as `a`.

    Raises:
        UsageError: as `task_rank_test`.
    """
    return across_tests([task_rank_test(comparison, alpha=alpha) for comparison in comparisons])


def _row(domain: str, seed: int | None, estimates: Sequence[Estimate], rank: RankTest) -> Protocols:
    mean, of_six, minimum = estimates
    return Protocols(domain=domain, seed=seed, mean=mean, rank=rank, hodges_lehmann=of_six, minimum=minimum)


def _not_correct(paired: Paired) -> str:
    if not isinstance(paired, Comparison):
        return ""
    wrong = [
        f"{name} ({verdict.value})"
        for name, verdict in ((paired.a, paired.a_verdict), (paired.b, paired.b_verdict))
        if verdict is not Verdict.PASS
    ]
    return f"not correct: {', '.join(wrong)}" if wrong else ""


def _estimate(case: CaseTimes, rule: Rule) -> Estimate:
    times = case.in_one_process(rule.warmups, rule.samples)
    if times is None:
        return rule.missing(
            f"{case}: {case.most_in_one_process} timed round(s) in one process pair; {rule.samples} after "
            f"{rule.warmups} warm-up(s) are needed"
        )
    estimate = rule._replace(warmups=0).case(*times)
    reason = f"{case}: {estimate.reason}" if estimate.reason else ""
    return msgspec.structs.replace(estimate, warmups=rule.warmups, reason=reason)


def _rank_test(cases: Sequence[CaseTimes], alpha: float) -> RankTest:
    """A run is one timed round of every case: its time is their sum."""
    for case in cases:
        if len(case.timed.a) < RUNS:
            return RankTest(
                alpha=alpha, reason=f"{case}: {len(case.timed.a)} timed round(s); {RUNS} are needed"
            )
    a = [sum(run) for run in zip(*(case.timed.a[:RUNS] for case in cases), strict=True)]
    b = [sum(run) for run in zip(*(case.timed.b[:RUNS] for case in cases), strict=True)]
    return rank_test(a, b, alpha=alpha)
