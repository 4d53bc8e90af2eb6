"""Thirty runs of each side, families of tests, and all tasks together: worked by hand."""

from __future__ import annotations

import math

import msgspec
import pytest

from effibench.errors import UsageError
from effibench.scoring.ranks import (
    Adjusted,
    RankTest,
    across_tests,
    adjusted,
    invalid_test,
    rank_test,
)
from effibench.stats.two_samples import EffectSize

SLOW = [100.0 + number for number in range(30)]
FAST = [1.0 + number for number in range(30)]


def test_complete_separation() -> None:
    made = rank_test(FAST, SLOW)
    # z = (450 − ½) / √(900 · 61 / 12)
    assert made.p_value == pytest.approx(0.5 * math.erfc(449.5 / math.sqrt(900 * 61 / 12) / math.sqrt(2)))
    assert made.p_value == pytest.approx(1.5e-11, rel=0.02)
    assert (made.significant, made.delta, made.effect) == (True, 1.0, EffectSize.LARGE)
    assert made.delta_low == pytest.approx((30 - 1.959964**2) / (30 + 1.959964**2))
    assert made.delta_high == 1.0
    assert (made.a_seconds, made.b_seconds) == (15.5, 114.5)
    assert made.improvement == pytest.approx(99 / 114.5)
    assert (made.valid, made.reason, made.runs) == (True, "", 30)


def test_a_slower_side_is_not_significantly_faster() -> None:
    made = rank_test(SLOW, FAST)
    assert made.p_value == pytest.approx(1.0)
    assert (made.significant, made.delta, made.effect) == (False, -1.0, EffectSize.LARGE)
    assert made.improvement == pytest.approx(-99 / 15.5)


def test_ties_alone_say_nothing() -> None:
    made = rank_test([2.0] * 30, [2.0] * 30)
    assert (made.p_value, made.significant, made.delta) == (1.0, False, 0.0)
    assert (made.effect, made.improvement) == (EffectSize.NEGLIGIBLE, 0.0)


def test_ties_count_half_and_shrink_the_variance() -> None:
    # 15 of b are slower than every a, the others tie: δ = ½, U = 225; groups of 45 and 15 equal values.
    made = rank_test([1.0] * 30, [1.0] * 15 + [2.0] * 15)
    ties = (45**3 - 45) + (15**3 - 15)
    spread = math.sqrt(900 / 12 * (61 - ties / (60 * 59)))
    assert made.delta == 0.5
    assert made.p_value == pytest.approx(0.5 * math.erfc((225 - 0.5) / spread / math.sqrt(2)))


@pytest.mark.parametrize(
    ("larger", "delta", "significant"), [(338, 224 / 900, True), (339, 222 / 900, False)]
)
def test_at_thirty_runs_p_decides_about_delta(larger: int, delta: float, significant: bool) -> None:
    # Side a is larger in exactly that many of the 900 pairs.
    counts = [larger // 30 + (number < larger % 30) for number in range(30)]
    a = [1.0 + count - 0.5 + 1e-6 * number for number, count in enumerate(counts)]
    made = rank_test(a, [1.0 + number for number in range(30)])
    assert made.delta == pytest.approx(delta)
    assert made.significant is significant
    assert made.effect is EffectSize.SMALL
    assert "0.249" in made.note
    assert "consequence of p" in made.note


def test_only_the_first_thirty_runs_count() -> None:
    assert rank_test([*FAST, *[1e6] * 50], [*SLOW, 1e-6]) == rank_test(FAST, SLOW)


@pytest.mark.parametrize(("a", "b", "side"), [(29, 30, "a"), (30, 29, "b"), (0, 0, "a")])
def test_too_few_runs_are_no_test(a: int, b: int, side: str) -> None:
    made = rank_test(FAST[:a], SLOW[:b])
    assert made.reason == f"{side} has {min(a, b)} run(s); 30 are needed"
    assert (made.p_value, made.significant, made.delta, made.effect) == (None, None, None, None)
    assert (made.a_seconds, made.b_seconds, made.improvement) == (None, None, None)


def test_times_of_zero_have_no_improvement() -> None:
    made = rank_test(FAST, [0.0] * 30)
    assert made.p_value is None
    assert "below the clock's resolution" in made.reason


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UsageError, match=r"a\[2\] is inf"):
        rank_test([1.0, 1.0, math.inf], SLOW)
    with pytest.raises(UsageError, match="alpha is 1"):
        rank_test(FAST, SLOW, alpha=1)


