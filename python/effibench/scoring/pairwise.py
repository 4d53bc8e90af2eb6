"""Who is faster where both are correct: wins by at least 10 %, task by task.

Source: DSEffi-Bench, figures 3 and 16. Their averages are pooled: all wins over all common tasks of all opponents, not
means of the cells.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from effibench.errors import UsageError
from effibench.scoring.table import CostName, Table

MARGIN = 0.10


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One model against another on the tasks that both solve.

    Attributes:
        wins: tasks on which the first needs at least the margin less than the second.
        losses: the other way round.
        common: tasks that both solve.
    """

    wins: int
    losses: int
    common: int

    @property
    def ties(self) -> int:
        """Tasks on which neither wins."""
        return self.common - self.wins - self.losses

    @property
    def win_share(self) -> float | None:
        """Wins over common tasks; None without one."""
        return self.wins / self.common if self.common else None


class Average(msgspec.Struct, frozen=True, kw_only=True):
    """One model against all others, pooled over opponents and tasks; None where no task is common."""

    win: float | None
    lose: float | None
    common: int


class WinRates(msgspec.Struct, frozen=True, kw_only=True):
    """All pairs of models.

    Attributes:
        cost: which cost was compared.
        margin: smallest share of the slower one's cost that makes a win.
        cells: by first and second model.
        averages: by model.
    """

    cost: CostName
    margin: float
    cells: dict[str, dict[str, Cell]]
    averages: dict[str, Average]


def correct_costs(table: Table, *, cost: CostName = "time", sample: int = 0) -> dict[str, dict[str, float]]:
    """By model and task the cost of its correct samples of that number: the mean over the scored cases.

    Raises:
        UsageError: a correct sample lacks the cost.
    """
    found: dict[str, dict[str, float]] = {}
    for model in table.models:
        own = [one for attempts in table.attempts(model=model).values() for one in attempts]
        found[model] = {
            one.task: one.cost(cost, "mean") for one in own if one.passed and one.sample == sample
        }
    return found


def compare(a: Mapping[str, float], b: Mapping[str, float], margin: float = MARGIN) -> Cell:
    """Counts wins of a and of b on the tasks that are in both; costs in one unit.

    a wins if a <= (1 - margin) b, which is (b - a) / b >= margin; the other way round b wins.

    Raises:
        UsageError: the margin is not between 0 and 1, or a cost is not above 0.
    """
    if not 0 < margin < 1:
        raise UsageError(f"margin is {margin}; it must lie between 0 and 1")
    common = [task for task in a if task in b]
    for task in common:
        if min(a[task], b[task]) <= 0:
            raise UsageError(
                f"task {task}: a cost of {min(a[task], b[task]):g} is below the measurement's resolution"
            )
    return Cell(
        wins=sum(a[task] <= (1 - margin) * b[task] for task in common),
        losses=sum(b[task] <= (1 - margin) * a[task] for task in common),
        common=len(common),
    )


def pooled(cells: Mapping[str, Cell]) -> Average:
    """One model's cells against its opponents, as one share of wins and one of losses."""
    common = sum(cell.common for cell in cells.values())
    if not common:
        return Average(win=None, lose=None, common=0)
    return Average(
        win=sum(cell.wins for cell in cells.values()) / common,
        lose=sum(cell.losses for cell in cells.values()) / common,
        common=common,
    )


def win_rates(table: Table, *, cost: CostName = "time", margin: float = MARGIN, sample: int = 0) -> WinRates:
    """Every model against every other.

    Raises:
        UsageError: as `correct_costs` and `compare`.
    """
    costs = correct_costs(table, cost=cost, sample=sample)
    cells = {
        first: {second: compare(own, other, margin) for second, other in costs.items() if second != first}
        for first, own in costs.items()
    }
    return WinRates(
        cost=cost,
        margin=margin,
        cells=cells,
        averages={model: pooled(row) for model, row in cells.items()},
    )
