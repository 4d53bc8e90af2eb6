"""Does the time that the child claims fit what the host saw?

The child's clock readings are precise and untrusted. The host has two readings of its own: the envelope (hand-over of
the input until the last answer) and the CPU time that the kernel charged the child in it. An honest run differs from
its claims only by decoding inputs, encoding answers and messages, which the reference needs for the same cases too;
so the reference's own difference is the calibrated gap. Contention stretches the envelope but not the CPU time, a
sleeping candidate stretches neither claim nor CPU, hidden work stretches both: a claim is rejected only if both
differences exceed their gap, and then the host's clock decides. Where CPU time is no witness, because other processes
or a GPU may do the work or because the kernel's figure is missing, the envelope decides alone.

The sums run over all cases of a solution: hidden work is there in every case, noise is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from effibench.model import Flag
from effibench.timing.executor import CaseRun

# Honest differences scatter around the reference's: twice the gap, a quarter of the claim, and a fixed allowance.
_GAP_FACTOR = 2.0
_CLAIM_SHARE = 0.25
_ALLOWANCE_NS = 5_000_000
# Without CPU time a busy machine's waits look like hidden work, so more is allowed: a run's, and the claim once more.
_BLIND_CLAIM_SHARE = 1.0
_BLIND_ALLOWANCE_NS = 25_000_000
LATE_CPU_NS = 4_000_000  # threads that end or go to sleep take less
_LOST_SHARE = 0.10


@dataclass(slots=True)
class Totals:
    """Sums over the runs of a solution, in ns; `cpu` is None if the kernel's figure is missing for one of them."""

    claimed: int = 0
    claimed_cpu: int = 0
    envelope: int = 0
    cpu: int | None = 0

    @classmethod
    def of(cls, runs: Sequence[CaseRun]) -> Totals | None:
        """Adds the runs up; None if the host has no envelope for one of them."""
        totals = cls()
        for run in runs:
            if run.envelope_ns is None:
                return None
            totals.envelope += run.envelope_ns
            totals.cpu = None if totals.cpu is None or run.cpu_ns is None else totals.cpu + run.cpu_ns
            totals.claimed += sum(call.sample.wall_ns for call in run.calls)
            totals.claimed_cpu += sum(call.sample.process_cpu_ns for call in run.calls)
        return totals


def clock_tampered(
    runs: Sequence[CaseRun], reference: Sequence[CaseRun], cores: int, *, cpu_counts: bool = True
) -> bool:
    """Whether the claims of `runs` contradict the host's evidence, calibrated by the reference on the same cases.

    Args:
        cores: physical cores that the task's solutions may use.
        cpu_counts: whether all work is in the process's own CPU time.
    """
    mine, honest = Totals.of(runs), Totals.of(reference)
    if mine is None or honest is None:
        return False
    if mine.claimed > mine.envelope:
        return True
    allowance = _CLAIM_SHARE * mine.claimed + _ALLOWANCE_NS
    excess = mine.envelope - mine.claimed - _GAP_FACTOR * max(0, honest.envelope - honest.claimed)
    if mine.cpu is None or honest.cpu is None or not cpu_counts:
        return excess > _BLIND_CLAIM_SHARE * mine.claimed + _BLIND_ALLOWANCE_NS * len(runs)
    if excess <= allowance:
        return False
    honest_cpu = max(0, honest.cpu - honest.claimed_cpu)
    return mine.cpu - cores * mine.claimed > _GAP_FACTOR * honest_cpu + allowance


def envelope_seconds(run: CaseRun, reference: CaseRun | None) -> float:
    """Seconds per call by the host's clock alone, less the reference's own overhead on the same case."""
    overhead = 0
    if reference is not None and reference.envelope_ns is not None:
        overhead = reference.envelope_ns - sum(call.sample.wall_ns for call in reference.calls)
    envelope = (run.envelope_ns or 0) - max(0, overhead)
    return max(envelope, 1) / len(run.calls) / 1e9


def run_flags(run: CaseRun, *, single_core: bool) -> set[Flag]:
    """Flags that one case's evidence carries."""
    flags = set()
    timed = [call.sample for call in run.calls if not call.sample.warmup]
    if run.input_mutated:
        flags.add(Flag.INPUT_MUTATED)
    if run.late_cpu_ns is not None and run.late_cpu_ns > LATE_CPU_NS:
        flags.add(Flag.ASYNC_WORK)
    if any(sample.wall_ns <= 0 for sample in timed):
        flags.add(Flag.BELOW_RESOLUTION)
    if single_core and any(sample.cpu_before != sample.cpu_after for sample in timed):
        flags.add(Flag.MIGRATED)
    return flags


def contended(runs: Sequence[CaseRun]) -> bool:
    """Whether preemption took a tenth or more of the timed calls' wall time."""
    lost = total = 0
    for run in runs:
        for call in run.calls:
            sample = call.sample
            if sample.warmup:
                continue
            total += sample.wall_ns
            if sample.involuntary_switches > 0:
                lost += max(0, sample.wall_ns - sample.process_cpu_ns)
    return total > 0 and lost > _LOST_SHARE * total
