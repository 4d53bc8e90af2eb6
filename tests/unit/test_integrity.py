"""Claims against evidence: what is accepted, what is tampering, what is contention."""

from __future__ import annotations

from typing import Any

import pytest

from effibench.model import Flag, Sample
from effibench.timing.executor import Call, CaseRun, Stop
from effibench.timing.fake import FakeValue
from effibench.timing.integrity import Totals, clock_tampered, contended, envelope_seconds, run_flags

MS = 1_000_000


def call(wall_ns: int = MS, **changes: Any) -> Call:
    fields: dict[str, Any] = {
        "wall_ns": wall_ns,
        "raw_wall_ns": wall_ns,
        "thread_cpu_ns": wall_ns,
        "process_cpu_ns": wall_ns,
        "minor_faults": 0,
        "major_faults": 0,
        "voluntary_switches": 0,
        "involuntary_switches": 0,
        "cpu_before": 0,
        "cpu_after": 0,
    }
    return Call(Sample(**(fields | changes)), FakeValue(None))


def run(claimed_ns: int, envelope_ns: int | None, cpu_ns: int | None, **changes: Any) -> CaseRun:
    return CaseRun(Stop.DONE, calls=[call(claimed_ns, **changes)], envelope_ns=envelope_ns, cpu_ns=cpu_ns)


HONEST = [run(10 * MS, 12 * MS, 12 * MS)]


@pytest.mark.parametrize(
    ("claimed", "envelope", "cpu", "tampered"),
    [
        (10 * MS, 12 * MS, 12 * MS, False),  # as the reference
        (0, 9 * MS, 9 * MS, False),  # within twice the reference's own gap and the allowance
        (0, 10 * MS, 10 * MS, True),
        (10 * MS, 500 * MS, 12 * MS, False),  # preempted: the envelope grew, the CPU time did not
        (10 * MS, 12 * MS, 500 * MS, False),  # CPU of other threads after the answer: seen by another flag
        (10 * MS, 500 * MS, 500 * MS, True),
        (10 * MS, 9 * MS, 10 * MS, True),  # a call longer than the whole envelope
        (100 * MS, 125 * MS, 125 * MS, False),  # within a quarter of the claim
        (100 * MS, 140 * MS, 140 * MS, True),
    ],
)
def test_a_claim_is_rejected_only_if_clock_and_cpu_contradict_it(
    claimed: int, envelope: int, cpu: int, tampered: bool
) -> None:
    assert clock_tampered([run(claimed, envelope, cpu)], HONEST, cores=1) is tampered


def test_the_references_own_overhead_is_honest() -> None:
    slow = [run(MS, 101 * MS, 101 * MS)]
    assert not clock_tampered([run(MS, 150 * MS, 150 * MS)], slow, cores=1)
    assert clock_tampered([run(MS, 300 * MS, 300 * MS)], slow, cores=1)


def test_more_cores_use_more_cpu_than_wall() -> None:
    assert not clock_tampered([run(100 * MS, 400 * MS, 400 * MS)], HONEST, cores=4)
    assert clock_tampered([run(100 * MS, 400 * MS, 600 * MS)], HONEST, cores=4)


def test_where_others_may_do_the_work_the_envelope_decides() -> None:
    elsewhere = [run(MS, 100 * MS, MS)]
    assert not clock_tampered(elsewhere, HONEST, cores=1)
    assert clock_tampered(elsewhere, HONEST, cores=1, cpu_counts=False)


def test_hidden_work_adds_up_over_the_cases() -> None:
    single, reference = run(MS, 5 * MS, 5 * MS), run(MS, MS, MS)
    assert not clock_tampered([single], [reference], cores=1)
    assert clock_tampered([single] * 10, [reference] * 10, cores=1)


@pytest.mark.parametrize("missing", ["envelope_ns", "cpu_ns"])
def test_without_the_cpu_time_the_envelope_decides_and_without_it_nobody(missing: str) -> None:
    blind = run(0, 10**12, 10**12)
    setattr(blind, missing, None)
    assert clock_tampered([blind], HONEST, cores=1) is (missing == "cpu_ns")
    assert clock_tampered([run(0, 10**12, 10**12)], [blind], cores=1) is False


def test_totals_add_up() -> None:
    totals = Totals.of([run(1, 2, 3, process_cpu_ns=4), run(10, 20, 30, process_cpu_ns=40)])
    assert totals == Totals(claimed=11, claimed_cpu=44, envelope=22, cpu=33)
    assert Totals.of([]) == Totals()


def test_the_envelope_is_shared_by_the_calls() -> None:
    both = CaseRun(Stop.DONE, calls=[call(), call()], envelope_ns=10 * MS, cpu_ns=0)
    assert envelope_seconds(both, None) == pytest.approx(5e-3)
    reference = run(MS, 5 * MS, 5 * MS)  # 4 ms of it are overhead
    assert envelope_seconds(both, reference) == pytest.approx(3e-3)
    blind = run(MS, None, None)
    assert envelope_seconds(both, blind) == pytest.approx(5e-3)


def test_a_time_by_the_envelope_is_never_zero_or_less() -> None:
    assert envelope_seconds(run(1, 2, 2), run(MS, 500 * MS, 0)) > 0
    assert envelope_seconds(run(1, None, None), None) > 0


@pytest.mark.parametrize(
    ("changes", "flags"),
    [
        ({}, set()),
        ({"input_mutated": True}, {Flag.INPUT_MUTATED}),
        ({"late_cpu_ns": 4_000_001}, {Flag.ASYNC_WORK}),
        ({"late_cpu_ns": 4_000_000}, set()),
        ({"calls": [call(0)]}, {Flag.BELOW_RESOLUTION}),
        ({"calls": [call(0, warmup=True), call(5)]}, set()),
        ({"calls": [call(cpu_after=1)]}, {Flag.MIGRATED}),
        ({"calls": [call(cpu_after=1, warmup=True)]}, set()),
    ],
)
def test_a_case_carries_its_flags(changes: dict[str, Any], flags: set[Flag]) -> None:
    made = run(MS, MS, MS)
    for name, value in changes.items():
        setattr(made, name, value)
    assert run_flags(made, single_core=True) == flags
    assert run_flags(made, single_core=False) == flags - {Flag.MIGRATED}


@pytest.mark.parametrize(
    ("calls", "is_contended"),
    [
        ([], False),
        ([call(10 * MS)], False),
        ([call(10 * MS, process_cpu_ns=8 * MS, involuntary_switches=1)], True),
        ([call(10 * MS, process_cpu_ns=8 * MS)], False),  # asleep, not preempted
        ([call(10 * MS, process_cpu_ns=99 * MS // 10, involuntary_switches=1)], False),
        ([call(10 * MS, process_cpu_ns=0, involuntary_switches=1, warmup=True), call(10 * MS)], False),
        ([call(10 * MS, process_cpu_ns=30 * MS, involuntary_switches=1)], False),  # several threads
        ([call(10 * MS, process_cpu_ns=5 * MS, involuntary_switches=1), *[call(10 * MS)] * 9], False),
    ],
)
def test_contention_is_time_lost_to_preemption(calls: list[Call], is_contended: bool) -> None:
    assert contended([CaseRun(Stop.DONE, calls=calls)]) is is_contended
