"""EvalPerf's differential performance score (DPS): which of the reference solutions a sample is at least as fast as.

References go from slow to fast, one from each cluster of known solutions. A sample gets the score of the fastest one
that it does not exceed: the share of known solutions in that cluster and all slower ones. DPS_norm counts clusters
instead. The cost is CPU instructions there; any cost will do as long as references and samples have the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import fsum
from statistics import fmean
from typing import NamedTuple

import msgspec

from effibench.errors import UsageError
from effibench.scoring.table import CostName, Table
from effibench.stats.basics import finite_values


class Rule(NamedTuple):
    """When a task gets a value.

    Attributes:
        name: who says so.
        min_correct: fewest correct samples.
        max_profile: most correct samples that are measured, the first ones.
    """

    name: str
    min_correct: int
    max_profile: int


PAPER = Rule("paper", 1, 10)
REPOSITORY = Rule("repository", 10, 20)


class References(msgspec.Struct, frozen=True, kw_only=True):
    """A task's reference solutions, slow to fast.

    Attributes:
        costs: their costs; empty where only cluster numbers are known.
        scores: DPS of matching each, ascending to 100; None where not known.
    """

    scores: tuple[float | None, ...]
    costs: tuple[float, ...] = ()


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """One sample against the references.

    Attributes:
        cluster: index of the reference that it matches; -1 if it is slower than all, or ended early.
        dps: 0 to 100; None if that reference's score is not known.
        dps_norm: 0 to 100.
    """

    cluster: int
    dps: float | None
    dps_norm: float


class TaskValue(msgspec.Struct, frozen=True, kw_only=True):
    """A model on one task; DPS is None where it has too few correct samples, or a score is not known (`reason`)."""

    dps: float | None
    dps_norm: float | None
    pass_at_1: float
    profiled: int
    reason: str = ""


class EvalPerf(msgspec.Struct, frozen=True, kw_only=True):
    """A model over all tasks; all values from 0 to 100.

    Attributes:
        dps, dps_norm: means over the tasks that have a value, which differ from model to model; None if none has.
        pass_at_1: mean over all tasks; one that was not attempted counts 0 (`missing` of them).
        cost: which cost was compared; None where cluster numbers were given.
        variant: name of the rule for a task's value.
        tasks: all that were asked for.
        with_dps, with_dps_norm: tasks that the means are over.
    """

    dps: float | None
    dps_norm: float | None
    pass_at_1: float
    cost: CostName | None
    variant: str
    tasks: int
    with_dps: int
    with_dps_norm: int
    missing: int = 0


def match(cost: float | None, references: References) -> Match:
    """Finds the fastest reference that a sample is at least as fast as.

    Source: EvalPerf's repository. References out of order are taken as they come, from the fast end, as it does.

    Args:
        cost: None if the sample timed out or raised when it was measured: slower than all.

    Raises:
        UsageError: references lack their costs, or a cost is not finite.
    """
    limits = finite_values("references", references.costs, at_least=1)
    if len(limits) != len(references.scores):
        raise UsageError(f"{len(limits)} references have costs, {len(references.scores)} have scores")
    if cost is None:
        return cluster_match(-1, references)
    value = finite_values("cost", [cost])[0]
    matching = (index for index in reversed(range(len(limits))) if value <= limits[index])
    return cluster_match(next(matching, -1), references)


def cluster_match(cluster: int, references: References) -> Match:
    """The scores of a sample that matches the reference with this index.

    Raises:
        UsageError: there is no such reference.
    """
    count = len(references.scores)
    if not -1 <= cluster < count:
        raise UsageError(f"cluster {cluster} is none of {count} references")
    if cluster == -1:
        return Match(cluster=-1, dps=0.0, dps_norm=0.0)
    return Match(cluster=cluster, dps=references.scores[cluster], dps_norm=100 * (cluster + 1) / count)


def out_of_order(references: References) -> list[int]:
    """Indices of references that cost less than the next one, which should be the faster; empty if all is well."""
    return [index for index, (slow, fast) in enumerate(pairwise(references.costs)) if slow < fast]


def task_value(matches: Sequence[Match], samples: int, correct: int, rule: Rule = REPOSITORY) -> TaskValue:
    """A model's value on one task.

    Args:
        matches: of the correct samples that were measured, in their order.
        samples: all samples, `correct` of which passed.

    Raises:
        UsageError: the counts contradict each other.
    """
    if samples <= 0 or not len(matches) <= correct <= samples:
        raise UsageError(f"{len(matches)} measured of {correct} correct of {samples} samples: that cannot be")
    share = 100 * correct / samples
    if correct < rule.min_correct:
        reason = f"{correct} correct sample(s); the {rule.name}'s rule asks for {rule.min_correct}"
        return TaskValue(dps=None, dps_norm=None, pass_at_1=share, profiled=0, reason=reason)
    profiled = matches[: rule.max_profile]
    if not profiled:
        raise UsageError("no correct sample was measured")
    known = [one.dps for one in profiled if one.dps is not None]
    complete = len(known) == len(profiled)
    return TaskValue(
        dps=fmean(known) if complete else None,
        dps_norm=fmean(one.dps_norm for one in profiled),
        pass_at_1=share,
        profiled=len(profiled),
        reason="" if complete else "the score of a matching reference is not known",
    )


def model_value(
    values: Mapping[str, TaskValue],
    *,
    cost: CostName | None,
    rule: Rule = REPOSITORY,
    tasks: Sequence[str] | None = None,
) -> EvalPerf:
    """A model's values over its tasks. Source: EvalPerf's repository.

    Args:
        tasks: all of the benchmark, where the model has not attempted some; by default those with a value.

    Raises:
        UsageError: there is no task, or one with a value is not among `tasks`.
    """
    names = tuple(dict.fromkeys(values if tasks is None else tasks))
    if not names:
        raise UsageError("there is no task to average over")
    unknown = next((task for task in values if task not in names), None)
    if unknown is not None:
        raise UsageError(f"task {unknown!r} has a value and is none of the {len(names)} tasks")
    dps = [one.dps for one in values.values() if one.dps is not None]
    norm = [one.dps_norm for one in values.values() if one.dps_norm is not None]
    return EvalPerf(
        dps=fmean(dps) if dps else None,
        dps_norm=fmean(norm) if norm else None,
        pass_at_1=fsum(one.pass_at_1 for one in values.values()) / len(names),
        cost=cost,
        variant=rule.name,
        tasks=len(names),
        with_dps=len(dps),
        with_dps_norm=len(norm),
        missing=len(names) - len(values),
    )


def table_values(
    table: Table,
    model: str,
    references: Mapping[str, References],
    *,
    cost: CostName = "instructions",
    rule: Rule = REPOSITORY,
    tasks: Sequence[str] | None = None,
) -> dict[str, TaskValue]:
    """A model's value on every task that it attempted; a sample's cost is the sum over its scored cases.

    Correctness is what the rows that are not scored say, if there are any: then a scored row that did not pass is an
    early end, DPS 0. Without such rows all rows must pass.

    Raises:
        UsageError: a task has no references, or a sample that was to be measured lacks the cost.
    """
    values = {}
    by_task = table.attempts(model=model)
    for task in table.chosen(tasks):
        attempts = by_task[task]
        if not attempts:
            continue
        if task not in references:
            raise UsageError(f"task {task} has no references")
        checks = [[row for row in one.rows if not row.scored] or one.rows for one in attempts]
        correct = [
            one for one, rows in zip(attempts, checks, strict=True) if one._replace(rows=tuple(rows)).passed
        ]
        measured = correct[: rule.max_profile] if len(correct) >= rule.min_correct else []
        matches = [match(one.cost(cost, "sum") if one.passed else None, references[task]) for one in measured]
        values[task] = task_value(matches, len(attempts), len(correct), rule)
    return values
