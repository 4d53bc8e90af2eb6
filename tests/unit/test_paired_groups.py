"""What a group of rounds says, on hand-made rounds."""

from __future__ import annotations

import msgspec
import pytest

from effibench.model import Flag
from effibench.paired import Round, SideSample
from effibench.timing import paired_groups as groups

MS = 1_000_000


def side(wall_ns: int = MS, **fields: object) -> SideSample:
    made = SideSample(
        wall_ns=wall_ns,
        cpu_ns=wall_ns,
        envelope_ns=wall_ns + 100_000,
        charged_ns=wall_ns + 90_000,
        between_ns=0,
        run_delay_ns=0,
        preempted=False,
        migrated=False,
        major_faults=0,
    )
    return msgspec.structs.replace(made, **fields)


def taken(a: SideSample | None = None, b: SideSample | None = None, **fields: object) -> Round:
    made = Round(
        pair=0, group=0, case=0, loops=1, a_first=True, a=a or side(), b=b or side(), canary_ns=50_000
    )
    return msgspec.structs.replace(made, **fields)


def test_times_are_the_windows_of_both_sides() -> None:
    played = [taken(side(3 * MS), side(9 * MS)), taken(side(5 * MS), side(0))]
    assert groups.times(played, "wall") == [(3.0 * MS, 9.0 * MS), (5.0 * MS, 1.0)]


def test_the_cpu_clock_takes_the_place_of_the_wall_clock() -> None:
    played = [taken(side(30 * MS, cpu_ns=2 * MS), side(10 * MS, cpu_ns=MS))]
    assert groups.times(played, "cpu") == [(2.0 * MS, 1.0 * MS)]


def test_a_ratio_is_the_median_over_rounds() -> None:
    fast, slow = taken(side(MS), side(2 * MS)), taken(side(9 * MS), side(2 * MS))
    assert groups.ratio([[fast, fast], [slow]], "wall") == 0.5


WAITED = {"preempted": True, "run_delay_ns": 200_000}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, False),
        (WAITED, True),
        ({"preempted": True, "run_delay_ns": 1_000}, False),  # claimed, but the kernel knows of no wait
        ({"preempted": True, "run_delay_ns": None}, True),
        ({"run_delay_ns": 200_000}, False),  # waited outside the window
        ({"migrated": True}, True),
        ({"major_faults": 1}, True),
    ],
)
def test_what_disturbs_a_sample(fields: dict[str, object], expected: bool) -> None:
    assert groups.side_disturbed(side(**fields)) is expected
    assert groups.disturbed(taken(a=side(**fields)), 50_000) is expected
    assert groups.disturbed(taken(b=side(**fields)), 50_000) is expected


def test_a_slow_canary_or_stolen_time_disturbs_a_round() -> None:
    assert groups.disturbed(taken(canary_ns=52_600), 50_000)
    assert not groups.disturbed(taken(canary_ns=52_400), 50_000)
    assert not groups.disturbed(taken(canary_ns=99_000), None)
    assert groups.disturbed(taken(stolen=True), 50_000)


def test_a_group_without_one_clean_sample_of_a_side_is_replaced() -> None:
    dirty = side(**WAITED)
    assert groups.to_be_replaced([taken(a=dirty), taken(a=dirty)])
    assert groups.to_be_replaced([taken(b=dirty), taken(b=dirty)])
    assert not groups.to_be_replaced([taken(a=dirty), taken(b=dirty)])


def test_preempted_share_counts_samples() -> None:
    assert groups.preempted_share([taken(a=side(**WAITED)), taken()]) == 0.25
    assert groups.preempted_share([]) == 0.0


def test_claims_below_what_host_and_kernel_saw_are_tampered_with() -> None:
    honest = [taken() for _ in range(5)]
    liar = side(100_000, envelope_ns=3 * MS, charged_ns=3 * MS)
    assert groups.flags_of(honest) == (set(), set())
    assert groups.flags_of([taken(a=liar) for _ in range(5)]) == ({Flag.CLOCK_TAMPER}, set())
    assert groups.flags_of([taken(b=liar) for _ in range(5)]) == (set(), {Flag.CLOCK_TAMPER})


def test_a_process_that_waits_for_a_cpu_is_no_liar() -> None:
    waiting = side(MS, envelope_ns=9 * MS, charged_ns=MS + 90_000)
    assert groups.flags_of([taken(a=waiting) for _ in range(5)]) == (set(), set())


