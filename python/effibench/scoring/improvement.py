"""What an optimiser made of correct solutions: OPT10, OPT50 and Regr.

Source: DSEffi-Bench, tables 5 and 16. Its table 16 ("Basic-correct subset") cannot be derived from its table 5, so the
two ways to score that subset are both here.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

import msgspec

from effibench.errors import UsageError
from effibench.scoring.beyond import Score
from effibench.scoring.table import CostName

REGRESSION = 1.10


class Improvement(msgspec.Struct, frozen=True, kw_only=True):
    """Tasks that are correct under the baseline, after optimisation.

    Attributes:
        cost: which cost was compared.
        tasks: the denominator: tasks that are correct under the baseline.
        untouched: those without a new solution; they keep the old one.
        broken: those whose new solution is not correct.
        opt10, opt50: shares that are still correct and need at most 90 % and 50 % of the cost.
        regressed: share that is broken or needs at least 110 %.
    """

    cost: CostName
    tasks: int
    untouched: int
    broken: int
    opt10: float
    opt50: float
    regressed: float


def improvement(
    before: Mapping[str, float], after: Mapping[str, float | None], *, cost: CostName = "time"
) -> Improvement:
    """Compares costs of baseline-correct tasks before and after.

    Args:
        before: by task, of the tasks that are correct under the baseline.
        after: by task; None if the new solution is not correct on the full suite. A task that is missing keeps its
            solution; tasks that are not in `before` do not count.

    Raises:
        UsageError: `before` is empty, or a cost is not above 0.
    """
    if not before:
        raise UsageError("no task is correct under the baseline; there is nothing to compare")
    ratios = {}
    for task, old in before.items():
        new = after.get(task, old)
        if old <= 0 or (new is not None and new <= 0):
            raise UsageError(f"task {task}: a cost of 0 or less is below the measurement's resolution")
        ratios[task] = (new, old)
    kept = [(new, old) for new, old in ratios.values() if new is not None]
    broken = len(before) - len(kept)
    return Improvement(
        cost=cost,
        tasks=len(before),
        untouched=sum(task not in after for task in before),
        broken=broken,
        opt10=sum(new <= 0.9 * old for new, old in kept) / len(before),
        opt50=sum(new <= 0.5 * old for new, old in kept) / len(before),
        regressed=(broken + sum(new >= REGRESSION * old for new, old in kept)) / len(before),
    )


def basic_correct(
    before: Mapping[str, Score], after: Mapping[str, Score], *, fallback_to_base: bool = False
) -> float:
    """Mean Beyond over the tasks that are correct under the baseline (0 to 1).

    Args:
        fallback_to_base: a task that the optimiser broke counts with its old score instead of 0.

    Raises:
        UsageError: no task is correct under the baseline.
    """
    values = []
    for task, old in before.items():
        if not old.correct:
            continue
        new = after.get(task, old)
        values.append(old.value if fallback_to_base and not new.correct else new.value)
    if not values:
        raise UsageError("no task is correct under the baseline; there is nothing to average")
    return fmean(values)
