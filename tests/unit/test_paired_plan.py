"""What the pilot fixes."""

from __future__ import annotations

import itertools
import random

import pytest

from effibench.errors import UsageError
from effibench.timing.paired_plan import PairedSettings, loops_for, order_of_turns, primes_for, rounds_for

MS, US = 1_000_000, 1_000


@pytest.mark.parametrize(
    ("a_ns", "b_ns", "input_bytes", "expected"),
    [
        (MS, MS, 100, 1),
        (10 * US, 10 * US, 100, 10),
        (30 * US, 60 * US, 100, 4),
        (0, 1, 100, 1000),
        (10 * US, 100 * MS, 100, 1),  # a batch of the slow side would take for ever
        (10 * US, 10 * MS, 100, 5),
        (10 * US, 10 * US, 16 << 20, 4),  # each call has a copy of the input
        (10 * US, 10 * US, 32 << 20, 1),  # so few calls would hide a memo
    ],
)
def test_loops(a_ns: int, b_ns: int, input_bytes: int, expected: int) -> None:
    assert loops_for(a_ns, b_ns, input_bytes, single=False) == expected
    assert loops_for(a_ns, b_ns, input_bytes, single=True) == 1


def test_short_windows_are_primed() -> None:
    assert primes_for(10 * US, 19 * US, 10) == 1
    assert primes_for(10 * US, 200 * US, 1) == 0


@pytest.mark.parametrize(
    ("round_ns", "share", "budget_s", "expected"),
    [
        (2 * MS, 0.0, 10, 4),
        (2 * MS, 0.21, 10, 8),
        (500 * MS, 0.0, 60, 2),
        (500 * MS, 0.9, 10, 2),
        (500 * MS, 0.0, 9, 1),
        (500 * MS, 0.0, 1, 1),
        (100 * MS, 0.0, 3, 2),
    ],
)
def test_rounds_per_group(round_ns: float, share: float, budget_s: float, expected: int) -> None:
    assert rounds_for(round_ns, share, budget_s * 1e9) == expected


def test_turns_come_in_blocks_of_abba_with_a_random_first_letter() -> None:
    order = list(itertools.islice(order_of_turns(random.Random(1)), 400))
    blocks = [tuple(order[index : index + 2]) for index in range(0, 400, 2)]
    assert set(blocks) == {(True, False), (False, True)}
    assert 60 < sum(first for first, _ in blocks) < 140


@pytest.mark.parametrize("field", ["precision", "margin", "alpha", "max_groups", "budget_seconds", "pairs"])
def test_settings_name_what_makes_no_sense(field: str) -> None:
    with pytest.raises(UsageError, match=f"{field} = 0"):
        PairedSettings(**{field: 0}).checked()  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="alpha = 1"):
        PairedSettings(alpha=1).checked()
