"""COFFE's efficient@k and speedup: is a sample cheaper than the best known solution, and by how much?

A program's cost is the sum over its stress cases. Source: COFFE's repository; its paper defines the speedup as a mean
of the tasks' ratios, the repository computes a ratio of sums. Result files mark a failing case with `FAILED_COST`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Literal, TypeAlias, get_args

import msgspec

from effibench.errors import UsageError
from effibench.scoring.overhead import RatioVariant
from effibench.scoring.passes import check_k, pass_at_k
from effibench.scoring.table import Attempt, CostName, Table
from effibench.stats.basics import check_choice, finite_values

FAILED_COST = 9999999999999999
MEASUREMENTS = 12
State: TypeAlias = Literal["cheaper", "not_cheaper", "failed", "unmeasured"]


class EfficientAtK(msgspec.Struct, frozen=True, kw_only=True):
    """Expected share of tasks on which one of k samples is correct and strictly cheaper than the ground truth.

    Attributes:
        value: 0 to 1; None if no task is left.
        cost: which cost was compared; COFFE's own are instructions and time.
        tasks: all tasks that were asked for.
        counted: those that the mean is over; failures and tasks without a sample count 0.
        inconsistent: tasks that are left out, because the ground truth or a compared model's correct sample has no
            measurement.
    """

    k: int
    value: float | None
    cost: CostName
    tasks: int
    counted: int
    inconsistent: tuple[str, ...] = ()


class Speedup(msgspec.Struct, frozen=True, kw_only=True):
    """Ground-truth cost / sample cost, over the tasks where the sample is correct and both were measured.

    Attributes:
        value: above 1 if the samples are cheaper; None if no task counts.
        variant: "ratio_of_sums" (repository) or "mean_of_ratios" (paper).
        counted: tasks that it is over.
    """

    value: float | None
    variant: RatioVariant
    cost: CostName
    tasks: int
    counted: int
    inconsistent: tuple[str, ...] = ()


def trimmed_cost(measurements: Sequence[float]) -> float:
    """Cost of one case: the mean without one largest and one smallest measurement. COFFE takes twelve.

    Raises:
        UsageError: fewer than three, one is not finite, or the case failed.
    """
    values = sorted(finite_values("measurements", measurements, at_least=3))
    if values[-1] >= FAILED_COST:
        raise UsageError(f"a measurement is {values[-1]:.0f}, which marks a failing case and is no cost")
    return fmean(values[1:-1])


def from_marker(value: float) -> float | None:
    """A cost of a COFFE result file: None if it is, or as a sum contains, the mark of a failing case."""
    return None if value >= FAILED_COST else value


def efficient_at_k(
    table: Table,
    model: str,
    *,
    k: int = 1,
    cost: CostName = "instructions",
    ground_truth: str = "ground_truth",
    models: Sequence[str] | None = None,
    tasks: Sequence[str] | None = None,
) -> EfficientAtK:
    """The pass@k formula on "correct and strictly cheaper than the ground truth".

    One thing is not as in the repository: there a ground truth that fails its own stress cases is beaten by everyone,
    here its task is left out.

    Args:
        models: compared with this one, by default all of the table: a task without the measurement of one of their
            correct samples is left out for every one of them, as the repository does.

    Raises:
        UsageError: a task has fewer than k samples.
    """
    names = table.chosen(tasks)
    states = _states(table, names, cost, ground_truth, _compared(table, model, models))
    own = states[model]
    inconsistent = _inconsistent(table, names, cost, ground_truth, states)
    values = []
    for task in names:
        if task in inconsistent:
            continue
        if own[task]:
            check_k(k, len(own[task]), f"task {task}")
        values.append(pass_at_k(len(own[task]), own[task].count("cheaper"), k) if own[task] else 0.0)
    return EfficientAtK(
        k=k,
        value=fmean(values) if values else None,
        cost=cost,
        tasks=len(names),
        counted=len(values),
        inconsistent=inconsistent,
    )


def speedup(
    table: Table,
    model: str,
    *,
    variant: RatioVariant = "ratio_of_sums",
    cost: CostName = "instructions",
    ground_truth: str = "ground_truth",
    models: Sequence[str] | None = None,
    tasks: Sequence[str] | None = None,
    sample: int = 0,
) -> Speedup:
    """Ground truth's cost over the cost of a model's samples of that number, where correct; failures do not count.

    Args:
        models: as for `efficient_at_k`.

    Raises:
        UsageError: a sample's cost is 0.
    """
    check_choice("variant", variant, get_args(RatioVariant))
    names = table.chosen(tasks)
    states = _states(table, names, cost, ground_truth, _compared(table, model, models))
    inconsistent = _inconsistent(table, names, cost, ground_truth, states)
    truth, attempts = table.attempts(solution=ground_truth), table.attempts(model=model)
    pairs = []
    for task in names:
        one = next((one for one in attempts[task] if one.sample == sample and one.passed), None)
        if task not in inconsistent and one is not None:
            pairs.append((truth[task][0].cost(cost, "sum"), one.cost(cost, "sum")))
            if pairs[-1][1] <= 0:
                raise UsageError(f"task {task}: {cost} of 0 is below the measurement's resolution")
    value = None
    if pairs and variant == "ratio_of_sums":
        value = math.fsum(base for base, _ in pairs) / math.fsum(own for _, own in pairs)
    elif pairs:
        value = fmean(base / own for base, own in pairs)
    return Speedup(
        value=value,
        variant=variant,
        cost=cost,
        tasks=len(names),
        counted=len(pairs),
        inconsistent=inconsistent,
    )


def _compared(table: Table, model: str, models: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*(table.models if models is None else models), model]))


def _states(
    table: Table, tasks: Sequence[str], cost: CostName, ground_truth: str, models: Sequence[str]
) -> dict[str, dict[str, list[State]]]:
    """What became of every sample, by model and task."""
    truth = table.attempts(solution=ground_truth)
    found: dict[str, dict[str, list[State]]] = {}
    for model in models:
        own = table.attempts(model=model)
        found[model] = {task: [_state(one, truth[task], cost) for one in own[task]] for task in tasks}
    return found


def _state(attempt: Attempt, truth: Sequence[Attempt], cost: CostName) -> State:
    if not attempt.passed:
        return "failed"
    if not attempt.measured(cost):
        return "unmeasured"
    base = truth[0] if truth and truth[0].passed and truth[0].measured(cost) else None
    return "cheaper" if base and attempt.cost(cost, "sum") < base.cost(cost, "sum") else "not_cheaper"


def _inconsistent(
    table: Table,
    tasks: Sequence[str],
    cost: CostName,
    ground_truth: str,
    states: Mapping[str, Mapping[str, Sequence[State]]],
) -> tuple[str, ...]:
    truth = table.attempts(solution=ground_truth)
    usable = {
        task for task in tasks if truth[task] and truth[task][0].passed and truth[task][0].measured(cost)
    }
    gaps = {task for own in states.values() for task in tasks if "unmeasured" in own[task]}
    return tuple(task for task in tasks if task not in usable or task in gaps)
