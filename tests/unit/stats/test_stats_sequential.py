"""The sign test that may be looked at any time: published constants, exact error, agreement of its parts."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
import scipy.special
from hypothesis import given
from hypothesis import strategies as st

from effibench.errors import UsageError
from effibench.stats.sequential import (
    Interval,
    SignTest,
    StopReason,
    decided,
    error_under_null,
    interval,
    interval_rank,
    log_e_value,
    stop_reason,
)

FLOATS = st.floats(-10, 10)
WITH_TIES = st.lists(st.sampled_from([-0.5, -0.25, 0.0, 0.0, 0.25, 0.5, 1.0]), max_size=80)


def filled(values: list[float], alpha: float = 0.05) -> SignTest:
    test = SignTest(alpha)
    for value in values:
        test.add(value)
    return test


@pytest.mark.parametrize(("n", "s"), [(0, 0), (1, 0), (7, 0), (7, 7), (12, 1), (60, 17), (1000, 430)])
def test_the_e_value_is_the_beta_mixture(n: int, s: int) -> None:
    mixture = n * math.log(2) + scipy.special.betaln(s + 0.5, n - s + 0.5) - scipy.special.betaln(0.5, 0.5)
    assert log_e_value(n, s) == pytest.approx(mixture, abs=1e-9)
    assert log_e_value(n, s) == log_e_value(n, n - s)


@pytest.mark.parametrize("n", [1, 6, 25])
def test_the_e_value_is_a_martingale_of_a_fair_coin(n: int) -> None:
    assert sum(math.comb(n, s) * math.exp(log_e_value(n, s)) for s in range(n + 1)) / 2**n == pytest.approx(1)


def test_the_e_value_needs_a_possible_count() -> None:
    for s in (-1, 8):
        with pytest.raises(UsageError, match=f"s is {s}"):
            log_e_value(7, s)


@pytest.mark.parametrize(
    ("n", "rank"),
    [
        (0, None),
        (6, None),
        (7, 0),
        (11, 0),
        (12, 1),
        (16, 2),
        (20, 3),
        (24, 4),
        (30, 6),
        (40, 10),
        (50, 13),
        (60, 17),
        (80, 25),
        (100, 33),
    ],
)
def test_the_rank_is_the_published_one(n: int, rank: int | None) -> None:
    assert interval_rank(n) == rank


def test_a_stricter_level_leaves_out_fewer_values() -> None:
    assert interval_rank(60, 0.01) < interval_rank(60, 0.05) < interval_rank(60, 0.2)


@pytest.mark.parametrize(("n_max", "percent"), [(6, 0.0), (20, 2.2), (60, 2.9), (100, 3.1)])
def test_the_error_of_all_looks_is_the_published_one(n_max: int, percent: float) -> None:
    assert round(100 * error_under_null(n_max), 1) == percent


def test_the_first_look_that_can_decide_errs_in_two_of_its_walks() -> None:
    assert error_under_null(7) == 2 / 2**7


@given(st.sampled_from([0.01, 0.05, 0.2]))
def test_the_error_stays_below_alpha(alpha: float) -> None:
    assert 0 < error_under_null(200, alpha) < alpha


def test_the_error_agrees_with_simulation() -> None:
    coin, walks, wrong = random.Random(7), 4000, 0
    for _ in range(walks):
        s = 0
        for n in range(1, 21):
            s += coin.random() < 0.5
            if log_e_value(n, s) >= math.log(20):
                wrong += 1
                break
    expected = error_under_null(20)
    assert abs(wrong / walks - expected) < 4 * math.sqrt(expected * (1 - expected) / walks)


def test_the_interval_leaves_out_its_rank_at_both_ends() -> None:
    values = [float(value) for value in range(20)]
    random.Random(1).shuffle(values)
    assert interval(values) == Interval(3.0, 16.0)
    assert interval(values[:6]) is None
    assert interval([]) is None
    assert not decided([])


@given(st.lists(FLOATS.filter(bool), max_size=80), st.sampled_from([0.01, 0.05, 0.2]))
def test_without_ties_the_interval_excludes_zero_just_when_e_decides(
    values: list[float], alpha: float
) -> None:
    test = filled(values, alpha)
    assert test.decided is (test.log_e_value >= -math.log(alpha))
    assert decided(values, alpha) is test.decided


@pytest.mark.parametrize("share", [0.5, 0.7, 0.95])
def test_simulated_comparisons_agree_at_every_look(share: float) -> None:
    source, decisions = random.Random(9), 0
    for _ in range(100):
        test = SignTest()
        for _ in range(60):
            test.add(abs(source.gauss(0, 1)) * (1 if source.random() < share else -1))
            assert test.decided is (test.e_value >= 20)
        decisions += test.decided
    assert decisions <= 10 if share == 0.5 else decisions >= 40


@given(WITH_TIES)
def test_with_ties_a_decision_needs_the_interval_and_implies_e(values: list[float]) -> None:
    test = filled(values)
    assert test.ties == values.count(0.0)
    assert test.n == len(values) - test.ties
    assert not test.decided or test.e_value >= 20
    assert test.decided is decided(values)


def test_mostly_tied_sides_are_not_different() -> None:
    test = filled([0.03] * 8 + [0.0] * 52)
    assert test.e_value >= 20
    assert test.interval == Interval(0.0, 0.0)
    assert not test.decided
    assert stop_reason(test) is StopReason.EQUIVALENT


def test_the_level_chosen_decides() -> None:
    values = [1.0] * 10 + [-1.0]
    assert not filled(values).decided
    assert filled(values, 0.2).decided
    for alpha in (0.01, 0.2):
        wide = [float(value) for value in range(60)]
        assert filled(wide, alpha).interval == interval(wide, alpha) != interval(wide, 0.05)


@given(st.lists(FLOATS, min_size=1, max_size=60))
def test_the_accumulated_test_is_the_test_of_the_list(values: list[float]) -> None:
    test = filled(values)
    assert test.values == tuple(values)
    assert test.interval == interval(values)
    assert test.estimate == pytest.approx(np.median(values))
    assert test.interval is None or test.interval.low <= test.estimate <= test.interval.high


def test_swapping_the_sides_mirrors_everything() -> None:
    source = random.Random(3)
    values = [source.gauss(0.3, 1) for _ in range(41)]
    one, other = filled(values), filled([-value for value in values])
    assert one.e_value == other.e_value
    assert one.interval == Interval(-other.interval.high, -other.interval.low)
    assert one.estimate == -other.estimate == sorted(values)[20]


def test_an_empty_test_knows_nothing() -> None:
    test = SignTest()
    assert (test.n, test.ties, test.e_value) == (0, 0, pytest.approx(1.0))
    assert test.estimate is None
    assert test.interval is None
    assert stop_reason(test) is None


def test_overwhelming_evidence_is_infinite_and_its_logarithm_is_not() -> None:
    test = filled([1.0] * 1200)
    assert test.e_value == math.inf
    assert 700 < test.log_e_value < math.inf


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_only_finite_ratios_are_taken(value: float) -> None:
    test = SignTest()
    with pytest.raises(UsageError, match="log_ratio"):
        test.add(value)
    assert test.values == ()
    with pytest.raises(UsageError, match=r"values\[1\]"):
        interval([0.0, value])


@pytest.mark.parametrize("alpha", [0.0, 1.0, -1.0, math.nan])
def test_the_level_is_a_probability(alpha: float) -> None:
    with pytest.raises(UsageError, match="alpha"):
        SignTest(alpha)
    with pytest.raises(UsageError, match="alpha"):
        interval([1.0], alpha)


def around(centre: float, half_width: float, groups: int) -> list[float]:
    """Values whose interval at 20 groups is centre ± half_width (rank 3)."""
    outer = (groups - 14) // 2
    inner = [centre] * (groups - 2 * outer - 2)
    ends = [centre - half_width, centre + half_width]
    return inner + ends + [centre - 1.0] * outer + [centre + 1.0] * outer


@pytest.mark.parametrize(
    ("centre", "half_width", "reason"),
    [
        (0.10, 0.004, StopReason.PRECISE),
        (0.10, 0.024, StopReason.PRECISE),  # a quarter of the estimate
        (0.10, 0.026, None),
        (0.012, 0.0049, StopReason.PRECISE),
        (0.012, 0.0051, None),
        (0.0, 0.0049, StopReason.EQUIVALENT),  # narrow, but not different
        (0.0, 0.0099, StopReason.EQUIVALENT),
        (0.0, 0.0101, None),
        (-0.005, 0.0051, None),  # one end sticks out
        (-0.004, 0.0055, StopReason.EQUIVALENT),
        (0.5, 0.6, None),
    ],
)
def test_when_to_stop(centre: float, half_width: float, reason: StopReason | None) -> None:
    test = filled(around(centre, half_width, 20))
    assert test.interval == Interval(centre - half_width, centre + half_width)
    assert stop_reason(test) == reason
    mirrored = filled([-value for value in test.values])
    assert stop_reason(mirrored) == reason


def test_what_is_precise_enough_can_be_chosen() -> None:
    test = filled(around(0.0, 0.03, 20))
    assert stop_reason(test) is None
    assert stop_reason(test, delta=0.04) is StopReason.EQUIVALENT
    different = filled(around(0.05, 0.03, 20))
    assert stop_reason(different) is None
    assert stop_reason(different, precision=0.04) is StopReason.PRECISE


def test_a_spent_budget_is_never_equal() -> None:
    assert stop_reason(filled([0.5, -0.5] * 300)) is None
    assert stop_reason(filled([0.5] * 3)) is None
