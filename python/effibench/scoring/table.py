"""The long table that official metrics are computed from: one row for one case of one program.

What repetitions were made of is settled before: a row holds one number a cost. Metrics ask for a cost by name, so that
a benchmark defined on instruction counts can be scored by time and says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from statistics import fmean
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, get_args

import msgspec

from effibench.errors import UsageError
from effibench.model import Verdict
from effibench.stats.basics import check_choice

CostName: TypeAlias = Literal["time", "cpu_time", "instructions", "memory", "tmu"]
Combine: TypeAlias = Literal["sum", "mean", "max"]

UNITS: Mapping[CostName, str] = MappingProxyType(
    {"time": "s", "cpu_time": "s", "instructions": "instructions", "memory": "MiB", "tmu": "MiB·s"}
)
_COMBINE: Mapping[str, Callable[[Sequence[float]], float]] = {"sum": math.fsum, "mean": fmean, "max": max}


class Costs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one program needed for one case; None where it was not measured, which is never 0.

    Attributes:
        time: wall time in s.
        cpu_time: CPU time in s.
        instructions: CPU instructions.
        memory: peak memory in MiB.
        tmu: integral of memory over time in MiB·s.
        missing: why a cost has no number, by its name.
    """

    time: float | None = None
    cpu_time: float | None = None
    instructions: float | None = None
    memory: float | None = None
    tmu: float | None = None
    missing: dict[CostName, str] = {}

    def __post_init__(self) -> None:
        for name in get_args(CostName):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and value >= 0):
                raise UsageError(f"{name} is {value!r}; a cost is a finite number from 0 upwards, or None")

    def get(self, name: CostName) -> float | None:
        """A cost by its name.

        Raises:
            UsageError: there is no cost of that name.
        """
        check_choice("cost", name, get_args(CostName))
        value = getattr(self, name)
        return None if value is None else float(value)


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One case of one program, or its whole run where a benchmark does not tell cases apart.

    Attributes:
        model: who wrote the program; empty for the benchmark's own solutions.
        solution: name of one of the benchmark's own solutions, such as "canonical"; empty for a model's.
        sample: number of the model's completion for this task, from 0.
        language: programming language, where a benchmark has several.
        level: difficulty level of the case, where a benchmark has such.
        status: what became of the program on this case.
        reason: why it did not pass; for an exception its name comes first.
        scored: whether the costs count; cases that check correctness alone say no.
        program: digest of the program's text, to find identical ones; empty if not known.
    """

    task: str
    model: str = ""
    solution: str = ""
    sample: int = 0
    language: str = ""
    level: int = 0
    case: str = ""
    status: Verdict = Verdict.PASS
    reason: str = ""
    scored: bool = True
    program: str = ""
    costs: Costs = Costs()

    def cost(self, name: CostName) -> float:
        """A cost of this case.

        Raises:
            UsageError: it was not measured; the message names task, program, cost and reason.
        """
        value = self.costs.get(name)
        if value is None:
            why = self.costs.missing.get(name) or "no reason was recorded"
            raise UsageError(f"{self}: {name} was not measured ({why})")
        return value

    def __str__(self) -> str:
        whose = f"{self.model}, sample {self.sample}" if self.model else self.solution or "no program"
        place = ", ".join(
            part for part in (whose, self.language, f"case {self.case}" if self.case else "") if part
        )
        return f"task {self.task} ({place})"


class Attempt(NamedTuple):
    """All rows of one program on one task, in the table's order."""

    task: str
    model: str
    solution: str
    sample: int
    language: str
    rows: tuple[Row, ...]

    @property
    def passed(self) -> bool:
        """Whether every case passed."""
        return all(row.status is Verdict.PASS for row in self.rows)

    @property
    def failure(self) -> str:
        """The first case that did not pass, empty if all did."""
        bad = next((row for row in self.rows if row.status is not Verdict.PASS), None)
        return "" if bad is None else f"{bad}: {bad.status.value}{f' ({bad.reason})' if bad.reason else ''}"

    def measured(self, name: CostName) -> bool:
        """Whether every scored case has that cost."""
        scored = [row for row in self.rows if row.scored]
        return bool(scored) and all(row.costs.get(name) is not None for row in scored)

    def cost(self, name: CostName, combine: Combine) -> float:
        """A cost of the program: sum, arithmetic mean or maximum over the scored cases.

        Raises:
            UsageError: a scored case lacks it, or no case is scored.
        """
        values = [row.cost(name) for row in self.rows if row.scored]
        if not values:
            raise UsageError(f"{self.rows[0]}: no case is scored, so there is no {name}")
        return float(_COMBINE[combine](values))


