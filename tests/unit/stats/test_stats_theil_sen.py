"""Theil–Sen lines and shifts: SciPy, all orders of a few values, and intervals worked by hand."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from effibench.errors import UsageError
from effibench.stats.inversions import inversion_counts, rank_below
from effibench.stats.shift import shift
from effibench.stats.theil_sen import theil_sen
from effibench.stats.two_samples import mann_whitney


def counted(groups: list[int]) -> list[int]:
    """Inversions between groups of all arrangements, one by one."""
    labels = [number for number, size in enumerate(groups) for _ in range(size)]
    found = Counter(
        sum(left > right for left, right in combinations(order, 2)) for order in set(permutations(labels))
    )
    return [found[value] for value in range(max(found) + 1)]


@pytest.mark.parametrize(
    "groups", [[1], [1, 1], [1] * 5, [2, 3], [3, 3], [2, 2, 2], [1, 2, 3], [4, 1, 1], [0, 2, 1]]
)
def test_inversions_of_all_arrangements(groups: list[int]) -> None:
    assert inversion_counts(groups) == counted(groups)


def test_inversions_are_kendalls_and_mann_whitneys_distributions() -> None:
    counts = inversion_counts([1] * 8)
    for value in (0, 3, 8):
        order = next(order for order in permutations(range(8)) if inversions(order) == value)
        expected = stats.kendalltau(range(8), order, method="exact", alternative="greater").pvalue
        assert sum(counts[: value + 1]) / math.factorial(8) == pytest.approx(expected)
    assert sum(inversion_counts([5, 7])) == math.comb(12, 5)
    assert sum(inversion_counts([5] * 12)) == math.factorial(60) // math.factorial(5) ** 12


def inversions(order: tuple[int, ...]) -> int:
    return sum(left > right for left, right in combinations(order, 2))


def test_rank_below() -> None:
    # 252 orders of 5 and 5: 1, 1, 2 have 0, 1, 2 inversions; 5 % two-sided allows 6.3 of them.
    counts = inversion_counts([5, 5])
    assert counts[:4] == [1, 1, 2, 3]
    assert rank_below(counts, 0.05) == 2
    assert rank_below(counts, 2 * 4 / 252) == 2
    assert rank_below(counts, 2 * 3.9 / 252) == 1
    assert rank_below(counts, 2 * 0.9 / 252) is None


def test_a_line_is_found_and_one_outlier_does_not_matter() -> None:
    x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
    made = theil_sen(x, [2 * value + 1 for value in x])
    assert (made.slope, made.intercept, made.low, made.high, made.pairs) == (2.0, 1.0, 2.0, 2.0, 21)
    made = theil_sen(x, [3.0, 5.0, 7.0, 900.0, 11.0, 13.0, 15.0])
    assert (made.slope, made.intercept, made.method) == (2.0, 1.0, "exact")


def test_the_interval_of_five_points_by_hand() -> None:
    # Slopes of pairs: 1, 2, 3, 4 next to each other; 1.5, 2.5, 3.5; 2, 3; 2.5. P(0 below) = 1/120, P(0 or 1) = 5/120.
    made = theil_sen([0, 1, 2, 3, 4], [0, 1, 3, 6, 10])
    assert (made.slope, made.low, made.high) == (2.5, 1.0, 4.0)
    made = theil_sen([0, 1, 2, 3, 4], [0, 1, 3, 6, 10], alpha=10 / 120)
    assert (made.low, made.high) == (1.5, 3.5)


def test_four_points_bound_no_slope_at_five_percent() -> None:
    made = theil_sen([1, 2, 3, 4], [1, 2, 3, 4])
    assert (made.slope, made.low, made.high) == (1.0, -math.inf, math.inf)
    assert theil_sen([1, 2, 3, 4], [1, 2, 3, 4], alpha=0.1).low == 1.0


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("alpha", [0.05, 0.2])
@pytest.mark.parametrize("n", [8, 20, 61])
def test_scipy_agrees(n: int, alpha: float, ties: bool) -> None:
    source = random.Random(n)
    x = [float(source.randrange(6) if ties else number) for number in range(n)]
    y = [value + source.gauss(0, 2) for value in x]
    if ties:
        y = [float(round(value)) for value in y]
    made = theil_sen(x, y, alpha=alpha, method="asymptotic")
    expected = stats.theilslopes(y, x, alpha=1 - alpha, method="joint")
    assert made.slope == pytest.approx(expected.slope)
    assert made.intercept == pytest.approx(expected.intercept)
    assert (made.low, made.high) == pytest.approx((expected.low_slope, expected.high_slope))


def test_the_exact_interval_covers_as_often_as_it_says() -> None:
    source = random.Random(7)
    x = [size for size in (1.0, 2.0, 3.0, 4.0) for _ in range(3)]
    covered = 0
    for _ in range(400):
        made = theil_sen(x, [3 * value + source.gauss(0, 1) for value in x], alpha=0.1)
        covered += made.low <= 3 <= made.high
    assert 0.87 <= covered / 400 <= 0.96


@given(st.lists(st.tuples(st.integers(0, 9), st.floats(-1e3, 1e3)), min_size=2, max_size=30))
def test_the_slope_lies_in_its_interval(points: list[tuple[int, float]]) -> None:
    x, y = [float(point[0]) for point in points], [point[1] for point in points]
    if len(set(x)) < 2:
        with pytest.raises(UsageError, match="different"):
            theil_sen(x, y)
        return
    made = theil_sen(x, y)
    assert made.low <= made.slope <= made.high
    narrow = theil_sen(x, y, alpha=0.5)
    assert made.low <= narrow.low <= narrow.high <= made.high


@pytest.mark.parametrize(("x", "y"), [([1, 2], [1]), ([1, math.nan], [1, 2]), ([1, 2], [1, math.inf])])
def test_what_is_no_sample(x: list[float], y: list[float]) -> None:
    with pytest.raises(UsageError):
        theil_sen(x, y)


def test_negative_groups() -> None:
    with pytest.raises(UsageError, match="negative"):
        inversion_counts([-1])


def test_shift_by_hand() -> None:
    made = shift([1, 2, 3, 4, 5], [11, 12, 13, 14, 15])
    # Differences 6 … 14; with 5 and 5 the third from each end.
    assert (made.estimate, made.low, made.high) == (10, 7, 13)
    assert shift([1, 2, 3], [11, 12, 13]).low == -math.inf
    assert shift([1, 2, 3], [11, 12, 13], alpha=0.1).low == 8


@given(
    st.lists(st.integers(0, 10**6), min_size=4, max_size=8, unique=True),
    st.lists(st.integers(0, 10**6), min_size=4, max_size=8, unique=True),
)
def test_shift_excludes_zero_where_the_test_is_significant(x: list[int], y: list[int]) -> None:
    if set(x) & set(y):
        return
    made = shift(x, y)
    significant = mann_whitney(x, y, "two-sided", "exact").p_value <= 0.05
    assert (made.low > 0 or made.high < 0) == significant
