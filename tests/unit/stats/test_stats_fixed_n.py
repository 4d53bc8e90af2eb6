"""The exact sign test of a number of groups fixed beforehand, against SciPy's binomial test."""

from __future__ import annotations

import math

import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from effibench.errors import UsageError
from effibench.stats.fixed_n import FixedNSignTest, fixed_n_interval, fixed_n_rank, fixed_n_sign_test
from effibench.stats.sequential import Interval, interval_rank


@given(st.integers(0, 120), st.integers(0, 120), st.integers(0, 3))
def test_the_p_value_is_the_binomial_tests(positive: int, negative: int, ties: int) -> None:
    result = fixed_n_sign_test([2.0] * positive + [0.0] * ties + [-1.0] * negative)
    n = positive + negative
    expected = scipy.stats.binomtest(positive, n).pvalue if n else 1.0
    assert result.p_value == pytest.approx(expected, rel=1e-9)
    assert (result.n, result.minority, result.ties) == (n, min(positive, negative), ties)


def test_nine_of_thirty_is_the_limit_for_papers() -> None:
    assert (
        fixed_n_sign_test([1.0] * 21 + [-1.0] * 9).p_value
        < 0.05
        < fixed_n_sign_test([1.0] * 20 + [-1.0] * 10).p_value
    )
    assert (fixed_n_rank(5), fixed_n_rank(6), fixed_n_rank(30), fixed_n_rank(60)) == (None, 0, 9, 21)


def test_nothing_to_count_is_no_evidence() -> None:
    assert fixed_n_sign_test([]) == FixedNSignTest(0, 0, 0, 1.0)
    assert fixed_n_sign_test([0.0, -0.0]) == FixedNSignTest(0, 0, 2, 1.0)


@given(st.lists(st.floats(-5, 5).filter(bool), max_size=70))
def test_the_interval_excludes_zero_just_when_the_test_rejects(values: list[float]) -> None:
    bounds = fixed_n_interval(values)
    assert (bounds is not None and bounds.excludes(0.0)) is (fixed_n_sign_test(values).p_value <= 0.05)


def test_the_interval_leaves_out_its_rank_at_both_ends() -> None:
    assert fixed_n_interval([float(value) for value in range(30)]) == Interval(9.0, 20.0)
    assert fixed_n_interval([1.0] * 5) is None


@pytest.mark.parametrize("n", [7, 30, 60, 200])
def test_looking_once_needs_less_than_looking_always(n: int) -> None:
    assert fixed_n_rank(n) >= interval_rank(n)
    assert fixed_n_rank(n, 0.01) is None or fixed_n_rank(n, 0.01) < fixed_n_rank(n, 0.2)


def test_bad_input_is_named() -> None:
    with pytest.raises(UsageError, match=r"values\[0\] is nan"):
        fixed_n_sign_test([math.nan])
    with pytest.raises(UsageError, match=r"values\[1\] is inf"):
        fixed_n_interval([1.0, math.inf])
    with pytest.raises(UsageError, match="alpha is 2"):
        fixed_n_rank(30, 2)
