"""ENAMEL's efficiency score e and eff@k: how near a sample comes to an expert's solution, level by level.

Source: ENAMEL's paper and repository, which agree. Levels have hardness weights; level 0 has weight 0 and checks
correctness alone. A time-out tells only that a sample needs longer than the limit, so it scores 0 from there on
(right-censoring) and is no failure, unless it happens on level 0. The limit is a multiple of the reference's own cost:
a case that passed under the harness's wider limit, but is above this one, is a time-out as well.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean

import msgspec

from effibench.errors import UsageError
from effibench.model import Verdict
from effibench.scoring.passes import check_k, pass_at_k
from effibench.scoring.table import Attempt, CostName, Row, Table
from effibench.stats.basics import finite_values

ALPHA = 2.0
HARDNESS = (0.0, 3.0, 3.0, 4.0)
TOLERANCE_SECONDS = 0.01  # above the limit, of a wall time; so in the repository
_CENSORING = frozenset({Verdict.TIME_LIMIT, Verdict.MEMORY_LIMIT})


class Scale(msgspec.Struct, frozen=True, kw_only=True):
    """What a task's samples are measured against.

    Attributes:
        reference: the reference solution's largest cost of each level; None on levels of weight 0.
        hardness: weight of each level.
        alpha: limit as a multiple of the reference's largest cost.
        cost: which cost.
    """

    reference: tuple[float | None, ...]
    hardness: tuple[float, ...] = HARDNESS
    alpha: float = ALPHA
    cost: CostName = "time"

    @property
    def limit(self) -> float:
        """A cost from which on a level scores 0: alpha times the reference's largest over the weighted levels."""
        return self.alpha * max(value for value in self.reference if value is not None)

    def cuts_off(self, cost: float, correction: float) -> bool:
        """Whether a measured cost is a time-out: a machine that got slower is given more, a faster one no less."""
        tolerance = TOLERANCE_SECONDS if self.cost == "time" else 0.0
        return cost > self.limit / min(correction, 1.0) + tolerance


class Efficiency(msgspec.Struct, frozen=True, kw_only=True):
    """e of one sample.

    Attributes:
        value: mean of the levels' scores, weighted by hardness; above 1 if it beats the reference.
        levels: score of each level; 0 on levels of weight 0.
        passed: as pass@k counts it: no wrong answer, and level 0 within the limits.
        censored_at: level of the first time-out, case above the limit, shortage of memory or overflow; None without.
        reason: why a level was censored or the sample failed, else empty.
    """

    value: float
    levels: tuple[float, ...]
    passed: bool
    censored_at: int | None = None
    reason: str = ""


class EffAtK(msgspec.Struct, frozen=True, kw_only=True):
    """A model's scores for one k, means over the tasks.

    Attributes:
        eff: expected largest e of k samples.
        pass_share: pass@k, unbiased; time-outs beyond level 0 pass.
        cost: which cost was scored; ENAMEL's own is wall time.
        tasks: tasks that were scored; a task without a sample counts 0 (`missing` of them).
    """

    k: int
    eff: float
    pass_share: float
    cost: CostName
    alpha: float
    hardness: tuple[float, ...]
    tasks: int
    missing: int = 0


def scale(
    reference: Attempt,
    *,
    hardness: Sequence[float] = HARDNESS,
    alpha: float = ALPHA,
    cost: CostName = "time",
) -> Scale:
    """The scale that a reference solution sets.

    Raises:
        UsageError: the reference does not pass, lacks a weighted level or its cost, or the settings make no sense.
    """
    weights = finite_values("hardness", hardness, at_least=1)
    if min(weights) < 0 or max(weights) <= 0:
        raise UsageError(f"hardness is {tuple(hardness)}; weights are not negative and one must be above 0")
    if not (math.isfinite(alpha) and alpha > 1):
        raise UsageError(f"alpha is {alpha}; the limit must be above the reference's own cost")
    if not reference.passed:
        raise UsageError(f"the reference solution does not pass: {reference.failure}")
    largest: list[float | None] = []
    for level, weight in enumerate(weights):
        rows = [row for row in reference.rows if row.level == level]
        if weight and not rows:
            raise UsageError(f"task {reference.task}: the reference has no case on level {level}")
        largest.append(max(row.cost(cost) for row in rows) if weight else None)
    if min(value for value in largest if value is not None) <= 0:
        raise UsageError(
            f"task {reference.task}: a reference {cost} of 0 is below the measurement's resolution"
        )
    return Scale(reference=tuple(largest), hardness=tuple(weights), alpha=alpha, cost=cost)


