"""The mixture of sign tests: exact values, the interval as the test's inverse, and its level on simulated rounds."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effibench.errors import UsageError
from effibench.stats.mixture import BlockTest
from effibench.stats.sequential import StopReason, log_e_value, stop_reason


def filled(rounds: Sequence[tuple[float, float]], **options: float) -> BlockTest:
    test = BlockTest(**options)  # type: ignore[arg-type]
    for start in range(0, len(rounds), test.block):
        test.add(rounds[start : start + test.block])
    return test


def test_evidence_is_the_mean_over_group_sizes() -> None:
    test = filled([(2.0, 1.0)] * 8)
    expected = (math.exp(log_e_value(8, 8)) + math.exp(log_e_value(4, 4)) + math.exp(log_e_value(2, 2))) / 3
    assert test.e_value == pytest.approx(expected)
    assert test.estimate == pytest.approx(math.log(2))


def test_groups_are_compared_by_their_minima() -> None:
    # Round by round a is slower in three of four; by the minima it is faster.
    block = [(9.0, 8.0), (9.0, 8.0), (9.0, 8.0), (1.0, 8.0)]
    single, pairs, four = log_e_value(4, 3), log_e_value(2, 1), log_e_value(1, 0)
    assert filled(block).e_value == pytest.approx(sum(map(math.exp, (single, pairs, four))) / 3)


def test_twelve_equal_rounds_decide_and_eight_do_not() -> None:
    assert filled([(1.0, 2.0)] * 8).e_value < 20
    twelve = filled([(1.0, 2.0)] * 12)
    assert twelve.e_value > 20
    assert twelve.interval == pytest.approx((-math.log(2), -math.log(2)))
    assert twelve.decided
    assert stop_reason(twelve) is StopReason.PRECISE


def test_sides_are_treated_alike() -> None:
    source = random.Random(3)
    rounds = [(source.uniform(1, 2), source.uniform(1, 1.5)) for _ in range(80)]
    test, mirrored = filled(rounds), filled([(b, a) for a, b in rounds])
    assert test.e_value == pytest.approx(mirrored.e_value)
    assert test.estimate == pytest.approx(-(mirrored.estimate or 0.0))
    assert test.interval is not None
    assert mirrored.interval is not None
    assert test.interval == pytest.approx((-mirrored.interval.high, -mirrored.interval.low))


def test_smallest_groups_can_be_larger_than_a_round() -> None:
    test = filled([(1.0, 2.0), (3.0, 1.0)] * 8, smallest=2)
    assert len(test.values) == 8
    assert all(value == 0.0 for value in test.values)
    assert (test.ties, test.e_value) == (8, pytest.approx(1.0))
    assert not test.decided


def test_ties_are_no_evidence() -> None:
    test = filled([(1.0, 1.0)] * 40)
    assert test.e_value == pytest.approx(1.0)
    assert not test.decided
    assert stop_reason(test) is StopReason.EQUIVALENT


def test_too_few_blocks_have_no_interval() -> None:
    assert BlockTest().interval is None
    assert BlockTest().estimate is None
    assert filled([(1.0, 2.0)] * 4).interval is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"block": 3}, "block = 3"),
        ({"block": 2, "smallest": 4}, "smallest = 4"),
        ({"block": 0}, "block = 0"),
        ({"alpha": 0.0}, "alpha"),
    ],
)
def test_settings_that_make_no_sense(options: dict[str, float], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        BlockTest(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan, math.inf])
def test_times_that_make_no_sense(bad: float) -> None:
    with pytest.raises(UsageError, match=r"rounds\[1\]"):
        BlockTest(block=2).add([(1.0, 1.0), (1.0, bad)])
    with pytest.raises(UsageError, match="a block has 4"):
        BlockTest().add([(1.0, 1.0)])


TIMES = st.floats(1.0, 2.0)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(TIMES, TIMES), min_size=16, max_size=80), st.floats(-0.8, 0.8))
def test_the_interval_holds_what_the_test_does_not_reject(
    rounds: list[tuple[float, float]], shift: float
) -> None:
    rounds = rounds[: len(rounds) // 4 * 4]
    test = filled(rounds)
    bounds = test.interval
    shifted = filled([(a * math.exp(-shift), b) for a, b in rounds])
    if bounds is None:
        return
    assert bounds.low <= bounds.high
    if shifted.ties == 0 and (shift < bounds.low - 1e-9 or shift > bounds.high + 1e-9):
        assert shifted.e_value >= 20 * (1 - 1e-9)


def test_equal_programs_are_rarely_called_different() -> None:
    """At most 5 % in the long run; 400 seeded trials of up to 200 rounds with noise that is skewed and bimodal."""
    source = random.Random(11)

    def sample() -> float:
        mode = 1.0 if source.random() < 0.7 else 1.7
        return mode * (1 + source.expovariate(20)) + (source.random() < 0.05) * source.expovariate(0.2)

    alarms = 0
    for _ in range(400):
        test = BlockTest()
        for _ in range(50):
            test.add([(sample(), sample()) for _ in range(4)])
            if test.e_value >= 20:
                alarms += 1
                break
    assert alarms <= 20
