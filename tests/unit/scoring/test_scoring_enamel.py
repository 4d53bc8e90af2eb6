"""ENAMEL's e by hand, and eff@k against all choices of k samples."""

from __future__ import annotations

from itertools import combinations, pairwise
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from score_rows import BAD, row, table

from effibench.errors import UsageError
from effibench.model import Verdict
from effibench.scoring.enamel import Efficiency, eff_at_k, efficiency, model_enamel, scale
from effibench.scoring.table import Attempt, Row

REFERENCE = (1.0, 2.0, 4.0)  # of levels 1 to 3: the limit is 8


def attempt(*rows: Row) -> Attempt:
    return Attempt("t", "m", "", 0, "", rows)


def levels(*times: float, model: str = "m", **fields: int) -> list[Row]:
    """Level 0 without a cost, then a level for each time."""
    scored = [
        row("t", model, level=n, case=f"{n}", time=time, **fields) for n, time in enumerate(times, start=1)
    ]
    return [row("t", model, level=0, case="0", **fields), *scored]


SCALE = scale(attempt(*levels(*REFERENCE)))


def test_a_scale_is_the_largest_of_each_weighted_level() -> None:
    made = scale(attempt(*levels(*REFERENCE), row("t", level=1, case="b", time=3.0)))
    assert made.reference == (None, 3.0, 2.0, 4.0)
    assert (made.limit, made.cost, made.alpha, made.hardness) == (8.0, "time", 2.0, (0.0, 3.0, 3.0, 4.0))
    assert scale(attempt(*levels(*REFERENCE)), alpha=3.5).limit == 14.0


def test_efficiency_by_hand() -> None:
    made = efficiency(attempt(*levels(4.5, 2.0, 6.0)), SCALE)
    assert made.levels == (0.0, 0.5, 1.0, 0.5)
    assert made.value == pytest.approx((3 * 0.5 + 3 * 1.0 + 4 * 0.5) / 10)
    assert (made.passed, made.censored_at, made.reason) == (True, None, "")


def test_the_slowest_case_of_a_level_counts() -> None:
    rows = [*levels(1.0, 2.0, 4.0), row("t", level=1, case="b", time=4.5)]
    assert efficiency(attempt(*rows), SCALE).levels[1] == 0.5


def test_the_reference_scores_one_and_faster_more() -> None:
    assert efficiency(attempt(*levels(*REFERENCE)), SCALE).value == pytest.approx(1.0)
    assert efficiency(attempt(*levels(0.5, 1.0, 2.0)), SCALE).value > 1.0
    assert efficiency(attempt(*levels(8.0, 2.0, 4.0)), SCALE).levels == (0.0, 0.0, 1.0, 1.0)


def test_a_cost_above_the_limit_is_a_time_out() -> None:
    made = efficiency(attempt(*levels(1.0, 8.1, 4.0)), SCALE)
    assert (made.levels, made.passed, made.censored_at) == ((0.0, 1.0, 0.0, 0.0), True, 2)
    assert "time of 8.1 is above the limit, 8" in made.reason
    # The repository's tolerance: what is up to 10 ms late is measured, and scores 0 on its level alone.
    assert efficiency(attempt(*levels(1.0, 8.009, 4.0)), SCALE).levels == (0.0, 1.0, 0.0, 1.0)


def test_a_cost_above_the_limit_on_level_zero_fails_the_sample() -> None:
    rows = levels(1.0, 2.0, 4.0)
    rows[0] = row("t", level=0, case="0", time=8.1)
    made = efficiency(attempt(*rows), SCALE)
    assert (made.value, made.passed, made.censored_at) == (0.0, False, 0)


