"""A benchmark's figures from those of its tasks, and one sentence about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from effibench.audit.record import AuditSettings, Granularity, PairAudit, Summary
from effibench.model import Verdict
from effibench.paired import Answer
from effibench.scoring.ranks import across_tests, adjusted


def summarise(pairs: Sequence[PairAudit], settings: AuditSettings) -> tuple[Summary, ...]:
    """One summary for each granularity."""
    return tuple(_summary(pairs, settings, granularity) for granularity in settings.granularities)


def _summary(pairs: Sequence[PairAudit], settings: AuditSettings, granularity: Granularity) -> Summary:
    sampled = [found for pair in pairs if (found := pair.by(granularity)) is not None]
    tests = [found.test for found in sampled]
    columns = adjusted(tests)
    significant = [test for test in tests if test.significant]
    effects = Counter(test.effect.value for test in significant if test.effect is not None)
    controls = [found.control for found in sampled if found.control is not None]
    return Summary(
        granularity=granularity,
        across=across_tests(tests),
        adjusted=columns,
        effects=dict(effects),
        relevant=sum((test.improvement or 0.0) >= settings.minimum_effect for test in significant),
        by_holm=_below(settings.alpha, [column.holm for column in columns]),
        by_benjamini_hochberg=_below(settings.alpha, [column.benjamini_hochberg for column in columns]),
        timed_out=sum(pair.failure is Verdict.TIME_LIMIT for pair in pairs),
        wrong=sum(not pair.valid and pair.failure is not Verdict.TIME_LIMIT for pair in pairs),
        controls=len(controls),
        control_alarms=sum(bool(control.significant) for control in controls),
    )


def _below(alpha: float, values: Sequence[float | None]) -> int:
    return sum(value is not None and value < alpha for value in values)


def conclusion(benchmark: str, pairs: Sequence[PairAudit], summaries: Sequence[Summary]) -> str:
    """The answer in one line: how many tasks tell their fast solution from their slow one."""
    if not pairs:
        return f"{benchmark} has no task with two solutions that could be told apart"
    shares = [
        f"{summary.across.significant or 0} of {len(pairs)} {_UNIT[summary.granularity]}"
        for summary in summaries
    ]
    paired = [pair.paired for pair in pairs if pair.paired is not None]
    if paired:
        faster = sum(found.verdict is Answer.FASTER for found in paired)
        shares.append(f"{faster} of {len(pairs)} in turns")
    return f"{benchmark} tells fast from slow on {', '.join(shares)}"


_UNIT = {Granularity.CALL: "by calls", Granularity.PROCESS: "by whole processes"}
