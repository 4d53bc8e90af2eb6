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
    controls = [
        found.control for found in sampled if found.control is not None and found.control.p_value is not None
    ]
    return Summary(
        granularity=granularity,
        across=across_tests(tests),
        adjusted=columns,
        effects=dict(effects),
        relevant=sum((test.improvement or 0.0) >= settings.minimum_effect for test in significant),
        by_holm=_below(settings.alpha, [column.holm for column in columns]),
        by_benjamini_hochberg=_below(settings.alpha, [column.benjamini_hochberg for column in columns]),
        timed_out=sum(found.failure is Verdict.TIME_LIMIT for found in sampled),
        wrong=sum(not found.test.valid and found.failure is not Verdict.TIME_LIMIT for found in sampled),
        controls=len(controls),
        control_alarms=sum(bool(control.significant) for control in controls),
    )


def _below(alpha: float, values: Sequence[float | None]) -> int:
    return sum(value is not None and value < alpha for value in values)


def conclusion(benchmark: str, pairs: Sequence[PairAudit], summaries: Sequence[Summary]) -> str:
    """The answer in one line: how many tasks tell their fast solution from their slow one."""
    if not pairs:
        return f"{benchmark} has no task whose two solutions were measured"
    shares: list[str] = []
    missing: list[str] = []
    for summary in summaries:
        unit, across = _UNIT[summary.granularity], summary.across
        if across.significant is None:
            missing.append(f"has no result {unit}: {across.reason}")
        else:
            shares.append(f"{across.significant} of {across.tasks} {unit}")
    verdicts = [pair.paired.verdict for pair in pairs if pair.paired is not None]
    if verdicts:
        taken = [verdict for verdict in verdicts if verdict is not None]
        left = f" ({len(pairs) - len(taken)} not taken)" if len(taken) < len(pairs) else ""
        shares.append(f"{taken.count(Answer.FASTER)} of {len(taken)} in turns{left}")
    said = [f"tells fast from slow on {', '.join(shares)}"] if shares else []
    return f"{benchmark} {'; '.join([*said, *missing])}"


_UNIT = {Granularity.CALL: "by calls", Granularity.PROCESS: "by whole processes"}
