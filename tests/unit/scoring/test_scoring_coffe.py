"""COFFE's efficient@k and speedup, by hand."""

from __future__ import annotations

import pytest
from score_rows import BAD, row, table

from effibench.errors import UsageError
from effibench.model import Verdict
from effibench.scoring.coffe import FAILED_COST, efficient_at_k, from_marker, speedup, trimmed_cost


def truth(task: str, *costs: float) -> list:  # type: ignore[type-arg]
    return [
        row(task, solution="ground_truth", case=f"{n}", instructions=cost) for n, cost in enumerate(costs)
    ]


TABLE = table(
    *truth("cheaper", 100.0, 100.0),
    row("cheaper", "a", case="0", instructions=150.0),  # the sum decides, not the cases
    row("cheaper", "a", case="1", instructions=40.0),
    row("cheaper", "a", case="check", scored=False),
    row("cheaper", "b", instructions=400.0),
    *truth("equal", 100.0),
    row("equal", "a", instructions=100.0),
    row("equal", "b", instructions=10.0),
    *truth("wrong", 100.0),
    row("wrong", "a", case="check", status=BAD, scored=False),
    row("wrong", "a", case="0", instructions=1.0),
    row("wrong", "b", case="0", status=Verdict.TIME_LIMIT),
    *truth("unmeasured", 100.0),
    row("unmeasured", "a", instructions=1.0),
    row("unmeasured", "b"),
    row("no truth", "a", instructions=1.0),
    row("no truth", solution="ground_truth", status=Verdict.TIME_LIMIT),
    *truth("not attempted", 100.0),
)


def test_a_cost_is_a_mean_without_both_ends() -> None:
    assert trimmed_cost([5.0, 1.0, 100.0]) == 5.0
    assert trimmed_cost([1.0, 1.0, *[3.0] * 9, 9.0]) == pytest.approx(28 / 10)
    with pytest.raises(UsageError, match="at least 3"):
        trimmed_cost([1.0, 2.0])
    with pytest.raises(UsageError, match="marks a failing case"):
        trimmed_cost([1.0, 2.0, FAILED_COST])


def test_the_marker_is_no_cost() -> None:
    assert from_marker(FAILED_COST + 5.0) is None
    assert from_marker(5.0) == 5.0


def test_efficient_is_correct_and_strictly_cheaper() -> None:
    made = efficient_at_k(TABLE, "a")
    assert made.inconsistent == ("unmeasured", "no truth")
    assert (made.value, made.tasks, made.counted) == (0.25, 6, 4)  # of cheaper, equal, wrong, not attempted
    assert (made.cost, made.k) == ("instructions", 1)
    assert efficient_at_k(TABLE, "b").value == 0.25


def test_a_gap_drops_the_task_for_the_models_that_are_compared() -> None:
    alone = efficient_at_k(TABLE, "a", models=["a"])
    assert (alone.inconsistent, alone.value) == (("no truth",), 0.4)
    assert efficient_at_k(TABLE, "a", models=["b"]).inconsistent == ("unmeasured", "no truth")
    # A model's own gap is one, too, whoever it is compared with.
    assert efficient_at_k(TABLE, "b", models=["a"]).inconsistent == ("unmeasured", "no truth")
    assert speedup(TABLE, "b", models=["a"]).inconsistent == ("unmeasured", "no truth")
    assert efficient_at_k(TABLE, "a", tasks=["no truth"]).value is None
    assert efficient_at_k(TABLE, "a", cost="time").counted == 0


def test_efficient_at_k_is_the_formula_of_pass_at_k() -> None:
    made = table(
        *truth("t", 10.0),
        *(row("t", sample=n, instructions=cost) for n, cost in enumerate([5.0, 20.0, 10.0, 30.0])),
    )
    assert [efficient_at_k(made, "m", k=k).value for k in (1, 2, 4)] == [0.25, 0.5, 1.0]
    with pytest.raises(UsageError, match="k is 5; there are 4 samples of task t"):
        efficient_at_k(made, "m", k=5)


def test_speedups_of_sums_and_of_tasks() -> None:
    made = speedup(TABLE, "a")
    assert (made.value, made.counted, made.variant) == (pytest.approx(300 / 290), 2, "ratio_of_sums")
    paper = speedup(TABLE, "a", variant="mean_of_ratios")
    assert paper.value == pytest.approx((200 / 190 + 1) / 2)
    assert speedup(TABLE, "b", variant="mean_of_ratios").value == pytest.approx((0.5 + 10) / 2)
    assert speedup(TABLE, "a", tasks=["wrong"]).value is None
    assert speedup(TABLE, "a", models=["a"]).counted == 3


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UsageError, match="task t: instructions of 0"):
        speedup(table(*truth("t", 1.0), row("t", instructions=0.0)), "m")
    with pytest.raises(UsageError, match="variant is 'best'"):
        speedup(TABLE, "a", variant="best")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no row is of solution 'best'"):
        speedup(TABLE, "a", ground_truth="best")
