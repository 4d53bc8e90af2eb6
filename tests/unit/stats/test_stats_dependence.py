"""Dependence of neighbouring groups."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from effibench.stats.dependence import dependent, lag1_rank_autocorrelation


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
