"""How much the mean that a protocol reports varies: W warm-ups, then the mean of M timed calls, repeated.

The coefficient of variation is the standard deviation (n − 1 in the denominator) over the mean of the repetitions'
reported means. It is computed for each case, averaged over a task's cases, then over the tasks; the publication does
not say at which level it averages, so the tasks' own values are kept too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from types import MappingProxyType

from effibench.errors import UsageError
from effibench.stats.basics import finite_values

Repetitions = Sequence[Sequence[float]]
Cell = tuple[int, int]

WARMUPS = (1, 3, 5)
TIMED = (1, 2, 3, 4, 5)

# DSEffi-Bench, table 19: on its authors' machine, 10 repetitions, by (W, M); for printing beside one's own.
PUBLISHED_CV_PERCENT: Mapping[Cell, float] = MappingProxyType(
    {
        (warmups, timed): cv
        for warmups, row in zip(
            WARMUPS,
            (
                (7.16, 4.92, 3.92, 3.34, 2.93),
                (6.73, 4.62, 3.67, 3.12, 2.74),
                (5.82, 3.98, 3.15, 2.67, 2.33),
            ),
            strict=True,
        )
        for timed, cv in zip(TIMED, row, strict=True)
    }
)


@dataclass(frozen=True, slots=True)
class CalibrationTable:
    """Coefficients of variation by protocol, in percent.

    Attributes:
        warmups: the rows' W.
        timed: the columns' M.
        cv_percent: mean over the tasks, by (W, M).
        task_cv_percent: mean over a task's cases, by task and (W, M).
    """

    warmups: tuple[int, ...]
    timed: tuple[int, ...]
    cv_percent: Mapping[Cell, float]
    task_cv_percent: Mapping[str, Mapping[Cell, float]]

    def rows(self) -> list[list[float]]:
        """One row a W, one column an M, in percent."""
        return [[self.cv_percent[w, m] for m in self.timed] for w in self.warmups]


def coefficient_of_variation(values: Sequence[float]) -> float:
    """Sample standard deviation over mean, as a fraction.

    Raises:
        UsageError: fewer than two values, one that is not finite, or a mean that is not positive.
    """
    checked = finite_values("values", values, at_least=2)
    mean = fmean(checked)
    if mean <= 0:
        raise UsageError(f"values have the mean {mean}; the coefficient of variation needs a positive one")
    return math.sqrt(math.fsum((value - mean) ** 2 for value in checked) / (len(checked) - 1)) / mean


def reported_mean(times: Sequence[float], warmups: int, timed: int) -> float:
    """What the protocol reports for one repetition: mean of the `timed` calls after `warmups` calls.

    Raises:
        UsageError: fewer than warmups + timed times.
    """
    if warmups < 0 or timed < 1:
        raise UsageError(f"warmups = {warmups} and timed = {timed}; they must be at least 0 and 1")
    if len(times) < warmups + timed:
        raise UsageError(
            f"times has {len(times)} value(s); {warmups} warm-ups and {timed} timed calls need more"
        )
    return fmean(times[warmups : warmups + timed])


def calibration_table(
    tasks: Mapping[str, Sequence[Repetitions]],
    warmups: Sequence[int] = WARMUPS,
    timed: Sequence[int] = TIMED,
) -> CalibrationTable:
    """Coefficient of variation of the reported mean for every (W, M), from recorded runs.

    Args:
        tasks: for each task its cases, for each case its repetitions (two or more), for each repetition the times of
            its calls in order from the very first one on, at least max(W) + max(M) of them, in any unit.

    Raises:
        UsageError: something is missing or is no time; the message names the task, case and repetition.
    """
    if not tasks:
        raise UsageError("tasks is empty; there is nothing to average")
    if not (warmups and timed):
        raise UsageError(f"warmups = {warmups!r} and timed = {timed!r}; both need a value")
    needed = max(warmups) + max(timed)
    for task, cases in tasks.items():
        _check_task(task, cases, needed)
    cells = [(w, m) for w in warmups for m in timed]
    by_task = {
        task: {cell: 100 * fmean(_case_cv(case, *cell) for case in cases) for cell in cells}
        for task, cases in tasks.items()
    }
    overall = {cell: fmean(cvs[cell] for cvs in by_task.values()) for cell in cells}
    return CalibrationTable(tuple(warmups), tuple(timed), overall, by_task)


def _case_cv(repetitions: Repetitions, warmups: int, timed: int) -> float:
    return coefficient_of_variation([reported_mean(times, warmups, timed) for times in repetitions])


def _check_task(task: str, cases: Sequence[Repetitions], needed: int) -> None:
    if not cases:
        raise UsageError(f"tasks[{task!r}] has no cases")
    for index, repetitions in enumerate(cases):
        where = f"tasks[{task!r}][{index}]"
        if len(repetitions) < 2:
            raise UsageError(f"{where} has {len(repetitions)} repetition(s); a spread needs at least 2")
        for number, times in enumerate(repetitions):
            checked = finite_values(f"{where}[{number}]", times, at_least=needed)
            if min(checked) <= 0:
                raise UsageError(f"{where}[{number}] has the time {min(checked)}; a time is positive")