def efficiency(attempt: Attempt, against: Scale, *, correction: float = 1.0) -> Efficiency:
    """The e of one sample: levels in order, a level's cases in the table's order, up to the first that did not pass.

    Level score: max(0, limit - f) / (limit - f*), f and f* the largest costs of the sample and of the reference. A
    case on level 0 whose cost was not measured counts as within the limit.

    Args:
        correction: factor on the sample's costs where the machine's speed has changed since the reference was timed:
            the reference's old cost / its new one.

    Raises:
        UsageError: a level that was reached has no case, or a case that passed lacks the cost.
    """
    zeros = tuple(0.0 for _ in against.hardness)
    scores: list[float] = []
    for level, (weight, best) in enumerate(zip(against.hardness, against.reference, strict=True)):
        rows = [row for row in attempt.rows if row.level == level]
        if not rows:
            raise UsageError(f"task {attempt.task}: {attempt.rows[0]} has no case on level {level}")
        stop = next((row for row in rows if _stops(row, against, correction)), None)
        if stop is not None:
            why = _why(stop, against)
            if stop.status is not Verdict.PASS and not _censors(stop):
                return Efficiency(value=0.0, levels=zeros, passed=False, reason=why)
            levels = (*scores, *zeros[level:])
            return Efficiency(
                value=_weighted(levels, against.hardness),
                levels=levels,
                passed=level > 0,
                censored_at=level,
                reason=why,
            )
        if not weight or best is None:
            scores.append(0.0)
            continue
        largest = correction * max(row.cost(against.cost) for row in rows)
        scores.append(max(0.0, against.limit - largest) / (against.limit - best))
    return Efficiency(value=_weighted(scores, against.hardness), levels=tuple(scores), passed=True)


def eff_at_k(values: Sequence[float], k: int) -> float:
    """The mean of the largest value over all choices of k of n values, without enumerating them.

    With the values ascending it is the sum of C(r - 1, k - 1) / C(n, k) times the r-th. The weight of the largest is
    k / n, that of the r-th (1 - (k - 1) / r) times that of the next larger one: no large binomials for any n.

    Raises:
        UsageError: a value is not finite, or not 1 <= k <= n.
    """
    ascending = sorted(finite_values("values", values, at_least=1))
    check_k(k, len(ascending))
    weight = k / len(ascending)
    terms = [weight * ascending[-1]]
    for r in range(len(ascending) - 1, k - 1, -1):
        weight *= 1 - (k - 1) / r
        terms.append(weight * ascending[r - 1])
    return math.fsum(terms)


def model_enamel(
    table: Table,
    model: str,
    scales: Mapping[str, Scale],
    *,
    ks: Sequence[int] = (1,),
    tasks: Sequence[str] | None = None,
    corrections: Mapping[str, float] | None = None,
) -> list[EffAtK]:
    """eff@k and pass@k of a model, means over the scored tasks, for every k that no attempted task has too few for.

    Args:
        scales: by task; all with the same cost, alpha and weights.
        tasks: the benchmark's scored subset (142 of ENAMEL's 164); by default the tasks with a scale.
        corrections: see `efficiency`, by task.

    Raises:
        UsageError: a task has no scale, scales differ, a k is below 1, or as `efficiency`.
    """
    names = table.chosen([task for task in table.tasks if task in scales] if tasks is None else tasks)
    lacking = next((task for task in names if task not in scales), None)
    if lacking is not None:
        raise UsageError(f"task {lacking} has no reference costs")
    kinds = {(scales[task].cost, scales[task].alpha, scales[task].hardness) for task in names}
    if len(kinds) > 1:
        raise UsageError(
            f"the tasks' scales are of {len(kinds)} kinds; cost, alpha and weights must be the same"
        )
    cost, alpha, hardness = kinds.pop()
    attempts = table.attempts(model=model)
    found = [
        [
            efficiency(one, scales[task], correction=(corrections or {}).get(task, 1.0))
            for one in attempts[task]
        ]
        for task in names
    ]
    fewest = min((len(own) for own in found if own), default=0)
    results = []
    for k in sorted(set(ks)):
        if k < 1:
            raise UsageError(f"k is {k}; it must be at least 1")
        if k > fewest:
            continue
        effs = [eff_at_k([one.value for one in own], k) if own else 0.0 for own in found]
        passes = [pass_at_k(len(own), sum(one.passed for one in own), k) if own else 0.0 for own in found]
        results.append(
            EffAtK(
                k=k,
                eff=fmean(effs),
                pass_share=fmean(passes),
                cost=cost,
                alpha=alpha,
                hardness=hardness,
                tasks=len(names),
                missing=sum(not own for own in found),
            )
        )
    return results


def _stops(row: Row, against: Scale, correction: float) -> bool:
    cost = row.costs.get(against.cost)
    return row.status is not Verdict.PASS or (cost is not None and against.cuts_off(cost, correction))


def _why(stop: Row, against: Scale) -> str:
    if stop.status is Verdict.PASS:
        return f"{stop}: {against.cost} of {stop.cost(against.cost):g} is above the limit, {against.limit:g}"
    return f"{stop}: {stop.status.value}{f' ({stop.reason})' if stop.reason else ''}"


def _censors(row: Row) -> bool:
    """Whether this end says no more than that the sample needs more than it was given."""
    return row.status in _CENSORING or (
        row.status is Verdict.RUNTIME_ERROR and row.reason.startswith("OverflowError")
    )


def _weighted(levels: Sequence[float], hardness: Sequence[float]) -> float:
    return math.fsum(h * e for h, e in zip(hardness, levels, strict=True)) / math.fsum(hardness)
