"""Mann–Whitney against SciPy, Cliff's delta against its definition and a published example."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from effibench.errors import UsageError
from effibench.stats.two_samples import (
    CliffsDelta,
    EffectSize,
    _asymmetric_interval,
    cliffs_delta,
    effect_size,
    mann_whitney,
)

ALTERNATIVES = ["two-sided", "less", "greater"]
TIED = st.lists(st.integers(-4, 4).map(float), min_size=1, max_size=40)
UNTIED = st.lists(st.floats(-100, 100), min_size=3, max_size=60, unique=True)
# Cliff (1996), reused by Hogarty & Kromrey (1999).
BEHAVIOURAL = ([10, 10, 20, 20, 20, 30, 30, 30, 40, 50], [10, 20, 30, 40, 40, 50])


@given(x=TIED, y=TIED, alternative=st.sampled_from(ALTERNATIVES))
def test_with_ties_the_test_is_scipys(x: list[float], y: list[float], alternative: Any) -> None:
    ours = mann_whitney(x, y, alternative, "asymptotic")
    theirs = scipy.stats.mannwhitneyu(x, y, alternative=alternative, method="asymptotic")
    assert ours.u == theirs.statistic
    assert ours.method == "asymptotic"
    constant = len({*x, *y}) == 1
    assert ours.p_value == pytest.approx(1.0 if constant else theirs.pvalue, rel=1e-9)


@given(values=UNTIED, split=st.integers(1, 59), alternative=st.sampled_from(ALTERNATIVES))
def test_without_ties_the_test_is_scipys(values: list[float], split: int, alternative: Any) -> None:
    split = min(split, len(values) - 1)
    x, y = values[:split], values[split:]
    ours = mann_whitney(x, y, alternative)
    theirs = scipy.stats.mannwhitneyu(x, y, alternative=alternative)
    assert ours.u == theirs.statistic
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    assert ours.method == ("exact" if min(len(x), len(y)) <= 8 else "asymptotic")


@pytest.mark.parametrize(
    ("x", "y", "method"),
    [
        (range(8), range(20, 60), "exact"),
        (range(20, 60), range(8), "exact"),
        (range(9), range(20, 29), "asymptotic"),
        (range(8), range(7, 15), "asymptotic"),  # 7 is on both sides
    ],
)
def test_small_samples_without_ties_are_exact(x: range, y: range, method: str) -> None:
    result = mann_whitney(x, y)
    assert result.method == method
    assert result.p_value == pytest.approx(scipy.stats.mannwhitneyu(list(x), list(y)).pvalue, rel=1e-9)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_the_exact_distribution_can_be_asked_for(alternative: Any) -> None:
    x, y = np.random.default_rng(2).normal(size=(2, 15))
    ours = mann_whitney(x, y + 0.4, alternative, "exact")
    theirs = scipy.stats.mannwhitneyu(x, y + 0.4, alternative=alternative, method="exact")
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-12)
    assert ours.method == "exact"


def test_small_cases_by_hand() -> None:
    assert mann_whitney([1, 2], [3, 4], "less").p_value == 1 / 6
    assert mann_whitney([1, 2], [3, 4]).p_value == 2 / 6
    assert mann_whitney([1, 2], [3, 4], "greater").p_value == 1
    assert mann_whitney([1], [2]).p_value == 1


def test_thirty_against_thirty_completely_apart() -> None:
    low, high = list(range(30)), list(range(100, 130))
    assert mann_whitney(low, high, "less").p_value == pytest.approx(1.5e-11, rel=0.02)
    assert cliffs_delta(high, low).delta == 1


def test_a_significant_result_of_thirty_runs_is_never_negligible() -> None:
    """The one-sided 5 % threshold of U corresponds to δ = 0.247."""
    for shift in range(31):
        performant = [2.0 * value for value in range(30)]
        canonical = [value + 2.0 * shift + 1 for value in performant]
        delta = cliffs_delta(canonical, performant).delta
        assert (mann_whitney(performant, canonical, "less").p_value < 0.05) is (delta >= 0.247)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_equal_samples_are_no_evidence(alternative: Any) -> None:
    assert mann_whitney([5.0] * 10, [5.0] * 12, alternative).p_value == 1


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        ([], [1.0], "x has 0"),
        ([1.0], [], "y has 0"),
        ([1.0, math.nan], [1.0], r"x\[1\] is nan"),
        ([1.0], [math.inf], r"y\[0\] is inf"),
    ],
)
def test_bad_samples_are_named(x: list[float], y: list[float], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        mann_whitney(x, y)
    with pytest.raises(UsageError, match=message):
        cliffs_delta(x, y)


def test_bad_options_are_named() -> None:
    options: list[dict[str, Any]] = [{"alternative": "smaller"}, {"method": "fast"}, {"method": "exact"}]
    for option in options:
        with pytest.raises(UsageError, match=next(iter(option))):
            mann_whitney([1.0], [1.0], **option)
    with pytest.raises(UsageError, match="alpha"):
        cliffs_delta([1.0], [2.0], alpha=0)


@given(x=TIED, y=TIED)
def test_delta_is_the_difference_of_dominances(x: list[float], y: list[float]) -> None:
    pairs = np.sign(np.subtract.outer(x, y))
    result = cliffs_delta(x, y)
    assert result.delta == pytest.approx(pairs.mean(), abs=1e-12)
    assert result.delta == pytest.approx(2 * mann_whitney(x, y).u / pairs.size - 1, abs=1e-12)
    assert -1 <= result.low <= result.delta <= result.high <= 1
    m, n = pairs.shape
    if min(m, n) == 1:
        assert (result.low, result.high, result.variance) == (-1, 1, None)
        return
    cells = ((pairs - pairs.mean()) ** 2).sum() / ((m - 1) * (n - 1))
    consistent = (n - 1) * pairs.mean(1).var(ddof=1) + (m - 1) * pairs.mean(0).var(ddof=1) + cells
    least = (1 - pairs.mean() ** 2) / (m * n - 1)
    assert result.variance == pytest.approx(max(consistent / (m * n), least), abs=1e-12)


def test_swapping_the_sides_mirrors_delta() -> None:
    one, other = cliffs_delta(*BEHAVIOURAL), cliffs_delta(*reversed(BEHAVIOURAL))
    assert (one.delta, one.low, one.high) == pytest.approx((-other.delta, -other.high, -other.low))


def test_delta_of_the_published_example() -> None:
    result = cliffs_delta(*BEHAVIOURAL)
    assert result.delta == -0.25
    assert result.size is EffectSize.SMALL
    # The published components of the variance: of the rows, of the columns, of the cells.
    assert result.variance == pytest.approx((5 * 0.2669753 + 9 * 0.447 + 1.0055556) / 60, rel=1e-6)


def test_the_asymmetric_interval_is_the_one_of_another_implementation() -> None:
    """R's effsize prints −0.7265846 … 0.3890062 from its unbiased variance and a t quantile."""
    unbiased = (36 * 9 * 0.2669753 + 100 * 5 * 0.447 - 45 * 1.0055556) / (60 * 45)
    bounds = _asymmetric_interval(-0.25, unbiased, scipy.stats.t.ppf(0.975, 14))
    assert bounds == pytest.approx((-0.7265846, 0.3890062), abs=1e-6)


