"""Beyond: where a correct solution stands between the slowest and the fastest known one of its task.

Source: DSEffi-Bench. What its paper leaves open is chosen here and recorded in every score: pools without a spread,
ties, costs below the clock's resolution, and solutions outside the pool.
"""

from __future__ import annotations

import hashlib
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

import msgspec

from effibench.errors import UsageError
from effibench.scoring.table import CostName
from effibench.stats.basics import check_choice, finite_values

Form: TypeAlias = Literal["log", "linear", "rank"]
Mode: TypeAlias = Literal["expanded", "frozen", "frozen-unclipped"]


class Pool(msgspec.Struct, frozen=True, kw_only=True):
    """The costs of all known correct solutions of a task: the scale that scores are read from.

    Identical programs from several samples are as many members (the paper's mean pool size of 29.4 implies it).

    Attributes:
        costs: ascending, none below `resolution`.
        cost: which cost that is.
        resolution: smallest cost that can be told from 0; smaller ones count as that.
        min_ratio: a pool whose slowest / fastest is below this has no spread worth scoring.
        floored: members that were below the resolution.
    """

    costs: tuple[float, ...]
    cost: CostName = "time"
    resolution: float = 0.0
    min_ratio: float = 1.0
    floored: int = 0

    @property
    def degenerate(self) -> bool:
        """Whether every correct solution scores 1: one member, no spread, or less than `min_ratio`."""
        fastest, slowest = self.costs[0], self.costs[-1]
        return slowest <= fastest or slowest < self.min_ratio * fastest

    @property
    def fingerprint(self) -> str:
        """Digest of everything that a score depends on; equal for equal pools only."""
        parts = [self.cost, self.resolution.hex(), self.min_ratio.hex(), *(cost.hex() for cost in self.costs)]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    def expanded(self, costs: Iterable[float]) -> Pool:
        """The pool with more members.

        Raises:
            UsageError: one of the costs is negative or not finite.
        """
        return make_pool(
            [*self.costs, *costs],
            cost=self.cost,
            resolution=self.resolution,
            min_ratio=self.min_ratio,
            floored=self.floored,
        )


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """Beyond of one solution on one task.

    Attributes:
        value: 1 for the fastest, 0 for the slowest of the pool and for what is not correct; from 0 to 1 unless
            `mode` is "frozen-unclipped".
        cost: which cost was scored.
        form: "log", "linear" or "rank".
        mode: what was done about a solution that is not in the pool.
        correct: whether the solution is; else `reason` says why not.
        outside: "faster" or "slower" than the whole pool, else empty.
        clipped: whether that was cut to the pool's end.
        degenerate: whether the pool had no spread, so that every correct solution scores 1.
        floored: whether the cost was below the resolution.
        members: size of the pool that was read.
        fingerprint: of that pool.
    """

    value: float
    cost: CostName
    form: Form
    mode: Mode
    correct: bool = True
    outside: Literal["", "faster", "slower"] = ""
    clipped: bool = False
    degenerate: bool = False
    floored: bool = False
    members: int = 0
    fingerprint: str = ""
    reason: str = ""


def make_pool(
    costs: Iterable[float],
    *,
    cost: CostName = "time",
    resolution: float = 0.0,
    min_ratio: float = 1.0,
    floored: int = 0,
) -> Pool:
    """A pool of costs, in the unit of that cost.

    Args:
        floored: members that had been raised to the resolution before.

    Raises:
        UsageError: there is no cost, one is negative or not finite, or the settings make no sense.
    """
    values = finite_values("costs", costs, at_least=1)
    check_choice("cost", cost, get_args(CostName))
    if not (math.isfinite(resolution) and resolution >= 0):
        raise UsageError(f"resolution is {resolution}; it must be a finite number from 0 upwards")
    if not (math.isfinite(min_ratio) and min_ratio >= 1):
        raise UsageError(f"min_ratio is {min_ratio}; it must be a finite number from 1 upwards")
    if min(values) < 0:
        raise UsageError(f"a pool's {cost} is {min(values)}; costs are not negative")
    return Pool(
        costs=tuple(sorted(max(value, resolution) for value in values)),
        cost=cost,
        resolution=float(resolution),
        min_ratio=float(min_ratio),
        floored=floored + sum(value < resolution for value in values),
    )


def failed(pool: Pool, reason: str, *, form: Form = "log", mode: Mode = "expanded") -> Score:
    """The score of a solution that is not correct, or missing: 0."""
    return Score(
        value=0.0,
        cost=pool.cost,
        form=form,
        mode=mode,
        correct=False,
        members=len(pool.costs),
        fingerprint=pool.fingerprint,
        reason=reason,
    )


def beyond(cost: float, pool: Pool, *, form: Form = "log", mode: Mode = "expanded") -> Score:
    """Scores a correct solution.

    log: (ln slowest - ln t) / (ln slowest - ln fastest); linear: (slowest - t) / (slowest - fastest); rank:
    (n - r) / (n - 1), where r counts from the fastest and equal costs share the best rank of their group.
    Without a spread every correct solution scores 1: "the fastest scores 1" wins over "the slowest scores 0".

    Args:
        cost: of the pool's kind and in its unit.
        mode: "expanded" adds a cost that is no member to the pool first, which is why older scores change with every
            new solution; "frozen" cuts at the pool's ends; "frozen-unclipped" lets scores run beyond them.

    Raises:
        UsageError: the cost is negative or not finite, or the log form meets a 0 and the pool has no resolution.
    """
    check_choice("form", form, get_args(Form))
    check_choice("mode", mode, get_args(Mode))
    given = finite_values("cost", [cost])[0]
    if given < 0:
        raise UsageError(f"{pool.cost} is {given}; costs are not negative")
    t = max(given, pool.resolution)
    if mode == "expanded" and not _is_member(t, pool):
        pool = pool.expanded([given])
    fastest, slowest = pool.costs[0], pool.costs[-1]
    outside: Literal["", "faster", "slower"] = "faster" if t < fastest else "slower" if t > slowest else ""
    value = 1.0 if pool.degenerate else _value(t, pool, form)
    clipped = bool(outside) and mode == "frozen" and not pool.degenerate
    return Score(
        value=min(1.0, max(0.0, value)) if mode != "frozen-unclipped" or not outside else value,
        cost=pool.cost,
        form=form,
        mode=mode,
        outside=outside,
        clipped=clipped,
        degenerate=pool.degenerate,
        floored=given < pool.resolution,
        members=len(pool.costs),
        fingerprint=pool.fingerprint,
    )


def _value(t: float, pool: Pool, form: Form) -> float:
    costs = pool.costs
    if form == "rank":
        return (len(costs) - 1 - bisect_left(costs, t)) / (len(costs) - 1)
    if form == "linear":
        return (costs[-1] - t) / (costs[-1] - costs[0])
    if min(t, costs[0]) <= 0:
        raise UsageError(
            f"the log form needs a {pool.cost} above 0; give the pool the resolution of the measurement"
        )
    return _log_ratio(costs[-1], t) / _log_ratio(costs[-1], costs[0])


def _log_ratio(a: float, b: float) -> float:
    """ln(a / b), not 0 for neighbours whose quotient rounds to 1."""
    excess = (a - b) / b
    return math.log1p(excess) if math.isfinite(excess) else math.log(a) - math.log(b)


def _is_member(t: float, pool: Pool) -> bool:
    return bisect_left(pool.costs, t) < bisect_right(pool.costs, t)
