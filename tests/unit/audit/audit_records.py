"""Findings to summarise, made from times."""

from __future__ import annotations

from collections.abc import Sequence

from effibench.audit.record import Granularity, PairAudit, Sampled
from effibench.model import Verdict
from effibench.scoring.ranks import invalid_test, rank_test

SLOW = tuple(2.0 + 0.001 * number for number in range(30))
FAST = tuple(1.0 + 0.001 * number for number in range(30))


def pair(
    name: str,
    fast: Sequence[float] = FAST,
    slow: Sequence[float] = SLOW,
    *,
    granularity: Granularity = Granularity.CALL,
    control: Sequence[float] | None = None,
) -> PairAudit:
    sampled = Sampled(
        granularity=granularity,
        test=rank_test(fast, slow),
        control=None if control is None else rank_test(control, slow),
        fast_seconds=tuple(fast),
        slow_seconds=tuple(slow),
    )
    return PairAudit(problem=name, task_digest="d", pair_digest="p", chosen="", sampled=(sampled,))


def invalid(
    name: str,
    failure: Verdict | None,
    *,
    granularity: Granularity = Granularity.CALL,
    reason: str = "why",
) -> PairAudit:
    sampled = Sampled(granularity=granularity, test=invalid_test(reason), failure=failure)
    return PairAudit(problem=name, task_digest="d", pair_digest="p", chosen="", sampled=(sampled,))
