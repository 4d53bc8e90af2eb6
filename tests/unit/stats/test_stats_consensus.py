"""No process pair decides alone: exact evidence, intervals as hulls, and the level where single pairs are off."""

from __future__ import annotations

import math
import random

import pytest

from effibench.stats.consensus import OTHERS_LEVEL, ConsensusTest
from effibench.stats.mixture import BlockTest
from effibench.stats.sequential import Interval

FASTER = [(1.0, 2.0), (1.1, 2.1), (1.0, 2.2), (1.2, 2.0)]
EVEN = [(1.0, 2.0), (2.0, 1.0), (2.0, 1.0), (1.0, 2.0)]


def filled(pairs: int, *blocks: tuple[int, list[tuple[float, float]]]) -> ConsensusTest:
    test = ConsensusTest(pairs)
    for pair, rounds in blocks:
        test.add(pair, rounds)
    return test


def alone(*blocks: list[tuple[float, float]], alpha: float = 0.05) -> BlockTest:
    test = BlockTest(alpha)
    for rounds in blocks:
        test.add(rounds)
    return test


def test_all_blocks_together_give_evidence_and_estimate() -> None:
    test = filled(3, *((number % 3, FASTER) for number in range(7)))
    assert test.e_value == alone(*[FASTER] * 7).e_value
    assert test.estimate == alone(*[FASTER] * 7).estimate
    assert test.decided


def test_few_long_calls_decide_about_a_factor() -> None:
    """Blocks of one round: nine of them are what a budget has room for when a call takes half a second."""
    test = ConsensusTest(3, 0.025, 1)
    for number in range(9):
        test.add(number % 3, [(1.0, 50.0 + number)])
    assert test.decided


def test_the_interval_reaches_as_far_as_any() -> None:
    slow = [(1.0, 1.01), (1.0, 1.02), (1.0, 1.03), (1.0, 1.04)]
    test = filled(2, *[(0, FASTER)] * 4, *[(1, slow)] * 4)
    bounds = [
        test.whole.interval,
        *(alone(*[side] * 4, alpha=OTHERS_LEVEL).interval for side in (FASTER, slow)),
    ]
    known = [one for one in bounds if one is not None]
    assert len(known) == 3
    assert test.interval == Interval(min(one.low for one in known), max(one.high for one in known))
    assert test.interval.high == pytest.approx(-math.log(1.01))


def test_one_pair_that_is_off_decides_nothing() -> None:
    blocks = [(number % 3, FASTER if number % 3 == 1 else EVEN) for number in range(30)]
    test = filled(3, *blocks)
    assert test.whole.decided
    assert test.e_value > 20
    assert not test.decided
    assert test.contradicted
    assert test.interval is not None
    assert test.interval.low < 0 <= test.interval.high


def test_what_is_not_shown_yet_is_not_contradicted() -> None:
    test = filled(3, (0, FASTER), (0, FASTER), (1, FASTER))
    assert test.whole.decided
    assert not test.decided
    assert not test.contradicted


def test_a_single_pair_decides_alone() -> None:
    test = filled(1, *[(0, FASTER)] * 4)
    assert test.e_value == test.whole.e_value
    assert test.interval == test.whole.interval
    assert test.decided


def test_nothing_is_known_before_a_block_of_another_pair() -> None:
    assert ConsensusTest(3).interval is None
    assert ConsensusTest(3).estimate is None
    assert filled(3, *[(0, FASTER)] * 20).interval is None


def test_pairs_that_are_off_by_chance_raise_few_alarms() -> None:
    """Every third pair is off by 2 %, and samples vary by 3 %."""
    source = random.Random(1)
    alarms = {"whole": 0, "consensus": 0}
    for _ in range(60):
        off = [source.choice((0.02, 0.0, 0.0)) * source.choice((-1, 1)) for _ in range(3)]
        test = ConsensusTest(3)
        for number in range(150):
            pair = number % 3
            test.add(
                pair,
                [
                    (math.exp(off[pair] + source.gauss(0, 0.03)), math.exp(source.gauss(0, 0.03)))
                    for _ in range(4)
                ],
            )
        alarms["whole"] += test.whole.decided
        alarms["consensus"] += test.decided
    assert alarms["whole"] >= 12
    assert alarms["consensus"] <= 3
