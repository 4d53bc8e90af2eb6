"""AlgoTune's speed-ups: per problem, per task, and the harmonic mean over tasks that is the AlgoTune score.

Source: AlgoTune's repository. A task's value is an arithmetic mean of ratios, so one lucky problem lifts it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean

import msgspec

from effibench.errors import UsageError
from effibench.model import Verdict
from effibench.scoring.table import CostName, Row, Table


class TaskSpeedup(msgspec.Struct, frozen=True, kw_only=True):
    """One solver on one task.

    Attributes:
        value: arithmetic mean of the problems' finite speed-ups; None is AlgoTune's N/A (`reason`).
        problems: problems of the task.
        valid: problems with a valid answer.
        infinite: problems whose solver time was 0, which the mean leaves out.
    """

    value: float | None
    problems: int
    valid: int
    infinite: int = 0
    reason: str = ""


class AlgoTune(msgspec.Struct, frozen=True, kw_only=True):
    """A model's AlgoTune score.

    Attributes:
        value: harmonic mean over all tasks, where N/A, missing tasks and values below 1 count as 1.
        cost: which cost was compared; AlgoTune's own is wall time.
        tasks: all of them; `floored` count as 1, `missing` of them because they are N/A or were not attempted.
        values: by task that was attempted.
    """

    value: float
    cost: CostName
    tasks: int
    floored: int
    missing: int
    values: dict[str, TaskSpeedup] = {}


def problem_speedup(baseline: float | None, solver: float | None, *, valid: bool) -> float | None:
    """The ratio baseline / solver on one problem, times in one unit.

    Returns:
        The ratio; None if the answer is not valid, a time is missing, or the baseline's is 0 or less; infinite if the
        solver's is 0 or less.
    """
    if not valid or baseline is None or solver is None or baseline <= 0:
        return None
    return baseline / solver if solver > 0 else math.inf


def task_speedup(problems: Sequence[float | None]) -> TaskSpeedup:
    """A task's value from all its problems' speed-ups; N/A unless every problem has one.

    If all are infinite, so is the mean.

    Raises:
        UsageError: there is no problem.
    """
    if not problems:
        raise UsageError("the task has no problem")
    known = [value for value in problems if value is not None]
    finite = [value for value in known if math.isfinite(value)]
    if len(known) < len(problems):
        return TaskSpeedup(
            value=None,
            problems=len(problems),
            valid=len(known),
            infinite=len(known) - len(finite),
            reason=f"{len(problems) - len(known)} of {len(problems)} problems have no valid answer or no time",
        )
    return TaskSpeedup(
        value=fmean(finite) if finite else math.inf,
        problems=len(problems),
        valid=len(known),
        infinite=len(known) - len(finite),
    )


def algotune_score(values: Mapping[str, float | None], tasks: Sequence[str]) -> float:
    """Harmonic mean over the tasks; N/A, missing and below 1 count as 1.

    Raises:
        UsageError: there is no task, or a value is not a number.
    """
    names = tuple(dict.fromkeys(tasks))
    if not names:
        raise UsageError("there is no task to average over")
    known = [values.get(task) for task in names]
    if any(value is not None and math.isnan(value) for value in known):
        raise UsageError("a task's speed-up is not a number")
    total = math.fsum(1 / max(1.0, 1.0 if value is None else value) for value in known)
    return len(names) / total if total else math.inf


def model_algotune(
    table: Table,
    model: str,
    *,
    cost: CostName = "time",
    baseline: str = "baseline",
    sample: int = 0,
    tasks: Sequence[str] | None = None,
) -> AlgoTune:
    """The AlgoTune score of a model's samples of that number; a problem is a case.

    A problem that the sample has no row for has no valid answer.

    Raises:
        UsageError: the sample has a problem that the task's baseline lacks, or a valid answer has no cost.
    """
    names = table.chosen(tasks)
    base, attempts = table.attempts(solution=baseline), table.attempts(model=model)
    values: dict[str, TaskSpeedup] = {}
    for task in names:
        own = next((one for one in attempts[task] if one.sample == sample), None)
        if own is None:
            continue
        cases = {row.case: row for row in own.rows}
        references = {row.case: row for one in base[task] for row in one.rows}
        unknown = [row for case, row in cases.items() if case not in references]
        if unknown:
            raise UsageError(f"{unknown[0]}: the baseline has no such problem")
        speedups = [_of_rows(row, cases.get(case), cost) for case, row in references.items()]
        values[task] = task_speedup(speedups)
    known = {task: value.value for task, value in values.items()}
    return AlgoTune(
        value=algotune_score(known, names),
        cost=cost,
        tasks=len(names),
        floored=sum((known.get(task) or 0.0) < 1 for task in names),
        missing=sum(known.get(task) is None for task in names),
        values=values,
    )


def _of_rows(baseline: Row, own: Row | None, cost: CostName) -> float | None:
    if own is None or own.status is not Verdict.PASS or baseline.status is not Verdict.PASS:
        return None
    return problem_speedup(baseline.cost(cost), own.cost(cost), valid=True)
