"""Beyond of one solution: forms, modes, pools without a spread, ties, resolution; and what must never change."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from effibench.errors import UsageError
from effibench.scoring.beyond import Form, Mode, Score, beyond, failed, make_pool

FORMS: tuple[Form, ...] = ("log", "linear", "rank")
MODES: tuple[Mode, ...] = ("expanded", "frozen", "frozen-unclipped")
COSTS = st.lists(st.floats(1e-6, 1e3), min_size=2, max_size=12)


def test_forms_by_hand() -> None:
    pool = make_pool([1.0, 2.0, 4.0, 16.0])
    assert beyond(2.0, pool).value == pytest.approx(0.75)
    assert beyond(2.0, pool, form="linear").value == pytest.approx(14 / 15)
    assert beyond(2.0, pool, form="rank").value == pytest.approx(2 / 3)


def test_a_score_says_what_it_is_of() -> None:
    pool = make_pool([1.0, 2.0, 4.0], cost="instructions")
    score = beyond(2.0, pool, mode="frozen")
    assert (score.cost, score.form, score.mode, score.members) == ("instructions", "log", "frozen", 3)
    assert score.fingerprint == pool.fingerprint
    assert msgspec.json.decode(msgspec.json.encode(score), type=Score) == score


@pytest.mark.parametrize("form", FORMS)
def test_modes_outside_the_pool(form: Form) -> None:
    pool = make_pool([1.0, 2.0, 4.0])
    slower = {mode: beyond(8.0, pool, form=form, mode=mode) for mode in MODES}
    assert [score.value for score in slower.values()][:2] == [0.0, 0.0]
    assert slower["frozen-unclipped"].value == pytest.approx(
        {"log": -0.5, "linear": -4 / 3, "rank": -0.5}[form]
    )
    assert [score.clipped for score in slower.values()] == [False, True, False]
    assert [score.outside for score in slower.values()] == ["", "slower", "slower"]
    assert [score.members for score in slower.values()] == [4, 3, 3]
    assert slower["expanded"].fingerprint != slower["frozen"].fingerprint == pool.fingerprint
    faster = {mode: beyond(0.5, pool, form=form, mode=mode) for mode in MODES}
    assert [score.value for score in faster.values()][:2] == [1.0, 1.0]
    assert faster["frozen-unclipped"].value == pytest.approx(
        {"log": 1.5, "linear": 3.5 / 3, "rank": 1.0}[form]
    )
    assert [score.clipped for score in faster.values()] == [False, True, False]
    assert faster["frozen"].outside == "faster"


def test_a_new_solution_moves_the_others_where_the_pool_expands() -> None:
    pool = make_pool([1.0, 4.0])
    assert beyond(2.0, pool, mode="frozen").value == pytest.approx(0.5)
    assert beyond(2.0, pool.expanded([8.0]), mode="frozen").value == pytest.approx(2 / 3)
    # A new one inside the pool counts itself in the rank form; a member does not join twice.
    assert beyond(2.0, pool, form="rank").value == 0.5
    assert beyond(4.0, pool, form="rank").members == 2


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("costs", [[3.0], [3.0, 3.0, 3.0]])
def test_without_a_spread_every_correct_solution_scores_one(
    form: Form, mode: Mode, costs: list[float]
) -> None:
    score = beyond(3.0, make_pool(costs), form=form, mode=mode)
    assert (score.value, score.degenerate, score.clipped) == (1.0, True, False)
    if mode != "expanded":
        outside = beyond(9.0, make_pool(costs), form=form, mode=mode)
        assert (outside.value, outside.outside, outside.clipped) == (1.0, "slower", False)


def test_a_spread_below_min_ratio_is_none() -> None:
    close = make_pool([1.0, 1.01], min_ratio=1.02)
    assert (beyond(1.01, close).value, beyond(1.01, close).degenerate) == (1.0, True)
    assert beyond(1.01, make_pool([1.0, 1.01])).value == 0.0
    assert not make_pool([1.0, 1.02], min_ratio=1.02).degenerate


def test_ties_share_the_best_rank() -> None:
    pool = make_pool([1.0, 2.0, 2.0, 2.0, 5.0])
    assert beyond(2.0, pool, form="rank").value == 0.75
    assert beyond(5.0, make_pool([1.0, 5.0, 5.0]), form="rank").value == 0.5


def test_costs_below_the_resolution_count_as_that() -> None:
    pool = make_pool([0.0, 1e-9, 1e-6, 1e-3], resolution=1e-6)
    assert pool.costs == (1e-6, 1e-6, 1e-6, 1e-3)
    assert pool.floored == 2
    assert (beyond(0.0, pool).value, beyond(0.0, pool).floored) == (1.0, True)
    assert beyond(1e-6, pool).value == 1.0
    assert pool.expanded([0.0]).floored == 3
    with pytest.raises(UsageError, match="the log form needs a time above 0"):
        beyond(1.0, make_pool([0.0, 1.0]))
    assert beyond(0.5, make_pool([0.0, 1.0]), form="linear").value == 0.5


def test_what_is_not_correct_scores_zero_and_says_why() -> None:
    score = failed(make_pool([1.0, 2.0]), "wrong answer", form="rank", mode="frozen")
    assert (score.value, score.correct, score.reason, score.form) == (0.0, False, "wrong answer", "rank")


def test_what_makes_no_sense_is_refused() -> None:
    for costs in ([], [1.0, math.nan], [1.0, -1.0]):
        with pytest.raises(UsageError):
            make_pool(costs)
    with pytest.raises(UsageError, match="resolution is -1"):
        make_pool([1.0], resolution=-1)
    with pytest.raises(UsageError, match=r"min_ratio is 0\.5"):
        make_pool([1.0], min_ratio=0.5)
    with pytest.raises(UsageError, match="form is 'cubic'"):
        beyond(1.0, make_pool([1.0]), form="cubic")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="mode is 'thawed'"):
        beyond(1.0, make_pool([1.0]), mode="thawed")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="not negative"):
        beyond(-1.0, make_pool([1.0]))


def test_fingerprints_tell_pools_apart() -> None:
    base = make_pool([1.0, 2.0])
    assert base.fingerprint == make_pool([2.0, 1.0]).fingerprint
    others = [
        make_pool([1.0, math.nextafter(2.0, 3.0)]),
        make_pool([1.0, 2.0, 2.0]),
        make_pool([1.0, 2.0], cost="memory"),
        make_pool([1.0, 2.0], resolution=0.5),
        make_pool([1.0, 2.0], min_ratio=1.5),
    ]
    assert len({base.fingerprint, *(pool.fingerprint for pool in others)}) == 6


# --- what holds for every pool ---


@given(COSTS, st.sampled_from(FORMS))
def test_fastest_is_one_and_slowest_zero(costs: list[float], form: Form) -> None:
    assume(min(costs) < max(costs))
    assume(form != "rank" or costs.count(max(costs)) == 1)
    pool = make_pool(costs)
    assert beyond(min(costs), pool, form=form).value == 1.0
    assert beyond(max(costs), pool, form=form).value == 0.0


@given(COSTS, st.sampled_from(FORMS), st.sampled_from(MODES))
def test_members_score_alike_in_all_modes_and_within_bounds(
    costs: list[float], form: Form, mode: Mode
) -> None:
    pool = make_pool(costs)
    for cost in costs:
        score = beyond(cost, pool, form=form, mode=mode)
        assert 0.0 <= score.value <= 1.0
        assert not score.outside
        assert score.value == beyond(cost, pool, form=form, mode="frozen").value


@given(COSTS, st.floats(1e-3, 1e3), st.sampled_from(("log", "linear")))
def test_units_do_not_matter(costs: list[float], factor: float, form: Form) -> None:
    assume(max(costs) > 1.001 * min(costs))
    pool, scaled = make_pool(costs), make_pool([factor * cost for cost in costs])
    for cost in costs:
        expected = beyond(cost, pool, form=form).value
        assert beyond(factor * cost, scaled, form=form).value == pytest.approx(expected, abs=1e-9)


@given(COSTS, st.integers(-8, 8))
def test_units_do_not_matter_to_ranks(costs: list[float], exponent: int) -> None:
    pool, scaled = make_pool(costs), make_pool([2.0**exponent * cost for cost in costs])
    for cost in costs:
        assert (
            beyond(2.0**exponent * cost, scaled, form="rank").value == beyond(cost, pool, form="rank").value
        )


@given(COSTS, st.floats(0.2, 5.0))
def test_powers_do_not_matter_to_the_log_form(costs: list[float], power: float) -> None:
    assume(max(costs) > 1.001 * min(costs))
    pool, powers = make_pool(costs), make_pool([cost**power for cost in costs])
    for cost in costs:
        assert beyond(cost**power, powers).value == pytest.approx(beyond(cost, pool).value, abs=1e-9)


def test_powers_do_matter_to_the_linear_form() -> None:
    assert beyond(2.0, make_pool([1.0, 2.0, 3.0]), form="linear").value == 0.5
    assert beyond(4.0, make_pool([1.0, 4.0, 9.0]), form="linear").value == 0.625


@given(COSTS, COSTS, st.sampled_from(FORMS), st.sampled_from(("frozen", "frozen-unclipped")))
def test_order_is_kept(costs: list[float], others: list[float], form: Form, mode: Mode) -> None:
    pool = make_pool(costs)
    values = [beyond(cost, pool, form=form, mode=mode).value for cost in sorted([*costs, *others])]
    assert values == sorted(values, reverse=True)


@given(st.floats(1e-300, 1e300))
def test_neighbours_are_a_pool(cost: float) -> None:
    pool = make_pool([cost, math.nextafter(cost, math.inf)])
    assert [beyond(one, pool).value for one in pool.costs] == [1.0, 0.0]


def test_pools_of_any_width_have_a_logarithm() -> None:
    pool = make_pool([5e-324, 1.0, 1e308])
    assert [beyond(cost, pool).value for cost in (5e-324, 1e308)] == [1.0, 0.0]
    assert beyond(1.0, pool).value == pytest.approx(308 / (308 + 323.306), abs=1e-5)