class Table(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All rows, and all tasks of the benchmark: a task without a row is one that was not attempted.

    Attributes:
        tasks: names of all tasks; by default those that have rows.

    Raises:
        UsageError: two rows are of the same case of the same program, or a row's task is not among the tasks.
    """

    rows: tuple[Row, ...]
    tasks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        known = dict.fromkeys(self.tasks or (row.task for row in self.rows))
        seen = set()
        for row in self.rows:
            if row.task not in known:
                raise UsageError(f"{row} is of none of the {len(known)} tasks")
            key = (row.task, row.model, row.solution, row.sample, row.language, row.level, row.case)
            if key in seen:
                raise UsageError(f"{row} has two rows (level {row.level}, case {row.case!r})")
            seen.add(key)
        msgspec.structs.force_setattr(self, "tasks", tuple(known))

    @cached_property
    def models(self) -> tuple[str, ...]:
        """Names of all models, in the order in which they come."""
        return tuple(dict.fromkeys(row.model for row in self.rows if row.model))

    @cached_property
    def _attempts(self) -> Mapping[tuple[str, str], Mapping[str, list[Attempt]]]:
        rows: dict[tuple[str, str, str, int, str], list[Row]] = {}
        for row in self.rows:
            rows.setdefault((row.task, row.model, row.solution, row.sample, row.language), []).append(row)
        found: dict[tuple[str, str], dict[str, list[Attempt]]] = {}
        for (task, model, solution, sample, language), own in rows.items():
            attempt = Attempt(task, model, solution, sample, language, tuple(own))
            found.setdefault((model, solution), {}).setdefault(task, []).append(attempt)
        for tasks in found.values():
            for attempts in tasks.values():
                attempts.sort(key=lambda attempt: attempt.sample)
        return found

    def attempts(self, *, model: str = "", solution: str = "") -> dict[str, list[Attempt]]:
        """The programs of a model, or one of the benchmark's own, for every task; by the number of the sample.

        Raises:
            UsageError: no row is of that model or solution.
        """
        found = self._attempts.get((model, solution))
        if found is None:
            raise UsageError(f"no row is of {f'model {model!r}' if model else f'solution {solution!r}'}")
        return {task: list(found.get(task, ())) for task in self.tasks}

    def own(self, task: str) -> list[Attempt]:
        """The benchmark's own solutions of a task."""
        groups = (tasks.get(task, []) for (model, _), tasks in self._attempts.items() if not model)
        return [attempt for attempts in groups for attempt in attempts]

    def chosen(self, tasks: Sequence[str] | None) -> tuple[str, ...]:
        """The tasks to score: all, or those named.

        Raises:
            UsageError: one of them is not in the table, or there is none.
        """
        names = self.tasks if tasks is None else tuple(dict.fromkeys(tasks))
        unknown = [name for name in names if name not in set(self.tasks)]
        if unknown:
            raise UsageError(f"task {unknown[0]!r} is not in the table")
        if not names:
            raise UsageError("there is no task to score")
        return names

    def common_correct(self, models: Sequence[str] | None = None, sample: int = 0) -> tuple[str, ...]:
        """The tasks that every one of the models solves with its sample of that number, on which they compare fairly.

        Models that solve hard tasks look slower than those that fail them, where failures are left out of an average.

        Raises:
            UsageError: a model has no row.
        """
        solved = []
        for model in self.models if models is None else models:
            attempts = self.attempts(model=model)
            solved.append(
                {task for task, own in attempts.items() if any(a.passed for a in own if a.sample == sample)}
            )
        return tuple(task for task in self.tasks if solved and all(task in own for own in solved))
