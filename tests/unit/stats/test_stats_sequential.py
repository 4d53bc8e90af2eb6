"""The e-value of signs that may be looked at any time: published constants and exact error; when to stop."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import pytest
import scipy.special
from hypothesis import given
from hypothesis import strategies as st

from effibench.errors import UsageError
from effibench.stats.sequential import Interval, StopReason, log_e_value, stop_reason


@dataclass(frozen=True)
class Seen:
    """What a sequential test knows so far, as the stopping rule sees it."""

    interval: Interval | None
    estimate: float | None
    decided: bool = False


def interval_rank(n: int, alpha: float = 0.05) -> int | None:
    """The largest number of groups with the minority sign at which E decides; None where even 0 is too many."""
    deciding = [s for s in range(n // 2 + 1) if log_e_value(n, s) >= -math.log(alpha)]
    return max(deciding, default=None)


def error_under_null(n_max: int, alpha: float = 0.05) -> float:
    """Exact probability that E decides at one of the first n_max looks at two equally fast programs.

    Dynamic programme over the number of positive groups among the walks that have not been stopped.
    """
    error, walks = 0.0, [1.0]
    for n in range(1, n_max + 1):
        stepped = [0.0] * (n + 1)
        for s, probability in enumerate(walks):
            stepped[s] += probability / 2
            stepped[s + 1] += probability / 2
        for s in range(n + 1):
            if log_e_value(n, s) >= -math.log(alpha):
                error += stepped[s]
                stepped[s] = 0.0
        walks = stepped
    return error


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
    seen = Seen(Interval(centre - half_width, centre + half_width), centre)
    assert stop_reason(seen) == reason
    assert stop_reason(Seen(Interval(-centre - half_width, -centre + half_width), -centre)) == reason


def test_what_is_precise_enough_can_be_chosen() -> None:
    same = Seen(Interval(-0.03, 0.03), 0.0)
    assert stop_reason(same) is None
    assert stop_reason(same, delta=0.04) is StopReason.EQUIVALENT
    different = Seen(Interval(0.02, 0.08), 0.05)
    assert stop_reason(different) is None
    assert stop_reason(different, precision=0.04) is StopReason.PRECISE


def test_who_knows_nothing_goes_on() -> None:
    assert stop_reason(Seen(None, None)) is None
    assert stop_reason(Seen(None, 0.5)) is None


def test_an_interval_knows_its_width_and_what_it_excludes() -> None:
    bounds = Interval(-0.25, 0.75)
    assert bounds.half_width == 0.5
    assert [bounds.excludes(value) for value in (-0.3, -0.25, 0.0, 0.75, 0.8)] == [
        True,
        False,
        False,
        False,
        True,
    ]