def test_a_slower_machine_is_given_more_time_and_a_faster_one_no_less() -> None:
    assert efficiency(attempt(*levels(1.0, 15.0, 4.0)), SCALE, correction=0.5).censored_at is None
    assert efficiency(attempt(*levels(1.0, 7.9, 4.0)), SCALE, correction=2.0).censored_at is None
    assert efficiency(attempt(*levels(1.0, 8.1, 4.0)), SCALE, correction=2.0).censored_at == 2


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (Verdict.TIME_LIMIT, ""),
        (Verdict.MEMORY_LIMIT, ""),
        (Verdict.RUNTIME_ERROR, "OverflowError: int too large"),
    ],
)
def test_from_a_censored_level_on_all_are_zero(status: Verdict, reason: str) -> None:
    rows = levels(1.0, 2.0, 4.0)
    rows[2] = row("t", level=2, case="2", status=status, reason=reason)
    made = efficiency(attempt(*rows), SCALE)
    assert made.levels == (0.0, 1.0, 0.0, 0.0)
    assert made.value == pytest.approx(0.3)
    assert (made.passed, made.censored_at) == (True, 2)
    assert "case 2" in made.reason
    # What follows is not run there, so a wrong answer there is not seen.
    rows[3] = row("t", level=3, case="3", status=BAD)
    assert efficiency(attempt(*rows), SCALE) == made
    assert efficiency(attempt(*rows[:3]), SCALE) == made


@pytest.mark.parametrize("status", [BAD, Verdict.RUNTIME_ERROR, Verdict.INVALID_RESULT, Verdict.OUTPUT_LIMIT])
@pytest.mark.parametrize("level", [0, 1, 3])
def test_a_wrong_answer_anywhere_fails_the_sample(status: Verdict, level: int) -> None:
    rows = levels(1.0, 2.0, 4.0)
    rows[level] = row("t", level=level, case=f"{level}", status=status, reason="KeyError: OverflowError")
    made = efficiency(attempt(*rows), SCALE)
    assert (made.value, made.levels, made.passed) == (0.0, (0.0, 0.0, 0.0, 0.0), False)
    assert made.censored_at is None


def test_a_time_out_on_level_zero_fails_the_sample() -> None:
    rows = levels(1.0, 2.0, 4.0)
    rows[0] = row("t", level=0, case="0", status=Verdict.TIME_LIMIT)
    made = efficiency(attempt(*rows), SCALE)
    assert (made.value, made.passed, made.censored_at) == (0.0, False, 0)


def test_within_a_level_the_first_end_decides() -> None:
    late, wrong = (
        row("t", level=1, case="b", status=Verdict.TIME_LIMIT),
        row("t", level=1, case="c", status=BAD),
    )
    rows = levels(1.0, 2.0, 4.0)
    assert efficiency(attempt(*rows, late, wrong), SCALE).passed
    assert not efficiency(attempt(*rows, wrong, late), SCALE).passed


def test_a_machine_that_changed_is_corrected_for() -> None:
    assert efficiency(attempt(*levels(2.0, 4.0, 8.0)), SCALE, correction=0.5).value == pytest.approx(1.0)


def test_other_costs_and_weights() -> None:
    rows = [row("t", level=n, case=f"{n}", instructions=100.0) for n in range(2)]
    made = scale(attempt(*rows), cost="instructions", hardness=(1, 3))
    half = [row("t", level=n, case=f"{n}", instructions=150.0) for n in range(2)]
    assert efficiency(attempt(*half), made).levels == (0.5, 0.5)


def test_gaps_are_named() -> None:
    with pytest.raises(UsageError, match=r"task t: task t \(m, sample 0, case 0\) has no case on level 3"):
        efficiency(attempt(*levels(1.0, 2.0)), SCALE)
    rows = levels(1.0, 2.0, 4.0)
    rows[1] = row("t", level=1, case="1")
    with pytest.raises(UsageError, match=r"case 1\): time was not measured"):
        efficiency(attempt(*rows), SCALE)
    with pytest.raises(UsageError, match="the reference has no case on level 3"):
        scale(attempt(*levels(1.0, 2.0)))
    with pytest.raises(UsageError, match="does not pass"):
        scale(attempt(row("t", status=BAD)))
    with pytest.raises(UsageError, match="time of 0"):
        scale(attempt(*levels(0.0, 1.0, 1.0)))
    with pytest.raises(UsageError, match="alpha is 1"):
        scale(attempt(*levels(*REFERENCE)), alpha=1)
    with pytest.raises(UsageError, match="hardness is"):
        scale(attempt(*levels(*REFERENCE)), hardness=(0, 0))


