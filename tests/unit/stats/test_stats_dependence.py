"""Dependence of neighbouring groups, and merging them."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from effibench.errors import UsageError
from effibench.stats.dependence import GroupMinima, dependent, lag1_rank_autocorrelation, merge_neighbours


@given(st.lists(st.integers(0, 9).map(float), min_size=3, max_size=50).filter(lambda v: len(set(v)) > 1))
def test_the_autocorrelation_is_that_of_the_ranks(values: list[float]) -> None:
    centred = scipy.stats.rankdata(values) - (len(values) + 1) / 2
    expected = np.dot(centred[1:], centred[:-1]) / np.dot(centred, centred)
    assert lag1_rank_autocorrelation(values) == pytest.approx(expected)


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 2.0], [3.0] * 10])
def test_without_an_order_there_is_no_correlation(values: list[float]) -> None:
    assert lag1_rank_autocorrelation(values) is None
    assert not dependent(values)


def test_drift_is_dependence_and_alternation_is_not() -> None:
    drift = [math.exp(value) for value in range(20)]
    assert lag1_rank_autocorrelation(drift) == pytest.approx(0.85)
    assert dependent(drift)
    alternating = [(-1) ** value * 1.0 for value in range(20)]
    assert lag1_rank_autocorrelation(alternating) == pytest.approx(-0.95)
    assert not dependent(alternating)


def test_the_limit_is_a_fifth() -> None:
    slow = [0.0, 1.0, 2.0, 0.5, 0.1, 1.5]
    correlation = lag1_rank_autocorrelation(slow)
    assert dependent(slow, limit=correlation - 0.01)
    assert not dependent(slow, limit=correlation)


def test_shuffling_takes_the_dependence_away() -> None:
    values = [float(value) for value in range(200)]
    random.Random(5).shuffle(values)
    assert not dependent(values)


def test_the_log_ratio_is_of_the_minima() -> None:
    assert GroupMinima(candidate=3e6, reference=2e6).log_ratio == pytest.approx(math.log(1.5))
    assert GroupMinima(2, 2).log_ratio == 0


@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan, math.inf])
def test_a_minimum_is_positive(bad: float) -> None:
    with pytest.raises(UsageError, match=f"candidate is {bad}"):
        _ = GroupMinima(bad, 1.0).log_ratio
    with pytest.raises(UsageError, match=f"reference is {bad}"):
        _ = GroupMinima(1.0, bad).log_ratio


def test_merged_neighbours_have_the_minima_of_all_their_rounds() -> None:
    groups = [GroupMinima(5, 7), GroupMinima(6, 2), GroupMinima(1, 9), GroupMinima(3, 8), GroupMinima(4, 4)]
    assert merge_neighbours(groups) == [GroupMinima(5, 2), GroupMinima(1, 8)]
    assert merge_neighbours(groups[:1]) == []
    assert merge_neighbours([]) == []
