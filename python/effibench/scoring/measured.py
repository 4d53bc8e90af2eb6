"""Rows of the long table from what effibench itself has measured."""

from __future__ import annotations

import re
from collections.abc import Mapping
from statistics import fmean
from types import MappingProxyType

from msgspec.structs import replace

from effibench.errors import UsageError
from effibench.model import CaseResult, Measurement, Verdict
from effibench.scoring.table import CostName, Costs, Row

_LEVEL = re.compile(r"(?:^|-)level-(\d+)$")
_NEVER_MEASURED: Mapping[CostName, str] = MappingProxyType(
    {
        "instructions": "a measurement counts no instructions",
        "tmu": "a measurement records the peak of memory, not its course",
    }
)


def rows_of(
    measured: Measurement, *, model: str = "", solution: str = "", sample: int = 0
) -> tuple[Row, ...]:
    """The rows of one measured program: one for each case that ran, up to the first that failed.

    A domain that ends in `level-N` gives the row's level. Costs count on `stress-` domains, and on all domains of a
    task that has no such. `time` is the case's mean time of a call; `cpu_time` the mean of the process's CPU time in
    the timed calls; `memory` the peak above what was resident before. There are no `instructions` and no `tmu`, so
    metrics that are made of these alone have no value, and those that have them beside others say what is missing.

    Args:
        model: who wrote the program; or
        solution: which of the benchmark's own solutions it is.
        sample: number of the model's completion for this task, from 0.

    Raises:
        UsageError: both model and solution are given, or neither.
    """
    if bool(model) == bool(solution):
        raise UsageError(
            f"model = {model!r}, solution = {solution!r}: expected one of them, as whose program this was"
        )
    whose = Row(
        task=measured.task,
        model=model,
        solution=solution,
        sample=sample,
        program=measured.candidate_digest,
    )
    if not measured.cases:  # it failed before its first one
        return (replace(whose, status=measured.verdict, reason=measured.reason, scored=False),)
    return tuple(
        replace(
            whose,
            level=_level(case.domain),
            case=_name(case),
            status=case.verdict,
            reason=case.reason,
            scored=scored,
            costs=_costs(case),
        )
        for case, scored in _cases(measured)
    )


def reference_rows(measured: Measurement, *, solution: str = "reference") -> tuple[Row, ...]:
    """The rows of the task's reference, as it was timed beside the program: `time` alone.

    Cases without such a time are left out.
    """
    return tuple(
        Row(
            task=measured.task,
            solution=solution,
            level=_level(case.domain),
            case=_name(case),
            scored=scored,
            costs=Costs(time=case.reference_seconds, missing=_others("the reference is only timed")),
        )
        for case, scored in _cases(measured)
        if case.reference_seconds is not None
    )


def _cases(measured: Measurement) -> list[tuple[CaseResult, bool]]:
    """The cases, and whether the costs of each count."""
    stress = [case.domain.startswith("stress-") for case in measured.cases]
    return [(case, own or not any(stress)) for case, own in zip(measured.cases, stress, strict=True)]


def _name(case: CaseResult) -> str:
    return f"{case.domain}/{case.seed}"


def _level(domain: str) -> int:
    found = _LEVEL.search(domain)
    return int(found[1]) if found else 0


def _costs(case: CaseResult) -> Costs:
    missing = dict(_NEVER_MEASURED)
    timed = [sample.process_cpu_ns for sample in case.samples if not sample.warmup]
    if case.seconds is None:
        why = "it was only judged" if case.verdict is Verdict.PASS else f"the case: {case.verdict.value}"
        missing["time"] = missing["cpu_time"] = f"not timed, {why}"
    elif not timed:
        missing["cpu_time"] = "no samples were kept"
    if case.peak_memory_bytes is None:
        missing["memory"] = "no peak was recorded"
    elif case.peak_memory_bytes == 0:
        missing["memory"] = "the peak was not above what was resident before, by whole pages"
    return Costs(
        time=case.seconds,
        cpu_time=fmean(timed) / 1e9 if timed and case.seconds is not None else None,
        memory=case.peak_memory_bytes / 2**20 if case.peak_memory_bytes else None,
        missing=missing,
    )


def _others(why: str) -> dict[CostName, str]:
    return {"cpu_time": why, "instructions": why, "memory": why, "tmu": why}