# --- eff@k ---


@given(st.lists(st.floats(0, 2), min_size=1, max_size=9), st.data())
def test_eff_at_k_is_the_mean_of_the_best_over_all_choices(values: list[float], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(values)))
    assert eff_at_k(values, k) == pytest.approx(
        fmean(max(some) for some in combinations(values, k)), abs=1e-12
    )


def test_eff_at_k_of_many_samples() -> None:
    values = [number / 5000 for number in range(5000)]
    assert eff_at_k(values, 1) == pytest.approx(fmean(values))
    assert eff_at_k(values, 5000) == values[-1]
    # E[max of k from 0 … n - 1] = k (n + 1) / (k + 1) - 1
    assert eff_at_k(values, 100) == pytest.approx((100 * 5001 / 101 - 1) / 5000, rel=1e-10)


@given(st.lists(st.floats(0, 2), min_size=2, max_size=12))
def test_more_samples_are_never_worse(values: list[float]) -> None:
    curve = [eff_at_k(values, k) for k in range(1, len(values) + 1)]
    assert all(a <= b + 1e-12 for a, b in pairwise(curve))


def test_eff_at_k_needs_k_samples() -> None:
    for k in (0, 3):
        with pytest.raises(UsageError, match=f"k is {k}; there are 2 samples"):
            eff_at_k([1.0, 0.0], k)


# --- models ---


def late(sample: int) -> list[Row]:
    rows = levels(1.0, 2.0, 4.0, sample=sample)
    rows[1] = row("t", sample=sample, level=1, case="1", status=Verdict.TIME_LIMIT)
    return rows


def test_models() -> None:
    made = table(
        *levels(*REFERENCE, sample=0),
        *late(1),
        *[row("t", sample=2, level=0, case="0", status=BAD)],
        tasks=("t", "not scored", "u"),
    )
    one, two = model_enamel(made, "m", {"t": SCALE}, ks=(2, 1, 9))
    assert (one.k, one.eff, one.pass_share) == (1, pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert (two.k, two.eff, two.pass_share) == (2, pytest.approx(2 / 3), 1.0)
    assert (one.cost, one.alpha, one.tasks, one.missing) == ("time", 2.0, 1, 0)
    with_gap = model_enamel(made, "m", {"t": SCALE, "u": SCALE})[0]
    assert (with_gap.eff, with_gap.pass_share, with_gap.missing) == (
        pytest.approx(1 / 6),
        pytest.approx(1 / 3),
        1,
    )
    subset = model_enamel(made, "m", {"t": SCALE, "u": SCALE}, tasks=["t"])[0]
    assert (subset.eff, subset.tasks) == (one.eff, 1)


def test_models_need_one_scale_for_all() -> None:
    made = table(*levels(*REFERENCE), tasks=("t", "u"))
    with pytest.raises(UsageError, match="task u has no reference"):
        model_enamel(made, "m", {"t": SCALE}, tasks=["u"])
    other = scale(attempt(*levels(*REFERENCE)), alpha=3)
    with pytest.raises(UsageError, match="2 kinds"):
        model_enamel(made, "m", {"t": SCALE, "u": other})
    with pytest.raises(UsageError, match="k is 0"):
        model_enamel(made, "m", {"t": SCALE}, ks=(0,))


def test_corrections_are_by_task() -> None:
    made = table(*levels(2.0, 4.0, 8.0))
    assert model_enamel(made, "m", {"t": SCALE}, corrections={"t": 0.5})[0].eff == pytest.approx(1.0)
    assert Efficiency(value=1.0, levels=(), passed=True).reason == ""
