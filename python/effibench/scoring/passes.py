"""Pass and pass@k: the share of tasks that are solved."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean
from typing import Literal, TypeAlias, get_args

import msgspec

from effibench.errors import UsageError
from effibench.scoring.table import Table
from effibench.stats.basics import check_choice

PassVariant: TypeAlias = Literal["unbiased", "any_of_first_k", "mean_of_first_k"]
Missing: TypeAlias = Literal["fail", "skip"]


class PassAtK(msgspec.Struct, frozen=True, kw_only=True):
    """Share of the tasks that one of k samples solves.

    Attributes:
        value: 0 to 1, mean over `tasks`.
        variant: how a task's value was made; see `model_pass`.
        tasks: tasks that the mean is over.
        attempted: those for which the model has samples.
        fewest_samples: smallest number of samples of an attempted task.
    """

    k: int
    value: float
    variant: PassVariant
    tasks: int
    attempted: int
    fewest_samples: int


def pass_at_k(samples: int, correct: int, k: int) -> float:
    """The unbiased estimate of the probability that one of k samples is correct: 1 - C(n - c, k) / C(n, k).

    Source: Chen et al., "Evaluating Large Language Models Trained on Code" (HumanEval); Mercury, ENAMEL, COFFE and the
    bigcode harness use it, too.

    Raises:
        UsageError: not 0 <= correct <= samples, or not 1 <= k <= samples.
    """
    if not 0 <= correct <= samples:
        raise UsageError(f"{correct} of {samples} samples cannot be correct")
    check_k(k, samples)
    return 1.0 - math.comb(samples - correct, k) / math.comb(samples, k)


def mean_of_first(values: Sequence[float], k: int) -> float:
    """Sum of the first k samples' values / k: what the bigcode harness calls Beyond@k. Not a best of k.

    Raises:
        UsageError: there are fewer than k.
    """
    check_k(k, len(values))
    return fmean(values[:k])


def check_k(k: int, samples: int, whose: str = "") -> None:
    """Raises UsageError unless 1 <= k <= samples."""
    if not 1 <= k <= samples:
        raise UsageError(f"k is {k}; there are {samples} samples{f' of {whose}' if whose else ''}")


def model_pass(
    table: Table,
    model: str,
    k: int = 1,
    *,
    variant: PassVariant = "unbiased",
    tasks: Sequence[str] | None = None,
    missing: Missing = "fail",
) -> PassAtK:
    """Pass@k of a model.

    Args:
        variant: "unbiased" from all samples (HumanEval), "any_of_first_k" as one would see it with k samples only
            (k = 1: DSEffi-Bench's Pass of the greedy sample), "mean_of_first_k" share of correct ones.
        missing: a task without a sample counts as not solved ("fail"), or not at all ("skip").

    Raises:
        UsageError: an attempted task has fewer than k samples, or no task is left.
    """
    check_choice("variant", variant, get_args(PassVariant))
    check_choice("missing", missing, get_args(Missing))
    names = table.chosen(tasks)
    attempts = table.attempts(model=model)
    counts, values = [], []
    for task in names:
        passed = [attempt.passed for attempt in attempts[task]]
        if not passed:
            values += [0.0] if missing == "fail" else []
            continue
        check_k(k, len(passed), f"task {task}")
        counts.append(len(passed))
        values.append(_task_value(passed, k, variant))
    if not counts:
        raise UsageError(f"model {model!r} has no sample for any of the {len(names)} tasks")
    return PassAtK(
        k=k,
        value=fmean(values),
        variant=variant,
        tasks=len(values),
        attempted=len(counts),
        fewest_samples=min(counts),
    )


def _task_value(passed: Sequence[bool], k: int, variant: PassVariant) -> float:
    if variant == "unbiased":
        return pass_at_k(len(passed), sum(passed), k)
    if variant == "any_of_first_k":
        return float(any(passed[:k]))
    return mean_of_first([float(one) for one in passed], k)
