"""EvalPerf's win rates: models against each other on the tasks for which both have a value.

Source: the repository of EvalPerf's leaderboard. Only common tasks make models comparable, since the tasks with a value
differ from model to model.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

import msgspec

from effibench.errors import UsageError

ByTask = Mapping[str, float | None]


class Wins(msgspec.Struct, frozen=True, kw_only=True):
    """One model against all others.

    Attributes:
        task_win_rate: (wins + ties / 2) / rounds, a round being one task against one opponent; None without a round.
        model_win_rate: share of the opponents whose mean over the common tasks is lower; None without an opponent.
        rounds: common tasks, summed over opponents.
        opponents: opponents with a common task.
    """

    task_win_rate: float | None
    model_win_rate: float | None
    rounds: int
    opponents: int


def aligned(a: ByTask, b: ByTask) -> tuple[float, float] | None:
    """Means of both models over the tasks for which both have a value; None without one."""
    common = [(x, y) for task, x in a.items() if x is not None and (y := b.get(task)) is not None]
    return (fmean(x for x, _ in common), fmean(y for _, y in common)) if common else None


def win_rates(models: Mapping[str, ByTask], by_model: Mapping[str, ByTask] | None = None) -> dict[str, Wins]:
    """Win rates of every model.

    Args:
        models: by model and task DPS or DPS_norm; None where the task has no value.
        by_model: values for the model-wise rate if not the same; the leaderboard always takes DPS there.

    Raises:
        UsageError: `by_model` has other models.
    """
    means = models if by_model is None else by_model
    if set(means) != set(models):
        raise UsageError(f"by_model has other models: {sorted(set(means) ^ set(models))}")
    return {model: _wins(model, models, means) for model in models}


def _wins(model: str, models: Mapping[str, ByTask], means: Mapping[str, ByTask]) -> Wins:
    points, rounds, beaten, opponents = 0.0, 0, 0, 0
    for other in models:
        if other == model:
            continue
        for task, own in models[model].items():
            theirs = models[other].get(task)
            if own is None or theirs is None:
                continue
            rounds += 1
            points += 1.0 if own > theirs else 0.5 if own == theirs else 0.0
        pair = aligned(means[model], means[other])
        if pair is not None:
            opponents += 1
            beaten += pair[0] > pair[1]
    return Wins(
        task_win_rate=points / rounds if rounds else None,
        model_win_rate=beaten / opponents if opponents else None,
        rounds=rounds,
        opponents=opponents,
    )