def test_alpha_moves_the_threshold_and_the_interval() -> None:
    strict, loose = rank_test(FAST, SLOW, alpha=1e-12), rank_test(FAST, SLOW, alpha=0.5)
    assert (strict.significant, loose.significant) == (False, True)
    assert (strict.delta_low or 0) < (loose.delta_low or 0)


def test_the_record_survives_json() -> None:
    made = rank_test(FAST, SLOW)
    assert msgspec.json.decode(msgspec.json.encode(made), type=RankTest) == made


# --- families ---


def with_p(p_value: float | None) -> RankTest:
    return RankTest(p_value=p_value, reason="" if p_value is not None else "3 run(s)")


def test_holm_and_benjamini_hochberg_columns() -> None:
    columns = adjusted([with_p(0.04), with_p(0.01), with_p(0.03)])
    assert [row.p_value for row in columns] == [0.04, 0.01, 0.03]
    # Holm: 3 · .01, 2 · .03, then no less than that. BH: 3/1 · .01, 3/2 · .03 cut to 3/3 · .04.
    assert [row.holm for row in columns] == pytest.approx([0.06, 0.03, 0.06])
    assert [row.benjamini_hochberg for row in columns] == pytest.approx([0.04, 0.03, 0.04])


def test_a_pair_without_a_test_keeps_its_place_in_the_family() -> None:
    columns = adjusted([with_p(0.01), with_p(None), invalid_test("wrong")])
    assert [row.holm for row in columns] == [pytest.approx(0.03), None, 1.0]
    assert [row.benjamini_hochberg for row in columns] == [pytest.approx(0.03), None, 1.0]
    assert columns[1] == Adjusted(reason="3 run(s)")
    assert columns[2].p_value == 1.0
    assert adjusted([]) == ()


# --- all tasks ---


def task(a: float, b: float, p_value: float) -> RankTest:
    return RankTest(
        p_value=p_value, significant=p_value < 0.05, a_seconds=a, b_seconds=b, improvement=(b - a) / b
    )


def test_wilcoxon_over_tasks() -> None:
    # Differences b − a: 1, 2, −3. Of the eight signings of the ranks 1, 2, 3 five have a sum of 3 or more.
    made = across_tests([task(1, 2, 0.01), task(2, 4, 0.04), task(9, 6, 0.9)])
    assert made.p_value == 5 / 8
    assert (made.tasks, made.significant, made.w_plus, made.zeros) == (3, 2, 3.0, 0)
    assert made.significant_share == pytest.approx(2 / 3)
    assert made.improvement == pytest.approx((0.5 + 0.5 - 0.5) / 3)
    assert made.improvement_significant == pytest.approx(0.5)
    assert made.reason == ""


def test_wilcoxon_is_one_sided_and_drops_zeros_and_shares_ranks() -> None:
    better = [task(1, 2, 0.5)] * 4
    assert across_tests([*better, task(3, 3, 0.5)]).p_value == 1 / 16
    made = across_tests([task(2, 1, 0.5)] * 4)
    assert (made.p_value, made.zeros, made.w_plus) == (1.0, 0, 0.0)
    assert (made.significant, made.improvement_significant) == (0, None)
    assert across_tests([task(3, 3, 0.5)]).zeros == 1


def test_an_invalid_task_counts_but_has_no_times() -> None:
    made = across_tests([task(1, 4, 0.01), invalid_test("wrong"), invalid_test("late"), task(1, 2, 0.5)])
    assert (made.tasks, made.invalid, made.significant, made.significant_share) == (4, 2, 1, 0.25)
    assert made.p_value == 1 / 4
    assert (made.improvement, made.improvement_significant) == (0.625, 0.75)


def test_without_all_tests_there_is_no_number() -> None:
    made = across_tests([task(1, 2, 0.01), with_p(None), with_p(None)])
    assert made.reason == "2 of 3 tasks have no test; the first is number 1: 3 run(s)"
    assert (made.p_value, made.significant, made.improvement, made.improvement_significant) == (None,) * 4
    for nothing in ([], [invalid_test("wrong")]):
        made = across_tests(nothing)
        assert (made.p_value, made.reason) == (None, "no task has both sides correct")
    assert made.significant_share == 0.0
