"""COFFE's equality, and the validator that knows expected answers."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from task_parts import process_limits  # noqa: F401

from effibench.datasets.inside.relaxed import equal, validator

pytestmark = pytest.mark.usefixtures("process_limits")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (3, 3),
        (True, 1),
        (1, 1.0),
        ("a b\nc", "abc"),
        ("[1, 2]", "1,2"),
        ((1, (2, 3)), [1, [2, 3]]),
        ([(1, 2)], [[1, 2]]),
        ({"a": (1, 2)}, {"a": [1, 2]}),
        (0.1 + 0.2, 0.3),
        (1.0000009, 1.0),
        (1e12 + 1e5, 1e12),
        ([1.0, 2.0000001], (1.0, 2.0)),
        (math.nan, math.nan),
        (math.inf, math.inf),
    ],
)
def test_what_is_equal(answer: Any, expected: Any) -> None:
    assert equal(answer, expected)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (3, 4),
        ("a\tb", "ab"),
        ("a", "A"),
        ("1", 1),
        ([1, 2], [1]),
        ([1.0], [1.0, 1.0]),
        (1.0, [1.0]),
        ([], 0.0),
        (1.000002, 1.0),
        (1e12 + 2e5, 1e12),
        ([[1.0000001]], [[1.0]]),  # only floats at the top have a tolerance
        ([1, 2.0000001], [1, 2.0]),  # and only if all are floats
        (math.inf, -math.inf),
        (math.inf, 1.0),
        (math.nan, 0.0),
        (None, False),
    ],
)
def test_what_is_not(answer: Any, expected: Any) -> None:
    assert not equal(answer, expected)


def test_an_expected_answer_replaces_the_references() -> None:
    known = json.dumps([[[1], "one"], [[True], "yes"], [[1.0], "real"], [[[2, 3]], [2.5]]])
    decide = validator(known=known, compare_others=True)
    assert decide("one", "whatever the reference says", [1])[0]
    assert decide("yes", "one", [True])[0]
    assert decide("real", "one", [1.0])[0]
    assert decide((2.5,), None, [[2, 3]])[0]
    assert decide("two", "two", [1]) == (False, "'two' instead of 'one'")


def test_an_input_that_is_not_listed_has_the_references_answer() -> None:
    decide = validator(known=json.dumps([[[1], "one"]]), compare_others=True)
    assert decide(7, 7, [2])[0]
    assert not decide(7, 8, [2])[0]
    assert not decide("one", 7, [(1,)])[0]


def test_or_any_answer_where_the_benchmark_asks_for_none() -> None:
    decide = validator(known=json.dumps([[[1], "one"]]), compare_others=False)
    assert decide(7, 8, [2])[0]
    assert not decide("two", "two", [1])[0]


def test_a_case_that_is_listed_twice_may_have_either_answer() -> None:
    decide = validator(known=json.dumps([["3\n", "1 2"], ["3\n", "2 1"]]), compare_others=True)
    assert decide("1 2\n", "", "3\n")[0]
    assert decide("2 1\n", "", "3\n")[0]
    assert not decide("3\n", "", "3\n")[0]


def test_answers_may_have_any_number_of_digits() -> None:
    huge = 10**6000
    assert not validator(known="[]", compare_others=True)(huge, huge + 1, [huge])[0]
