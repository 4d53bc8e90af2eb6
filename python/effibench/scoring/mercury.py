"""Mercury's Beyond: where a runtime stands in the pool of accepted solutions, re-measured on the same machine.

There are three official formulas. All are linear in the runtime, and a failure scores 0; they differ in what they do
about runtimes outside the pool, and where one clamps decides about wide pools: dividing at most 1 s by a spread of 20 s
leaves at most 0.05 for the fastest solution.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Literal, TypeAlias, get_args

import msgspec

from effibench.errors import UsageError
from effibench.scoring.passes import check_k, mean_of_first
from effibench.scoring.table import Attempt, CostName, Table
from effibench.stats.basics import check_choice, finite_values

MercuryVariant: TypeAlias = Literal["repository", "repository_unclamped", "harness"]


class MercuryScore(msgspec.Struct, frozen=True, kw_only=True):
    """Beyond of one sample.

    Attributes:
        value: None where the pool has no spread and the official code divides by 0 (`reason`).
        variant: which formula.
    """

    value: float | None
    variant: MercuryVariant
    reason: str = ""


class MercuryBeyond(msgspec.Struct, frozen=True, kw_only=True):
    """Beyond@k of a model.

    Attributes:
        value: mean over the tasks with a score; None if there is none.
        cost: which cost was scored; Mercury's own is wall time.
        variant: which formula.
        k: samples of a task that are averaged.
        tasks: all tasks that were asked for; one without a sample counts 0.
        scored: tasks that the mean is over.
        undefined: tasks without a spread in their pool, which are left out.
        above_one: tasks with a value above 1, which only the repository's formulas can give.
    """

    value: float | None
    cost: CostName
    variant: MercuryVariant
    k: int
    tasks: int
    scored: int
    undefined: tuple[str, ...] = ()
    above_one: int = 0


def mercury_beyond(
    runtime: float | None, pool: Iterable[float], *, variant: MercuryVariant = "harness"
) -> MercuryScore:
    """Scores one sample of one task.

    repository: clamp(slowest - t, 0 s, 1 s) / (slowest - fastest), from Mercury's repository; above 1 for a sample that
    is faster than the pool. repository_unclamped: the same without the upper clamp, which is what reproduces the
    repository's result file of gpt-4-1106-preview. harness: (slowest - t) / (slowest - fastest) with t clamped into
    the pool, from the bigcode evaluation harness.

    Args:
        runtime: in s; None if the sample is not correct. For the harness see `harness_runtime`.
        pool: runtimes of the pool's solutions that passed, in s.

    Raises:
        UsageError: a runtime is negative or not finite.
    """
    check_choice("variant", variant, get_args(MercuryVariant))
    runtimes = finite_values("pool", pool)
    t = math.inf if runtime is None else finite_values("runtime", [runtime])[0]
    if min([t, *runtimes]) < 0:
        raise UsageError(f"a runtime of {min([t, *runtimes])} s is negative")
    if not runtimes or min(runtimes) == max(runtimes):
        reason = "no solution of the pool passed" if not runtimes else "the pool has no spread"
        return MercuryScore(value=None, variant=variant, reason=reason)
    fastest, slowest = min(runtimes), max(runtimes)
    if variant == "harness":
        saved = slowest - max(min(t, slowest), fastest)
    else:
        saved = max(slowest - t, 0.0)
        saved = min(saved, 1.0) if variant == "repository" else saved
    return MercuryScore(value=saved / (slowest - fastest), variant=variant)


def harness_runtime(runtimes: Sequence[float]) -> float:
    """The runtime that the harness scores: the arithmetic mean of its repetitions (three or five, by version).

    Raises:
        UsageError: there is no runtime, or one is not finite.
    """
    return fmean(finite_values("runtimes", runtimes, at_least=1))


def model_mercury(
    table: Table,
    model: str,
    *,
    k: int = 1,
    variant: MercuryVariant = "harness",
    cost: CostName = "time",
    tasks: Sequence[str] | None = None,
    pools: Mapping[str, Sequence[float]] | None = None,
) -> MercuryBeyond:
    """Beyond@k of a model: mean over tasks of (sum of its first k samples' scores) / k, not a best of k.

    A sample's cost is the sum over its cases, as Mercury times all of them together.

    Args:
        tasks: a group of tasks, such as those of one difficulty; by default all.
        pools: costs of the pool by task; by default the benchmark's own solutions in the table that pass.

    Raises:
        UsageError: a correct sample lacks the cost, a task has fewer than k samples or no pool, or the repository's
            clamp at 1 s is asked for of a cost that is not in s.
    """
    if variant == "repository" and cost not in {"time", "cpu_time"}:
        raise UsageError(
            f"the repository's formula clamps at 1 s; {cost} is not in s, so use another variant"
        )
    names = table.chosen(tasks)
    lacking = next((task for task in names if pools is not None and task not in pools), None)
    if lacking is not None:
        raise UsageError(f"task {lacking} has no pool (argument `pools`)")
    attempts = table.attempts(model=model)
    values: list[float] = []
    undefined = []
    for task in names:
        pool = pools[task] if pools is not None else _costs(table.own(task), cost)
        own = attempts[task]
        if own:
            check_k(k, len(own), f"task {task}")
        runtimes = [one.cost(cost, "sum") if one.passed else None for one in own] or [None] * k
        scores = [mercury_beyond(runtime, pool, variant=variant).value for runtime in runtimes]
        known = [score for score in scores if score is not None]
        if len(known) < len(scores):
            undefined.append(task)
        else:
            values.append(mean_of_first(known, k))
    return MercuryBeyond(
        value=fmean(values) if values else None,
        cost=cost,
        variant=variant,
        k=k,
        tasks=len(names),
        scored=len(values),
        undefined=tuple(undefined),
        above_one=sum(value > 1 for value in values),
    )


def _costs(pool: Sequence[Attempt], cost: CostName) -> list[float]:
    return [one.cost(cost, "sum") for one in pool if one.passed]
