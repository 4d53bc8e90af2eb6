"""Pass, Beyond and Beyond|Pass of models, over all tasks, a group of them, or those that all models solve.

Source: DSEffi-Bench, its table 2 (all tasks and library groups) and the common-correct subset beside its figure 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

import msgspec

from effibench.errors import UsageError
from effibench.scoring.beyond import Form, Mode, Pool, Score, beyond, failed, make_pool
from effibench.scoring.table import Attempt, CostName, Table


class ModelBeyond(msgspec.Struct, frozen=True, kw_only=True):
    """A model's scores over tasks, each from 0 to 1 (printed as percent).

    Attributes:
        cost: which cost was scored.
        form, mode: those of the scores.
        tasks: all of them; what was not attempted or is not correct counts 0.
        solved: tasks with a correct solution.
        pass_share: solved / tasks.
        beyond: sum of the scores / tasks.
        beyond_given_pass: sum of the scores / solved; None if nothing is solved (`reason`).
        clipped: scores that were cut to a frozen pool's ends.
        degenerate: solved tasks whose pool has no spread.
    """

    cost: CostName
    form: Form
    mode: Mode
    tasks: int
    solved: int
    pass_share: float
    beyond: float
    beyond_given_pass: float | None = None
    clipped: int = 0
    degenerate: int = 0
    reason: str = ""


def pools(
    table: Table,
    published: Mapping[str, Pool] | None = None,
    *,
    cost: CostName = "time",
    resolution: float = 0.0,
    min_ratio: float = 1.0,
    deduplicate: bool = False,
) -> dict[str, Pool]:
    """The pool of every task that has a correct solution: all samples of all models and the benchmark's own solutions.

    A solution's cost is the arithmetic mean over its scored cases.

    Args:
        published: pools of other solutions, which the table's then join; their settings stay.
        deduplicate: keep the first of several identical programs (`Row.program`); score with mode "frozen" then, or
            the others' own costs come back in. The paper keeps all.

    Raises:
        UsageError: a correct solution lacks the cost, or a published pool is of another one.
    """
    published = published or {}
    other = next((task for task, pool in published.items() if pool.cost != cost), None)
    if other is not None:
        raise UsageError(f"task {other}: its published pool is of {published[other].cost}, cost = {cost!r}")
    made = {}
    by_model = [table.attempts(model=model) for model in table.models]
    for task in table.tasks:
        known = [*table.own(task), *(attempt for attempts in by_model for attempt in attempts[task])]
        costs = [attempt.cost(cost, "mean") for attempt in _correct(known, deduplicate)]
        if task in published:
            made[task] = published[task].expanded(costs)
        elif costs:
            made[task] = make_pool(costs, cost=cost, resolution=resolution, min_ratio=min_ratio)
    return made


def task_scores(
    table: Table,
    scale: Mapping[str, Pool],
    *,
    model: str = "",
    solution: str = "",
    sample: int = 0,
    form: Form = "log",
    mode: Mode = "expanded",
) -> dict[str, Score]:
    """Beyond of one sample of a model, or of one of the benchmark's own solutions, on every task that has a pool.

    Raises:
        UsageError: no row is of that model, a correct solution lacks the pool's cost, or it has no pool.
    """
    scores = {}
    for task, attempts in table.attempts(model=model, solution=solution).items():
        attempt = next((one for one in attempts if one.sample == sample), None)
        pool = scale.get(task)
        if pool is None:
            if attempt is not None and attempt.passed:
                raise UsageError(f"task {task} has no pool, but {model or solution} solves it")
            continue
        if attempt is None or not attempt.passed:
            why = "not attempted" if attempt is None else attempt.failure
            scores[task] = failed(pool, why, form=form, mode=mode)
        else:
            scores[task] = beyond(attempt.cost(pool.cost, "mean"), pool, form=form, mode=mode)
    return scores


def summary(scores: Mapping[str, Score], tasks: Sequence[str]) -> ModelBeyond:
    """Pass, Beyond and Beyond|Pass over those tasks; a task without a score is not solved.

    Raises:
        UsageError: there is no task or no score, or the scores differ in cost, form or mode.
    """
    names = tuple(dict.fromkeys(tasks))
    kinds = {(score.cost, score.form, score.mode) for score in scores.values()}
    if not names or len(kinds) != 1:
        raise UsageError(
            f"{len(names)} tasks and scores of {len(kinds)} kinds; there must be tasks and one kind"
        )
    cost, form, mode = kinds.pop()
    solved = [scores[task] for task in names if task in scores and scores[task].correct]
    total = sum(score.value for score in solved)
    return ModelBeyond(
        cost=cost,
        form=form,
        mode=mode,
        tasks=len(names),
        solved=len(solved),
        pass_share=len(solved) / len(names),
        beyond=total / len(names),
        beyond_given_pass=fmean(score.value for score in solved) if solved else None,
        clipped=sum(score.clipped for score in solved),
        degenerate=sum(score.degenerate for score in solved),
        reason="" if solved else "no task is solved",
    )


def _correct(attempts: Sequence[Attempt], deduplicate: bool) -> list[Attempt]:
    found: list[Attempt] = []
    seen: set[str] = set()
    for attempt in attempts:
        program = attempt.rows[0].program
        if not attempt.passed or (deduplicate and program and program in seen):
            continue
        seen.add(program)
        found.append(attempt)
    return found