def test_samples_apart_leave_room_for_overlap() -> None:
    result = cliffs_delta(range(10, 40), range(10))
    assert (result.delta, result.high) == (1, 1)
    assert result.low == pytest.approx((10 - 1.959964**2) / (10 + 1.959964**2))
    mirrored = cliffs_delta(range(10), range(10, 40))
    assert (mirrored.low, mirrored.high) == (-1, -result.low)


def test_samples_of_one_value_claim_no_certainty() -> None:
    result = cliffs_delta([5.0] * 30, [5.0] * 30)
    assert result.delta == 0
    assert result.low == -result.high < -0.05


def test_the_interval_covers() -> None:
    """Of 300 pairs of samples with a known δ, nearly 95 % hold it."""
    source, true_delta = np.random.default_rng(11), 2 * scipy.stats.norm.cdf(0.5 / math.sqrt(2)) - 1
    results = [cliffs_delta(source.normal(0.5, 1, 30), source.normal(0, 1, 30)) for _ in range(300)]
    held = sum(result.low <= true_delta <= result.high for result in results)
    assert 270 <= held <= 298


def test_a_higher_confidence_widens_the_interval() -> None:
    wide, narrow = cliffs_delta(*BEHAVIOURAL, alpha=0.01), cliffs_delta(*BEHAVIOURAL, alpha=0.2)
    assert wide.low < narrow.low < narrow.high < wide.high


@pytest.mark.parametrize(
    ("delta", "size"),
    [
        (0.0, EffectSize.NEGLIGIBLE),
        (0.146, EffectSize.NEGLIGIBLE),
        (0.147, EffectSize.SMALL),
        (-0.329, EffectSize.SMALL),
        (0.33, EffectSize.MEDIUM),
        (-0.473, EffectSize.MEDIUM),
        (0.474, EffectSize.LARGE),
        (-1.0, EffectSize.LARGE),
    ],
)
def test_effect_sizes(delta: float, size: EffectSize) -> None:
    assert effect_size(delta) is size
    assert CliffsDelta(delta, -1, 1, None).size is size


@pytest.mark.parametrize("delta", [1.1, -1.1, math.nan])
def test_an_effect_size_needs_a_delta(delta: float) -> None:
    with pytest.raises(UsageError, match="delta is"):
        effect_size(delta)
