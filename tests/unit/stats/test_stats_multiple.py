"""Adjusted p-values against SciPy, closed testing, and the rules' own definitions."""

from __future__ import annotations

import itertools
import math

import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from effibench.errors import UsageError
from effibench.stats.multiple import benjamini_hochberg, e_bh, e_bonferroni, holm

P_VALUES = st.lists(st.floats(0, 1), max_size=7)
E_VALUES = st.lists(st.one_of(st.floats(0, 400), st.sampled_from([0.0, 20.0, math.inf])), max_size=30)


@given(P_VALUES)
def test_holm_is_closed_testing_by_bonferroni(p_values: list[float]) -> None:
    everything = range(len(p_values))
    for index, adjusted in enumerate(holm(p_values)):
        families = (
            f for size in everything for f in itertools.combinations(everything, size + 1) if index in f
        )
        expected = max(min(1.0, len(f) * min(p_values[i] for i in f)) for f in families)
        assert adjusted == pytest.approx(expected, rel=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=50))
def test_benjamini_hochberg_is_scipys(p_values: list[float]) -> None:
    expected = scipy.stats.false_discovery_control(p_values, method="bh")
    assert benjamini_hochberg(p_values) == pytest.approx(list(expected), rel=1e-12)


@given(E_VALUES, st.sampled_from([0.01, 0.05, 0.2]))
def test_e_bh_rejects_the_largest_e_values_its_rule_allows(e_values: list[float], alpha: float) -> None:
    k_total, descending = len(e_values), sorted(e_values, reverse=True)
    count = max((k for k in range(1, k_total + 1) if k * descending[k - 1] / k_total >= 1 / alpha), default=0)
    rejected = sum(adjusted <= alpha * (1 + 1e-12) for adjusted in e_bh(e_values))
    assert rejected == count


def test_the_e_forms_by_hand() -> None:
    e_values = [10.0, 80.0, 0.0, 40.0]
    assert e_bonferroni(e_values) == [0.4, 0.05, 1.0, 0.1]
    assert e_bh(e_values) == pytest.approx([4 / 30, 0.05, 1.0, 0.05])
    assert e_bh([math.inf, math.inf]) == e_bonferroni([math.inf, math.inf]) == [0.0, 0.0]


def test_one_comparison_needs_no_adjustment() -> None:
    assert holm([0.03]) == benjamini_hochberg([0.03]) == [0.03]
    assert e_bh([20.0]) == e_bonferroni([20.0]) == [0.05]


def test_the_order_given_is_kept() -> None:
    assert holm([0.04, 0.001, 0.03]) == pytest.approx([0.06, 0.003, 0.06])
    assert benjamini_hochberg([0.04, 0.001, 0.03]) == pytest.approx([0.04, 0.003, 0.04])


def test_no_comparisons_give_no_values() -> None:
    for adjust in (holm, benjamini_hochberg, e_bh, e_bonferroni):
        assert adjust([]) == []


@pytest.mark.parametrize("bad", [-0.1, 1.1, math.nan, math.inf])
def test_a_p_value_is_a_probability(bad: float) -> None:
    for adjust in (holm, benjamini_hochberg):
        with pytest.raises(UsageError, match=rf"p_values\[1\] is {bad}"):
            adjust([0.5, bad])


@pytest.mark.parametrize("bad", [-0.1, math.nan, -math.inf])
def test_an_e_value_is_not_negative(bad: float) -> None:
    for adjust in (e_bh, e_bonferroni):
        with pytest.raises(UsageError, match=rf"e_values\[1\] is {bad}"):
            adjust([0.5, bad])
