"""Growth of inputs by schedule, with exact sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from scripted_prober import ScriptedProber, length, one_below

from effibench.audit.shapes import Family, families, schema_of
from effibench.stress.gaps import probe
from effibench.stress.growing import Growth
from effibench.stress.prober import Reason, Refusal
from effibench.stress.record import StressInput, StressSettings

LISTS = schema_of([[[3, 1, 2, 9]], [[5, 4, 8, -7, 6]], [[]], [[2, 2]]])
TWO = schema_of([[[3, 1, 2, 9], [1]], [[5, 4, 8, -7, 6], []], [[], [4, 4, 4]]])


def growth(prober: ScriptedProber, schema: Any = LISTS, order: Sequence[int] = (), **settings: Any) -> Growth:
    chosen = StressSettings(**{"max_bytes": 20_000, **settings})
    return Growth(prober, schema, chosen, lambda: prober.seconds < chosen.budget_seconds, order)


def test_sizes_double_until_the_difference_is_visible() -> None:
    prober = ScriptedProber(fast=lambda a: 1e-3, slow=lambda a: 1e-3 * (1 + length(a) / 100))
    made = growth(prober)
    best = made.run(4)
    assert best is not None
    # 1 + n/100 reaches 1.2 between 16 and 32; what shows is looked at a second time.
    assert prober.sizes("quick") == [4, 8, 16, 32, 32]
    assert best.visible
    assert best.size == made.largest == 32
    assert best.ratio == pytest.approx(1.32)
    assert best.input.recipe is not None
    assert best.input.recipe.family is Family.RANDOM


def test_short_calls_are_leapt_over() -> None:
    prober = ScriptedProber(fast=lambda a: 1e-7, slow=lambda a: 1e-7 * max(1.0, length(a) / 1000))
    made = growth(prober)
    best = made.run(3)
    assert best is not None
    assert prober.sizes("quick") == [3, 24, 192, 1536, 1536]
    assert best.ratio == pytest.approx(1.536)


def test_a_leap_that_is_too_long_is_made_shorter() -> None:
    # Below the leap's limit at 8, beyond every budget at 64: the next size is 16 then.
    prober = ScriptedProber(fast=lambda a: 1e-6, slow=lambda a: 1e-6 if length(a) < 20 else 10.0)
    made = growth(prober)
    made.run(8)
    random = made.arms[0]
    assert [point.size for point in random.points] == [8, 16]
    assert prober.sizes("validate")[:4] == [8, 64, 16, 32]
    assert random.ended == "time: too slow"


def test_growth_ends_before_a_call_is_expected_to_take_too_long() -> None:
    prober = ScriptedProber(fast=lambda a: length(a) ** 2 / 1e4, slow=lambda a: length(a) ** 2 / 1e4)
    made = growth(prober, arms=1, budget_seconds=120)
    made.run(32)
    # 0.1024, 0.4096, 1.6384 s; the next would take 6.6 s.
    assert [point.size for point in made.arms[0].points] == [32, 64, 128]
    assert made.arms[0].ended == "the next size would take about 6.6 s"
    assert not any(point.visible for point in made.arms[0].points)


def test_a_leap_has_a_short_limit_of_its_own() -> None:
    """Calls of an exponential solution: 2^n * 50 ns. From 5 on, a leap would end at 40."""
    prober = ScriptedProber(fast=lambda a: 2e-6, slow=lambda a: 5e-8 * 2.0 ** length(a))
    made = growth(prober)
    best = made.run(5)
    assert best is not None
    assert prober.sizes("validate") == [5, 40, 10]
    assert (best.size, best.visible) == (10, True)


def test_growth_stops_when_its_time_is_up() -> None:
    prober = ScriptedProber(fast=lambda a: 1e-3, slow=lambda a: 1e-3)
    made = growth(prober, budget_seconds=3)
    assert made.run(4) is not None
    assert prober.sizes("quick") == [4, 8, 16]
    assert made.probes == 3


def test_the_limit_on_bytes_ends_growth() -> None:
    prober = ScriptedProber(fast=lambda a: 1e-3, slow=lambda a: 1e-3)
    made = growth(prober, max_bytes=1000, budget_seconds=1000)
    made.run(30)
    assert [point.size for point in made.arms[0].points] == [30, 60, 120]
    assert "1000" in made.arms[0].ended
    assert made.largest <= 125


def test_other_kinds_come_after_random_and_halve() -> None:
    def slow(arguments: Sequence[Any]) -> float:
        is_sorted = list(arguments[0]) == sorted(arguments[0], reverse=True) and len(arguments[0]) >= 256
        return 2e-3 if is_sorted else 1e-3

    prober = ScriptedProber(fast=lambda a: 1e-3, slow=slow)
    made = growth(prober, max_bytes=3000, budget_seconds=10_000)
    best = made.run(4)
    assert best is not None
    assert best.ratio == pytest.approx(2.0)
    assert best.input.recipe is not None
    # A constant list is in descending order, too, and comes first.
    assert best.input.recipe.family in {Family.REVERSED, Family.ALL_EQUAL}
    assert made.arms[0].family is Family.RANDOM
    others = [arm.family for arm in made.arms[1:]]
    assert others == [family for family in families(LISTS) if family is not Family.RANDOM]
    assert {arm.points[0].size for arm in made.arms[1:] if arm.points} == {32}
    given_up = [arm for arm in made.arms if arm.ended == "others show more"]
    assert len(given_up) >= len(others) // 2


def test_nothing_is_expected_of_what_follows_size_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("effibench.stress.growing.make", one_below)
    prober = ScriptedProber(fast=lambda a: 1e-3, slow=lambda a: 1e-3)
    made = growth(prober, schema_of([[0], [1], [1]]), budget_seconds=4)
    assert made.run(1) is not None
    assert [point.size for point in made.arms[0].points] == [0, 1, 3, 7]


def test_the_hinted_argument_grows_first_and_then_all() -> None:
    prober = ScriptedProber(fast=lambda a: 1e-3, slow=lambda a: 1e-3 * (1 + len(a[1]) / 100))
    made = growth(prober, TWO, order=(1,))
    best = made.run(32)
    assert best is not None
    assert [arm.grow for arm in made.arms] == [(1,), (0, 1), (0,)]
    assert best.input.recipe is not None
    assert best.input.recipe.grow in {(1,), (0, 1)}
    assert len(best.input.arguments[1]) == 32


def test_an_invalid_input_is_tried_with_another_seed_and_then_given_up() -> None:
    why = Refusal(reason=Reason.DISAGREE, message="fast side: 1 != 2")
    prober = ScriptedProber(fast=lambda a: 1e-3, slow=lambda a: 1e-3, refuse=lambda a: why)
    made = growth(prober, budget_seconds=10_000)
    assert made.run(4) is None
    assert prober.sizes("validate")[:2] == [4, 4]
    assert made.arms[0].ended == "disagree: fast side: 1 != 2"
    assert len(prober.sizes("validate")) == 2 * len(families(LISTS))


def test_what_comes_with_a_run_counts() -> None:
    """A tenfold difference of 1 ms does not show in runs of 30 ms over ten inputs of which each bears 3 ms."""
    plain = ScriptedProber(fast=lambda a: 1e-4, slow=lambda a: 1e-3)
    hidden = ScriptedProber(fast=lambda a: 1e-4, slow=lambda a: 1e-3, overhead_seconds=0.3)
    given = StressInput([[1, 2, 3]])
    first, second = (probe(prober, given, 3, StressSettings()) for prober in (plain, hidden))
    assert not isinstance(first, Refusal)
    assert not isinstance(second, Refusal)
    assert (first.visible, second.visible) == (True, False)
    assert first.ratio == pytest.approx(10.0)
    assert second.ratio == pytest.approx(31 / 30.1, rel=1e-3)


def test_a_difference_in_the_other_direction_is_not_visible() -> None:
    prober = ScriptedProber(fast=lambda a: 2e-3, slow=lambda a: 1e-3)
    found = probe(prober, StressInput([[1, 2, 3]]), 3, StressSettings())
    assert not isinstance(found, Refusal)
    assert (found.visible, found.worth_a_test) == (False, False)
    made = growth(prober, budget_seconds=2)
    made.run(4)
    other = made.other_way()
    assert other is not None
    assert other.ratio == pytest.approx(0.5)
