"""Wilcoxon signed-rank against SciPy and against all signs; Hodges–Lehmann against its definition."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from effibench.errors import UsageError
from effibench.stats.one_sample import hodges_lehmann, wilcoxon_signed_rank

ALTERNATIVES = ["two-sided", "less", "greater"]
TIED = st.lists(st.integers(-4, 4).map(float), min_size=1, max_size=60).filter(any)
UNTIED = st.lists(st.floats(-100, 100).filter(bool), min_size=1, max_size=70, unique_by=abs)


@given(values=TIED, alternative=st.sampled_from(ALTERNATIVES))
def test_the_normal_approximation_is_scipys(values: list[float], alternative: Any) -> None:
    ours = wilcoxon_signed_rank(values, alternative, "asymptotic")
    theirs = scipy.stats.wilcoxon(values, alternative=alternative, method="asymptotic")
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    assert ours.method == "asymptotic"
    assert ours.zeros == values.count(0.0)
    assert ours.n == len(values) - ours.zeros


@given(values=UNTIED, alternative=st.sampled_from(ALTERNATIVES))
def test_without_ties_the_test_is_scipys(values: list[float], alternative: Any) -> None:
    ours = wilcoxon_signed_rank(values, alternative)
    theirs = scipy.stats.wilcoxon(values, alternative=alternative)
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    assert ours.method == ("exact" if len(values) <= 50 else "asymptotic")
    w_plus = sum(
        rank for rank, value in zip(scipy.stats.rankdata(np.abs(values)), values, strict=True) if value > 0
    )
    assert ours.w_plus == w_plus


@given(
    values=st.lists(st.integers(-3, 3).map(float), min_size=1, max_size=9).filter(any),
    alternative=st.sampled_from(ALTERNATIVES),
)
def test_with_few_tied_values_all_signs_are_counted(values: list[float], alternative: Any) -> None:
    kept = [value for value in values if value]
    ranks = scipy.stats.rankdata(np.abs(kept))
    sums = np.array([np.dot(signs, ranks) for signs in itertools.product((0, 1), repeat=len(kept))])
    observed = np.dot(np.array(kept) > 0, ranks)
    tails = {"less": np.mean(sums <= observed), "greater": np.mean(sums >= observed)}
    expected = tails.get(alternative, min(1.0, 2 * min(tails.values())))
    ours = wilcoxon_signed_rank(values, alternative)
    assert ours.method == "exact"
    assert ours.p_value == pytest.approx(expected, rel=1e-12)


def test_up_to_fifty_values_without_ties_are_exact() -> None:
    values = [float(value) for value in range(-30, 21) if value]
    assert wilcoxon_signed_rank(values).method == "asymptotic"
    apart = [value + 0.1 for value in values[:50]]
    assert wilcoxon_signed_rank(apart).method == "exact"
    assert wilcoxon_signed_rank([*apart, 77.0]).method == "asymptotic"


def test_many_tied_values_are_approximated() -> None:
    assert wilcoxon_signed_rank([1.0] * 13).method == "exact"
    assert wilcoxon_signed_rank([1.0] * 14).method == "asymptotic"
    assert wilcoxon_signed_rank([1.0] * 14, method="exact").p_value == 2 / 2**14


def test_small_cases_by_hand() -> None:
    assert wilcoxon_signed_rank([1, 2, 3], "greater").p_value == 1 / 8
    assert wilcoxon_signed_rank([-1, 2, 3], "greater").p_value == 2 / 8
    assert wilcoxon_signed_rank([-1, -2, -3]).p_value == 2 / 8
    assert wilcoxon_signed_rank([-1, 2, 0]).zeros == 1


@pytest.mark.parametrize("method", ["auto", "exact", "asymptotic"])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_differences_of_zero_are_no_evidence(alternative: Any, method: Any) -> None:
    result = wilcoxon_signed_rank([0.0] * 4, alternative, method)
    assert (result.p_value, result.n, result.zeros) == (1.0, 0, 4)


def test_the_estimate_is_the_median_of_the_walsh_averages() -> None:
    """ENAMEL's estimate of six timings, one of them disturbed."""
    times = [10.0, 10.2, 10.1, 10.4, 10.3, 55.0]
    walsh = [(times[i] + times[j]) / 2 for i in range(6) for j in range(i, 6)]
    assert len(walsh) == 21
    assert hodges_lehmann(times) == np.median(walsh) == pytest.approx(10.25)
    assert hodges_lehmann([7.0]) == 7.0
    assert hodges_lehmann([1.0, 2.0]) == 1.5


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=25), st.floats(-1e3, 1e3))
def test_the_estimate_moves_with_the_values(values: list[float], shift: float) -> None:
    centre = hodges_lehmann(values)
    assert min(values) <= centre <= max(values)
    assert hodges_lehmann([value + shift for value in values]) == pytest.approx(centre + shift, abs=1e-6)
    assert hodges_lehmann([-value for value in values]) == pytest.approx(-centre, abs=1e-9)


def test_bad_input_is_named() -> None:
    for function, name in ((wilcoxon_signed_rank, "differences"), (hodges_lehmann, "values")):
        with pytest.raises(UsageError, match=f"{name} has 0"):
            function([])
        with pytest.raises(UsageError, match=rf"{name}\[1\] is nan"):
            function([1.0, math.nan])
    with pytest.raises(UsageError, match="alternative is 'both'"):
        wilcoxon_signed_rank([1.0], "both")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="method is 'fast'"):
        wilcoxon_signed_rank([1.0], method="fast")  # type: ignore[arg-type]
