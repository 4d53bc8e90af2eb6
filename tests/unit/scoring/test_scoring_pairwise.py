"""Wins by a tenth, pooled averages, and what an optimiser made of correct solutions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from score_rows import BAD, row, table

from effibench.errors import UsageError
from effibench.scoring.beyond import beyond, failed, make_pool
from effibench.scoring.improvement import basic_correct, improvement
from effibench.scoring.pairwise import Cell, compare, pooled, win_rates

COSTS = st.dictionaries(st.sampled_from("tuvwxyz"), st.floats(1e-6, 1e3))


def test_a_tenth_is_a_win_and_less_is_a_tie() -> None:
    a = {"t": 0.9, "u": 0.91, "v": 1.0, "w": 2.0, "only a": 1.0}
    b = {"t": 1.0, "u": 1.0, "v": 1.0, "w": 1.8, "only b": 1.0}
    cell = compare(a, b)
    assert (cell.wins, cell.losses, cell.ties, cell.common) == (1, 1, 2, 4)
    assert cell.win_share == 0.25
    assert compare(a, b, margin=0.05) == Cell(wins=2, losses=1, common=4)
    assert compare({}, b).win_share is None


@given(COSTS, COSTS)
def test_one_wins_where_the_other_loses(a: dict[str, float], b: dict[str, float]) -> None:
    there, back = compare(a, b), compare(b, a)
    assert (there.wins, there.losses, there.common) == (back.losses, back.wins, back.common)
    assert there.ties >= 0


def test_averages_are_pooled_over_tasks() -> None:
    average = pooled({"b": Cell(wins=1, losses=0, common=1), "c": Cell(wins=0, losses=3, common=9)})
    assert (average.win, average.lose, average.common) == (0.1, 0.3, 10)  # the mean of the cells would be 0.5
    assert pooled({}).win is None


def test_win_rates_of_a_table() -> None:
    made = table(
        row("t", "a", memory=1.0),
        row("t", "b", memory=2.0),
        row("t", "c", memory=2.0),
        row("u", "a", memory=1.0),
        row("u", "b", status=BAD),
        row("u", "c", memory=0.5),
    )
    rates = win_rates(made, cost="memory")
    assert (rates.cost, rates.margin) == ("memory", 0.10)
    assert rates.cells["a"]["b"] == Cell(wins=1, losses=0, common=1)
    assert rates.cells["a"]["c"] == Cell(wins=1, losses=1, common=2)
    assert rates.cells["b"]["c"] == Cell(wins=0, losses=0, common=1)
    assert (rates.averages["a"].win, rates.averages["a"].lose) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    with pytest.raises(UsageError, match="time was not measured"):
        win_rates(made)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UsageError, match="task t: a cost of 0"):
        compare({"t": 0.0}, {"t": 1.0})
    with pytest.raises(UsageError, match="margin is 1"):
        compare({}, {}, margin=1)


# --- OPT10, OPT50, Regr ---


def test_improvement_counts_from_the_bounds_on() -> None:
    before = dict.fromkeys(["t90", "t91", "t50", "t110", "t109", "broken", "untouched", "same"], 1.0)
    after = {
        "t90": 0.9,
        "t91": 0.91,
        "t50": 0.5,
        "t110": 1.1,
        "t109": 1.09,
        "broken": None,
        "same": 1.0,
        "not correct before": 0.1,
    }
    made = improvement(before, after, cost="cpu_time")
    assert (made.tasks, made.untouched, made.broken, made.cost) == (8, 1, 1, "cpu_time")
    assert (made.opt10, made.opt50, made.regressed) == (2 / 8, 1 / 8, 2 / 8)


def test_improvement_needs_costs() -> None:
    with pytest.raises(UsageError, match="no task is correct"):
        improvement({}, {"t": 1.0})
    with pytest.raises(UsageError, match="task t: a cost of 0"):
        improvement({"t": 1.0}, {"t": 0.0})


def test_the_subset_that_was_correct_before() -> None:
    pool = make_pool([1.0, 2.0, 4.0])
    slow, fast, bad = beyond(2.0, pool), beyond(1.0, pool), failed(pool, "wrong")
    before = {"better": slow, "broken": slow, "untouched": slow, "never": bad}
    after = {"better": fast, "broken": bad, "never": fast}
    assert basic_correct(before, after) == pytest.approx((1 + 0 + 0.5) / 3)
    assert basic_correct(before, after, fallback_to_base=True) == pytest.approx((1 + 0.5 + 0.5) / 3)
    with pytest.raises(UsageError, match="no task is correct"):
        basic_correct({"never": bad}, {})
