"""Published point estimates on plain lists of times: worked by hand."""

from __future__ import annotations

import math

import pytest

from effibench.errors import UsageError
from effibench.scoring.estimators import (
    HODGES_LEHMANN_OF_SIX,
    MINIMUM_OF_TEN,
    Estimate,
    Rule,
    hodges_lehmann_of_six,
    mean_of_timed,
    mean_rule,
    minimum_of_ten,
)

TEN_A, TEN_B = [9.0] * 9 + [2.0], [3.0, *[7.0] * 9]


def numbers(estimate: Estimate) -> tuple[float | None, float | None, float | None]:
    return estimate.a_seconds, estimate.b_seconds, estimate.ratio


def test_the_mean_of_three_comes_after_one_warm_up_and_before_the_rest() -> None:
    made = mean_of_timed([100.0, 1.0, 2.0, 6.0, 500.0], [0.1, 2.0, 4.0, 6.0])
    assert numbers(made) == (3.0, 4.0, 0.75)
    assert (made.warmups, made.samples, made.reason) == (1, 3, "")
    assert made.protocol == "DSEffi-Bench: 1 warm-up(s), mean of 3"


def test_other_numbers_of_warm_ups_and_timed_calls() -> None:
    made = mean_of_timed([9.0, 9.0, 1.0, 3.0], [9.0, 9.0, 8.0, 8.0], warmups=2, timed=2)
    assert numbers(made) == (2.0, 8.0, 0.25)
    assert numbers(mean_of_timed([6.0], [3.0], warmups=0, timed=1)) == (6.0, 3.0, 2.0)


def test_hodges_lehmann_of_six_is_the_median_of_21_means() -> None:
    # Sorted means of pairs of a: 1 1.5 2 2 2.5 2.5 3 3 3 3.5 [3.5] 4 4 4.5 5 50.5 … 100; the eleventh.
    made = hodges_lehmann_of_six([1.0, 2.0, 3.0, 4.0, 5.0, 100.0, 0.1], [7.0] * 6)
    assert numbers(made) == (3.5, 7.0, 0.5)


def test_minimum_of_ten_looks_at_ten() -> None:
    assert numbers(minimum_of_ten([*TEN_A, 0.5], [*TEN_B, 0.5])) == (2.0, 3.0, pytest.approx(2 / 3))


@pytest.mark.parametrize(
    ("rule", "needed"), [(mean_rule(), 4), (HODGES_LEHMANN_OF_SIX, 6), (MINIMUM_OF_TEN, 10)]
)
def test_too_few_times_are_no_number(rule: Rule, needed: int) -> None:
    enough, few = [1.0] * needed, [1.0] * (needed - 1)
    assert rule.case(enough, enough).ratio == 1.0
    for made, side in ((rule.case(few, enough), "a"), (rule.case(enough, few), "b")):
        assert numbers(made) == (None, None, None)
        assert made.reason.startswith(f"{side} has {needed - 1} time(s)")
        assert (made.protocol, made.samples) == (rule.protocol, rule.samples)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (mean_rule(), (3.0, 2.5, 1.2)),  # 3 / 2.5
        (HODGES_LEHMANN_OF_SIX, (4.0, 4.0, 1.0)),  # the slowest case of each side
        (MINIMUM_OF_TEN, (3.0, 2.5, 1 / 1.125)),  # mean of the speed-ups 2 and 1/4
    ],
)
def test_cases_are_combined_as_each_publication_does(
    rule: Rule, expected: tuple[float, float, float]
) -> None:
    # a takes 2 and 4 s, b takes 4 and 1 s.
    n = rule.warmups + rule.samples
    cases = [rule.case([2.0] * n, [4.0] * n), rule.case([4.0] * n, [1.0] * n)]
    assert numbers(rule.over_cases(cases)) == pytest.approx(expected)


def test_a_missing_case_leaves_no_number_for_all() -> None:
    made = MINIMUM_OF_TEN.over_cases([minimum_of_ten(TEN_A, TEN_B), minimum_of_ten(TEN_A, [1.0])])
    assert numbers(made) == (None, None, None)
    assert made.reason.startswith("b has 1 time(s); 0 warm-up(s) and 10 samples")
    with pytest.raises(UsageError, match="cases is empty"):
        MINIMUM_OF_TEN.over_cases([])


@pytest.mark.parametrize(("a", "b"), [(0.0, 1.0), (1.0, 0.0)])
def test_a_time_of_zero_is_below_the_clocks_resolution(a: float, b: float) -> None:
    made = minimum_of_ten([a] * 10, [b] * 10)
    assert numbers(made) == (None, None, None)
    assert made.reason == "a time of 0 s is below the clock's resolution"


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UsageError, match=r"b\[1\] is nan"):
        minimum_of_ten([1.0] * 10, [1.0, math.nan])
    with pytest.raises(UsageError, match="timed = 0"):
        mean_rule(1, 0)
    with pytest.raises(UsageError, match="warmups = -1"):
        mean_rule(-1, 3)
