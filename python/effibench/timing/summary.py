"""From the runs of all cases to what a measurement says: times, spread, memory, flags."""

from __future__ import annotations

import math
import statistics
from typing import Any

import msgspec

from effibench.model import CaseResult, Comparison, Flag, Host, Measurement, Verdict
from effibench.paired import Answer
from effibench.tasks.task import Task
from effibench.timing import integrity
from effibench.timing.contest import Contest
from effibench.timing.executor import A, B, CaseRun
from effibench.timing.paired_plan import PairedSettings


def reason_of(last: CaseResult) -> str:
    """Why a candidate did not pass, empty if it did."""
    return "" if last.verdict is Verdict.PASS else f"{last.domain}, seed {last.seed}: {last.reason}"


def case_seconds(run: CaseRun) -> float:
    """Mean of the timed calls of a case, in s (DSEffi-Bench)."""
    return statistics.fmean(call.sample.wall_ns for call in run.calls if not call.sample.warmup) / 1e9


def summarise(
    measurement: Measurement, runs: list[CaseRun], reference: list[CaseRun], task: Task, *, timing: bool
) -> Measurement:
    """Adds what follows from all cases together: times, spread, memory, flags."""
    flags = {flag for case in measurement.cases for flag in case.flags}
    peaks = [run.peak_memory_bytes for run in runs if run.peak_memory_bytes is not None]
    imports = [run.import_ns for run in runs if run.import_ns is not None]
    changes: dict[str, Any] = {
        "peak_memory_bytes": max(peaks, default=None),
        "import_seconds": statistics.fmean(imports) / 1e9 if imports else None,
    }
    # Only the last case can have failed. Scores that censor at a time limit need the times of those before it.
    right = runs[: sum(case.verdict is Verdict.PASS for case in measurement.cases)]
    if right and timing:
        beside = reference[: len(right)]
        own_cpu = not task.result.subprocesses and task.device == "cpu"
        tampered = bool(beside) and integrity.clock_tampered(right, beside, task.cores, cpu_counts=own_cpu)
        if tampered:
            flags.add(Flag.CLOCK_TAMPER)
        if integrity.contended(right):
            flags.add(Flag.CONTENDED)
        of_reference: list[float | None] = [case_seconds(run) for run in beside] or [None] * len(right)
        seconds = [
            integrity.envelope_seconds(run, beside[index]) if tampered else case_seconds(run)
            for index, run in enumerate(right)
        ]
        timed = tuple(
            msgspec.structs.replace(case, seconds=mine, reference_seconds=theirs)
            for case, mine, theirs in zip(measurement.cases, seconds, of_reference, strict=False)
        )
        changes["cases"] = timed + measurement.cases[len(right) :]
        if measurement.passed:
            changes |= {
                "seconds": statistics.fmean(seconds),
                "spread": _spread(runs),
                "reference_seconds": statistics.fmean(case_seconds(run) for run in reference)
                if reference
                else None,
            }
    return msgspec.structs.replace(measurement, flags=tuple(sorted(flags)), **changes)


def _spread(runs: list[CaseRun]) -> float | None:
    shares = []
    for run in runs:
        times = [call.sample.wall_ns for call in run.calls if not call.sample.warmup]
        if len(times) > 1 and (mean := statistics.fmean(times)) > 0:
            variance = math.fsum((time - mean) ** 2 for time in times) / (len(times) - 1)
            shares.append(math.sqrt(variance) / mean)
    return statistics.fmean(shares) if shares else None


def beside_reference(measured: Measurement, outcome: Contest) -> Measurement:
    """Adds what the paired protocol found out about a candidate (a) and the reference (b)."""
    paired = outcome.paired
    timed = {(case.domain, case.seed): case for case in paired.cases}
    cases = []
    for case in measured.cases:
        beside = timed.get((case.domain, case.seed))
        if beside is not None:
            case = msgspec.structs.replace(  # noqa: PLW2901 (the record with its times)
                case, seconds=beside.a_seconds, reference_seconds=beside.b_seconds, ratio=beside.ratio
            )
        cases.append(case)
    return msgspec.structs.replace(
        measured,
        seconds=paired.a_seconds,
        reference_seconds=paired.b_seconds,
        paired=paired,
        cases=tuple(cases),
        flags=tuple(sorted({*measured.flags, *outcome.flags[A]})),
    )


def comparison(
    a: Measurement, b: Measurement, outcome: Contest | None, settings: PairedSettings, host: Host
) -> Comparison:
    """The record of a comparison. `outcome` is None if one of the candidates was not correct."""
    fields: dict[str, Any] = {
        "verdict": Answer.UNRESOLVED,
        "alpha": settings.alpha,
        "margin": settings.margin,
    }
    verdicts, reasons = [a.verdict, b.verdict], [a.reason, b.reason]
    flags = [set(a.flags), set(b.flags)]
    if outcome is not None:
        fields = {name: getattr(outcome.paired, name) for name in outcome.paired.__struct_fields__}
        for side in (A, B):
            flags[side] |= outcome.flags[side]
        if outcome.failure is not None:
            player, verdicts[player], reasons[player] = outcome.failure
    wrong = [
        f"{name} is not correct ({verdict.value}): {reason}"
        for name, verdict, reason in zip((a.candidate, b.candidate), verdicts, reasons, strict=True)
        if verdict is not Verdict.PASS
    ]
    if wrong:
        fields["reason"] = "; ".join(wrong)
    return Comparison(
        task=a.task,
        task_digest=a.task_digest,
        a=a.candidate,
        a_digest=a.candidate_digest,
        b=b.candidate,
        b_digest=b.candidate_digest,
        a_verdict=verdicts[A],
        b_verdict=verdicts[B],
        a_flags=tuple(sorted(flags[A])),
        b_flags=tuple(sorted(flags[B])),
        level=a.level,
        protections=a.protections,
        host=host,
        **fields,
    )