def test_work_between_turns_is_flagged() -> None:
    busy = side(between_ns=MS)
    assert groups.flags_of([taken(a=busy) for _ in range(5)]) == ({Flag.ASYNC_WORK}, set())
    assert groups.flags_of([taken(b=side(between_ns=150_000))]) == (set(), set())


def test_memoised_inputs_are_suspect_on_the_side_that_memoises() -> None:
    def shown(a_first: int, a_again: int, b_again: int = 10 * MS) -> tuple[Round, list[Round]]:
        return taken(side(a_first), side(10 * MS)), [taken(side(a_again), side(b_again))] * 2

    assert groups.memo_suspects([shown(10 * MS, MS)] * 3) == (True, False)
    assert groups.memo_suspects([shown(10 * MS, 6 * MS)] * 3) == (False, False)
    assert groups.memo_suspects([shown(10 * MS, 4 * MS, b_again=7 * MS)] * 3) == (False, False)
    assert groups.memo_suspects([shown(10 * MS, MS, b_again=MS)] * 3) == (False, False)  # both: a warm cache
    assert groups.memo_suspects([shown(10 * MS, MS)]) == (False, False)  # one input is no evidence
    assert groups.memo_suspects([]) == (False, False)


def test_a_few_odd_first_calls_are_no_memo() -> None:
    odd = taken(side(10 * MS), side(10 * MS)), [taken(side(4 * MS), side(10 * MS))]
    even = taken(side(10 * MS), side(10 * MS)), [taken(side(10 * MS), side(10 * MS))]
    assert groups.memo_suspects([odd, odd, even]) == (False, False)
    assert groups.memo_suspects([odd] * 7 + [even] * 8) == (False, False)
    assert groups.memo_suspects([odd] * 8 + [even] * 7) == (True, False)


def test_an_interrupted_first_call_is_no_memo() -> None:
    usual = taken(side(10 * MS), side(10 * MS))
    interrupted = taken(side(50 * MS, cpu_ns=10 * MS, charged_ns=10 * MS), side(10 * MS))
    assert groups.memo_suspects([(interrupted, [usual])] * 5) == (False, False)


def test_a_lie_about_the_first_call_does_not_hide_a_memo() -> None:
    def first(claimed: int) -> Round:
        return taken(side(claimed, cpu_ns=claimed, charged_ns=10 * MS), side(10 * MS))

    again = taken(side(MS), side(10 * MS))
    assert groups.memo_suspects([(first(MS), [again])] * 5) == (True, False)


def test_a_frozen_clock_beside_a_true_cpu_claim_is_tampered_with() -> None:
    liar = side(1000, cpu_ns=3 * MS, envelope_ns=3 * MS, charged_ns=3 * MS)
    assert groups.flags_of([taken(a=liar) for _ in range(5)]) == ({Flag.CLOCK_TAMPER}, set())


def test_half_of_both_times_is_too_little_on_a_busy_machine_too() -> None:
    waiting = side(30 * MS, cpu_ns=10 * MS, envelope_ns=31 * MS, charged_ns=10 * MS + 90_000)
    liar = side(15 * MS, cpu_ns=5 * MS, envelope_ns=31 * MS, charged_ns=10 * MS + 90_000)
    assert groups.flags_of([taken(a=liar, b=waiting) for _ in range(5)]) == ({Flag.CLOCK_TAMPER}, set())


def test_claims_of_cpu_time_are_held_against_the_kernels() -> None:
    too_little = side(3 * MS, cpu_ns=100_000, envelope_ns=3 * MS + 100_000, charged_ns=3 * MS)
    too_much = side(MS, cpu_ns=9 * MS)
    for liar in (too_little, too_much):
        assert groups.flags_of([taken(b=liar) for _ in range(5)]) == (set(), {Flag.CLOCK_TAMPER})


def test_trend_compares_the_last_third_with_the_first() -> None:
    assert groups.trend([10] * 9) == "flat"
    assert groups.trend([10, 10, 10, 9, 9, 9, 8, 8, 8]) == "warming"
    assert groups.trend([8, 8, 8, 9, 9, 9, 10, 10, 10]) == "slowing"
    assert groups.trend([1, 2, 3]) == ""
