"""AlgoTune's speed-ups and score, by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from score_rows import BAD, row, table

from effibench.errors import UsageError
from effibench.scoring.algotune import algotune_score, model_algotune, problem_speedup, task_speedup


def test_speedups_of_problems() -> None:
    assert problem_speedup(6.0, 2.0, valid=True) == 3.0
    assert problem_speedup(6.0, 0.0, valid=True) == math.inf
    assert problem_speedup(6.0, 2.0, valid=False) is None
    assert problem_speedup(None, 2.0, valid=True) is None
    assert problem_speedup(6.0, None, valid=True) is None
    assert problem_speedup(0.0, 2.0, valid=True) is None


def test_a_task_is_an_arithmetic_mean() -> None:
    made = task_speedup([1.0, 1.0, 10.0])
    assert (made.value, made.problems, made.valid, made.infinite) == (4.0, 3, 3, 0)
    made = task_speedup([2.0, math.inf])
    assert (made.value, made.infinite) == (2.0, 1)
    assert task_speedup([math.inf]).value == math.inf


def test_one_bad_problem_makes_a_task_na() -> None:
    made = task_speedup([2.0, None, math.inf])
    assert (made.value, made.valid, made.infinite) == (None, 2, 1)
    assert made.reason == "1 of 3 problems have no valid answer or no time"
    with pytest.raises(UsageError, match="no problem"):
        task_speedup([])


def test_the_score_is_a_harmonic_mean_with_a_floor_of_one() -> None:
    values = {"t": 4.0, "slow": 0.1, "na": None, "not listed": 100.0}
    assert algotune_score(values, ["t", "slow", "na", "missing"]) == pytest.approx(4 / (0.25 + 3))
    assert algotune_score({"t": math.inf, "u": 2.0}, ["t", "u"]) == 4.0
    assert algotune_score({"t": math.inf}, ["t"]) == math.inf
    with pytest.raises(UsageError, match="no task"):
        algotune_score(values, [])
    with pytest.raises(UsageError, match="not a number"):
        algotune_score({"t": math.nan}, ["t"])


@given(st.lists(st.none() | st.floats(0.01, 1e4), min_size=1, max_size=9))
def test_the_score_lies_between_one_and_the_best(values: list[float | None]) -> None:
    by_task = {f"{number}": value for number, value in enumerate(values)}
    best = max([1.0, *(value for value in values if value is not None)])
    assert algotune_score(by_task, list(by_task)) * (1 + 1e-12) >= 1.0
    assert algotune_score(by_task, list(by_task)) <= best * (1 + 1e-12)


TABLE = table(
    *(row("t", solution="baseline", case=f"{n}", time=6.0) for n in range(2)),
    row("t", case="0", time=2.0),
    row("t", case="1", time=1.2),
    *(row("u", solution="baseline", case=f"{n}", time=6.0) for n in range(2)),
    row("u", case="0", time=1.0),
    row("u", case="1", status=BAD, time=1.0),
    *(row("v", solution="baseline", case=f"{n}", time=6.0) for n in range(2)),
    row("v", case="0", time=1.0),
    row("w", solution="baseline", time=1.0),
    row("w", time=2.0),
    row("x", solution="baseline", time=1.0),
)


def test_a_model() -> None:
    made = model_algotune(TABLE, "m")
    assert {task: value.value for task, value in made.values.items()} == {
        "t": 4.0,
        "u": None,
        "v": None,
        "w": 0.5,
    }
    assert made.value == pytest.approx(5 / (0.25 + 4))
    assert (made.tasks, made.floored, made.missing, made.cost) == (5, 4, 3, "time")
    assert model_algotune(TABLE, "m", tasks=["t"]).value == 4.0


def test_a_missing_time_and_an_unknown_problem_are_refused() -> None:
    made = table(row("t", solution="baseline", case="0", time=1.0), row("t", case="0", time=1.0))
    with pytest.raises(UsageError, match=r"task t \(baseline, case 0\): instructions was not measured"):
        model_algotune(made, "m", cost="instructions")
    made = table(row("t", solution="baseline", case="0", time=1.0), row("t", case="0"))
    with pytest.raises(UsageError, match=r"task t \(m, sample 0, case 0\): time was not measured"):
        model_algotune(made, "m")
    made = table(row("t", solution="baseline", case="0", time=1.0), row("t", case="9", time=1.0))
    with pytest.raises(UsageError, match=r"case 9\): the baseline has no such problem"):
        model_algotune(made, "m")
