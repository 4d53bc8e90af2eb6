"""The evolutionary search and its feedback, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_prober import ScriptedProber

from effibench.audit.shapes import mutate, schema_of
from effibench.stress.feedback import MIN_HISTORY, Feedback, argument_size
from effibench.stress.gaps import Point, probe
from effibench.stress.prober import LineHits, Reason, Refusal, Side
from effibench.stress.record import StressInput, StressSettings
from effibench.stress.search import Search

TWO = schema_of([[[3, 1, 2, 9], "ab"], [[5, 4, 8, -7, 6], "b"], [[], "abab"]])


def start_at(prober: ScriptedProber, arguments: list[Any], **settings: Any) -> Point:
    found = probe(prober, StressInput(arguments), len(arguments[0]), StressSettings(**settings))
    assert isinstance(found, Point)
    return found


def search(prober: ScriptedProber, **settings: Any) -> Search:
    chosen = StressSettings(**{"max_bytes": 20_000, **settings})
    return Search(
        prober,
        TWO,
        chosen,
        has_time=lambda: prober.seconds < chosen.budget_seconds,
        rng=Random(1),
    )


def by_text(arguments: Sequence[Any], side: Side) -> LineHits:
    """The slow side runs its second line for each character."""
    return LineHits({1: 1, 2: len(arguments[1]) if side is Side.SLOW else 1})


def test_feedback_names_the_argument_that_drives_the_hottest_line() -> None:
    feedback = Feedback()
    assert feedback.choice() is None
    assert feedback.correlations() == []
    for first, second in ((5, 1), (2, 2), (9, 3), (1, 4)):
        feedback.add([[0] * first, "a" * second], LineHits({1: 1, 2: 10 * second, 3: 5}))
    assert feedback.hottest_line() == 2
    # Ranks 3 2 4 1 against 1 2 3 4: 1 - 6 * (4 + 0 + 1 + 9) / (4 * 15)
    assert feedback.correlations() == [pytest.approx(1 - 6 * 14 / 60), pytest.approx(1.0)]
    assert feedback.choice() == (1,)
    assert feedback.order() == (1,)


def test_feedback_says_nothing_without_history_or_correlation() -> None:
    feedback = Feedback()
    for number in range(MIN_HISTORY - 1):
        feedback.add([[0] * number], LineHits({1: number}))
    assert feedback.choice() is None
    feedback.add([[0] * 9], LineHits({1: 9}))
    assert feedback.choice() == (0,)
    flat = Feedback()
    for number in range(MIN_HISTORY):
        flat.add([[0] * number], LineHits({1: 3}))
    assert flat.choice() is None


def test_of_equally_hot_lines_the_first_counts() -> None:
    feedback = Feedback()
    feedback.add([1], LineHits({5: 2, 3: 2}))
    assert feedback.hottest_line() == 3
    assert Feedback().hottest_line() is None


@pytest.mark.parametrize(
    ("value", "size"), [([1, 2], 2), ("abc", 3), (-7, 7), ({1: 2}, 1), (None, 8), (1.5, 8)]
)
def test_sizes_of_arguments(value: Any, size: int) -> None:
    assert argument_size(value) == size


def test_the_search_finds_what_counts_show_and_times_confirm() -> None:
    prober = ScriptedProber(
        fast=lambda a: 1e-3, slow=lambda a: 1e-3 * max(1.0, len(a[1]) / 20), hits=by_text, probe_seconds=0.1
    )
    start = start_at(prober, [[1, 2, 3], "ab"])
    assert not start.visible
    made = search(prober)
    best = made.run(start)
    assert best.visible
    assert best.ratio >= 1.2
    assert len(best.input.arguments[1]) >= 24
    assert best.input.recipe is None
    assert made.feedback.choice() == (1,)
    assert made.probes > 0


def test_the_search_ends_without_progress() -> None:
    prober = ScriptedProber(fast=lambda a: 1e-3, slow=lambda a: 1e-3, probe_seconds=0.0)
    start = start_at(prober, [[1, 2, 3], "ab"])
    prober.events.clear()
    assert search(prober, patience=3, children=2).run(start) is start
    # The first input and three generations of two are counted on both sides, and as many are timed.
    assert len(prober.sizes("lines slow")) == len(prober.sizes("lines fast")) == 7
    assert len(prober.sizes("quick")) == 6


def test_the_search_stops_when_its_time_is_up() -> None:
    prober = ScriptedProber(fast=lambda a: 1e-3, slow=lambda a: 1e-3, hits=by_text)
    start = start_at(prober, [[1, 2, 3], "ab"])
    search(prober, budget_seconds=10).run(start)
    assert prober.seconds <= 10 + 2 * 4 + 1, "one generation may be under way"


def test_cut_off_and_failed_counts_leave_the_times() -> None:
    for outcome in (LineHits({1: 9}, complete=False), Refusal(reason=Reason.RAISED, message="no")):
        prober = ScriptedProber(
            fast=lambda a: 1e-3,
            slow=lambda a: 1e-3 * (1 + len(a[0])),
            hits=lambda a, side, outcome=outcome: outcome,  # type: ignore[misc]
            probe_seconds=0.0,
        )
        start = start_at(prober, [[], "ab"])
        best = search(prober).run(start)
        assert best.visible
        assert prober.sizes("lines fast") == []


@given(st.integers(0, 10**6), st.sampled_from([(0,), (1,)]))
def test_a_mutant_differs_in_the_chosen_argument_only(seed: int, among: tuple[int, ...]) -> None:
    before = [[3, 1, 2], "abab"]
    after = mutate(before, TWO, Random(seed), among=among)
    other = 1 - among[0]
    assert after[other] == before[other]
