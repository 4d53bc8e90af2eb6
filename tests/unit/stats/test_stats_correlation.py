"""Rank correlations by hand, and against SciPy."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr

from effibench.errors import UsageError
from effibench.stats.correlation import rank_correlation

PAIRS = st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=2, max_size=20)


def test_one_swap_of_four() -> None:
    made = rank_correlation([1, 2, 3, 4], [10, 30, 20, 40])
    assert (made.n, made.concordant, made.discordant) == (4, 5, 1)
    assert made.kendall == pytest.approx(4 / 6)
    assert made.spearman == pytest.approx(1 - 6 * 2 / (4 * 15))


def test_a_constant_side_has_no_correlation() -> None:
    made = rank_correlation([1, 1, 1], [1, 2, 3])
    assert (made.spearman, made.kendall, made.concordant, made.discordant) == (None, None, 0, 0)


@given(PAIRS)
def test_scipy_says_the_same_with_ties(pairs: list[tuple[int, int]]) -> None:
    x, y = [a for a, _ in pairs], [b for _, b in pairs]
    assume(len(set(x)) > 1 and len(set(y)) > 1)
    made = rank_correlation(x, y)
    assert made.spearman == pytest.approx(spearmanr(x, y).statistic, abs=1e-12)
    assert made.kendall == pytest.approx(kendalltau(x, y).statistic, abs=1e-12)


def test_what_is_not_paired_is_refused() -> None:
    with pytest.raises(UsageError, match="3 values, y has 2"):
        rank_correlation([1, 2, 3], [1, 2])
    with pytest.raises(UsageError, match="at least 2"):
        rank_correlation([1], [1])
