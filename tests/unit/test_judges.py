"""The validators that tasks without one of their own get."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from effibench.tasks.task import Entry, EntryKind, LiteralCase, ResultPolicy, Task
from effibench.timing.judges import validator_source


def task(*, validator: str = "", kind: EntryKind = EntryKind.SOLUTION, **policy: Any) -> Task:
    return Task(
        id="a/b",
        cases=(LiteralCase(input="", expected=""),),
        validator=validator,
        entry=Entry(kind=kind),
        result=ResultPolicy(**policy),
    )


def validator(**fields: Any) -> Callable[[Any, Any], Any]:
    namespace: dict[str, Any] = {}
    exec(compile(validator_source(task(**fields)), "validator.py", "exec"), namespace)
    function = namespace["output_validator"]
    assert callable(function)
    return function  # type: ignore[no-any-return]


def test_the_tasks_own_validator_is_taken_as_it_is() -> None:
    text = "def output_validator(a, b):\n    return True\n"
    assert validator_source(task(validator=text)) == text
    assert validator_source(task(validator=text, kind=EntryKind.PROGRAM)) == text


@pytest.mark.parametrize(
    ("policy", "pred", "ref", "equal"),
    [
        ({}, [1, 2.0], [1, 2.0], True),
        ({}, 1, 1.0, False),
        ({"dtype": "any"}, 1, 1.0, True),
        ({"dtype": "any"}, True, 1, False),
        ({}, [2, 1], [1, 2], False),
        ({"order": "any"}, [2, 1], [1, 2], True),
        ({"order": "any"}, [2, 2, 1], [1, 1, 2], False),
        ({}, 1.0 + 1e-9, 1.0, True),
        ({}, 1.001, 1.0, False),
        ({"rtol": 1e-2}, 1.001, 1.0, True),
        ({"rtol": 0.0, "atol": 0.0}, 1.0 + 1e-9, 1.0, False),
        ({"atol": 0.5}, 0.4, 0.0, True),
        ({}, float("nan"), float("nan"), True),
        ({}, None, 0, False),
    ],
)
def test_the_default_compares_by_the_result_policy(
    policy: dict[str, Any], pred: Any, ref: Any, equal: bool
) -> None:
    ok, reason = validator(**policy)(pred, ref)
    assert ok is equal
    assert bool(reason) is not equal


@pytest.mark.parametrize("dtype", ["exact", "kind"])
def test_the_width_of_numbers_matters_as_the_policy_says(dtype: str) -> None:
    np = pytest.importorskip("numpy")
    ok, _ = validator(dtype=dtype)(np.ones(2, np.float32), np.ones(2))
    assert ok is (dtype == "kind")


@pytest.mark.parametrize(
    ("pred", "ref", "reason"),
    [
        ("1 2\n", "1 2\n", ""),
        ("1 2", "1 2\n\n", ""),
        ("1 2  \n3\t\n", "1 2\n3", ""),
        ("", "\n", ""),
        ("1 3", "1 2", "line 1: '1 3' != '1 2'"),
        ("1\n2", "1\n3", "line 2: '2' != '3'"),
        (" 1", "1", "line 1: ' 1' != '1'"),
        ("a\n\nb", "a\nb", "line 2: '' != 'b'"),
        ("1\n2\n3", "1\n2", "3 lines instead of 2"),
        ("1", "1\n2", "1 lines instead of 2"),
        ("", "1", "line 1: '' != '1'"),
        ("1\r\n2\r\n", "1\n2\n", ""),
        ("x" * 200, "y", f"line 1: {'x' * 80!r} != 'y'"),
    ],
)
def test_text_is_compared_line_by_line_without_trailing_space(pred: str, ref: str, reason: str) -> None:
    ok, why = validator(kind=EntryKind.PROGRAM)(pred, ref)
    assert ok is (not reason)
    if reason:
        assert why == reason
