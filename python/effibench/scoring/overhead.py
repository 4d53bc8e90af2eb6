"""EffiBench's ET, NET, MU, NMU, TMU and NTMU: time and memory beside those of the canonical solution.

The paper and the repository normalise differently: a mean of the tasks' ratios, and a ratio of the sums, in which long
tasks weigh most. Both leave failures out of the averages, so a model that alone solves hard tasks looks slower; score
`Table.common_correct` tasks, or let failures count (`failures_as`), to compare models.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import Literal, NamedTuple, TypeAlias, get_args

import msgspec

from effibench.errors import UsageError
from effibench.scoring.table import Attempt, CostName, Table
from effibench.stats.basics import check_choice

RatioVariant: TypeAlias = Literal["mean_of_ratios", "ratio_of_sums"]
_MEMORY_COSTS: tuple[CostName, ...] = ("memory", "tmu")


class MemorySample(NamedTuple):
    """Resident memory at one moment."""

    seconds: float
    mib: float


class Quantity(msgspec.Struct, frozen=True, kw_only=True):
    """One cost over the tasks that count.

    Attributes:
        cost: which.
        mean: of the model's, in the cost's unit.
        normalised: against the canonical solution; below 1 is better.
    """

    cost: CostName
    mean: float
    normalised: float


class Overhead(msgspec.Struct, frozen=True, kw_only=True):
    """EffiBench's table row of one model.

    Attributes:
        variant: "mean_of_ratios" (paper) or "ratio_of_sums" (repository).
        et: execution time; `et.normalised` is NET.
        mu: peak memory; NMU. None if a program that counts has none (`missing`).
        tmu: integral of memory over time; NTMU. None likewise.
        tasks: all tasks that were asked for.
        counted: those that the averages are over.
        failed: tasks that the canonical solution passes and the model does not.
        left_out: tasks without a canonical solution that passes.
        failures_as: multiple of the canonical cost that a failed task counted as; None (official): not counted.
        pass_share: correct / tasks. The repository's pass@1 is `counted` / 1000.
        missing: why there is no `mu` or `tmu`, by the cost's name.
    """

    variant: RatioVariant
    et: Quantity
    mu: Quantity | None
    tmu: Quantity | None
    tasks: int
    counted: int
    failed: int
    left_out: int
    pass_share: float
    failures_as: float | None = None
    missing: dict[CostName, str] = {}


def integral(samples: Sequence[MemorySample]) -> float:
    """Memory over time in MiB·s, by the trapezoidal rule over consecutive samples.

    The repository skips intervals until a time stamp is above 0, which changes nothing for its stamps since 1970.

    Raises:
        UsageError: fewer than two samples, time runs backwards, or a value is not finite or negative memory.
    """
    if len(samples) < 2:
        raise UsageError(f"{len(samples)} memory sample(s); an integral needs two")
    for before, after in pairwise(samples):
        if not before.seconds <= after.seconds:
            raise UsageError(f"memory samples run backwards, from {before.seconds} s to {after.seconds} s")
    if (
        not all(math.isfinite(value) for sample in samples for value in sample)
        or min(s.mib for s in samples) < 0
    ):
        raise UsageError("a memory sample is negative or not finite")
    return math.fsum((a.mib + b.mib) / 2 * (b.seconds - a.seconds) for a, b in pairwise(samples))


def overhead(
    table: Table,
    model: str,
    *,
    variant: RatioVariant = "mean_of_ratios",
    canonical: str = "canonical",
    time: CostName = "time",
    sample: int = 0,
    tasks: Sequence[str] | None = None,
    failures_as: float | None = None,
) -> Overhead:
    """ET, NET, MU, NMU, TMU and NTMU of a model's samples of that number.

    A program's time and integral are sums over its cases, its memory their maximum; EffiBench runs all cases at once.

    Args:
        canonical: name of the canonical solution in the table.
        time: the cost that ET is made of; EffiBench's is wall time.
        tasks: for example `Table.common_correct`; by default all.
        failures_as: let a task that the model fails count as this multiple of the canonical costs. Not official.

    Raises:
        UsageError: a correct program lacks the time, a canonical cost is 0, or no task counts.
    """
    check_choice("variant", variant, get_args(RatioVariant))
    if failures_as is not None and not (math.isfinite(failures_as) and failures_as > 0):
        raise UsageError(f"failures_as is {failures_as}; it must be a finite number above 0")
    names = table.chosen(tasks)
    baseline, attempts = table.attempts(solution=canonical), table.attempts(model=model)
    pairs: list[tuple[Attempt, Attempt | None]] = []
    left_out = solved = 0
    for task in names:
        own = next((one for one in attempts[task] if one.sample == sample and one.passed), None)
        base = next((one for one in baseline[task] if one.passed), None)
        solved += own is not None
        if base is None:
            left_out += 1
        else:
            pairs.append((base, own))
    counted = [pair for pair in pairs if pair[1] is not None or failures_as is not None]
    if not counted:
        raise UsageError(
            f"no task of {len(names)} has both a canonical solution and a sample of {model!r} that pass"
        )
    missing = _missing([one for pair in counted for one in pair if one is not None])
    memory, tmu = (
        None if cost in missing else _quantity(counted, cost, variant, failures_as) for cost in _MEMORY_COSTS
    )
    return Overhead(
        variant=variant,
        et=_quantity(counted, time, variant, failures_as),
        mu=memory,
        tmu=tmu,
        tasks=len(names),
        counted=len(counted),
        failed=sum(own is None for _, own in pairs),
        left_out=left_out,
        pass_share=solved / len(names),
        failures_as=failures_as,
        missing=missing,
    )


def normalised(costs: Sequence[float], baseline: Sequence[float], variant: RatioVariant) -> float:
    """Costs against those of a baseline, task by task: a mean of ratios or a ratio of sums.

    Raises:
        UsageError: there is none, the lengths differ, or a baseline cost is not above 0.
    """
    check_choice("variant", variant, get_args(RatioVariant))
    if not costs or len(costs) != len(baseline):
        raise UsageError(f"{len(costs)} costs and {len(baseline)} of the baseline; they must be paired")
    if min(baseline) <= 0:
        raise UsageError(f"a baseline cost is {min(baseline)}; a ratio needs one above 0")
    if variant == "ratio_of_sums":
        return math.fsum(costs) / math.fsum(baseline)
    return fmean(own / base for own, base in zip(costs, baseline, strict=True))


def _missing(programs: Sequence[Attempt]) -> dict[CostName, str]:
    """The costs of memory that a program lacks, with the first one's reason."""
    found: dict[CostName, str] = {}
    for cost in _MEMORY_COSTS:
        for program in programs:
            try:
                program.cost(cost, _combine(cost))
            except UsageError as error:
                found[cost] = str(error)
                break
    return found


def _quantity(
    pairs: Sequence[tuple[Attempt, Attempt | None]],
    cost: CostName,
    variant: RatioVariant,
    failures_as: float | None,
) -> Quantity:
    base = [canonical.cost(cost, _combine(cost)) for canonical, _ in pairs]
    for (canonical, _), value in zip(pairs, base, strict=True):
        if value <= 0:
            raise UsageError(
                f"task {canonical.task}: the canonical solution's {cost} is {value}; a ratio needs more"
            )
    own = [
        (failures_as or 0.0) * value if attempt is None else attempt.cost(cost, _combine(cost))
        for (_, attempt), value in zip(pairs, base, strict=True)
    ]
    return Quantity(cost=cost, mean=fmean(own), normalised=normalised(own, base, variant))


def _combine(cost: CostName) -> Literal["max", "sum"]:
    return "max" if cost == "memory" else "sum"
