"""COFFE's equality of answers, as a validator that knows the expected answers of listed inputs.

Source: COFFE (github.com/JohnnyPeng18/Coffe): equal; or two strings that are equal without blanks, line breaks and
square brackets; or equal once tuples are lists; or floats within 1e-6, plus 1e-7 of the answer (numpy's default).
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from typing import Any

_IGNORED = str.maketrans("", "", " \n[]")
_ATOL, _RTOL = 1e-6, 1e-7
_SHOWN = 80


def equal(answer: Any, expected: Any) -> bool:
    """Whether COFFE takes the answer for the expected one."""
    if answer == expected:
        return True
    if isinstance(answer, str) and isinstance(expected, str):
        return answer.translate(_IGNORED) == expected.translate(_IGNORED)
    if _lists(answer) == _lists(expected):
        return True
    if isinstance(answer, float) and isinstance(expected, float):
        return _close(answer, expected)
    return (
        isinstance(answer, list | tuple)
        and isinstance(expected, list | tuple)
        and len(answer) == len(expected)
        and all(isinstance(item, float) for item in (*answer, *expected))
        and all(map(_close, answer, expected))
    )


def _lists(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_lists(item) for item in value]
    if isinstance(value, dict):
        return {key: _lists(item) for key, item in value.items()}
    return value


def _close(answer: float, expected: float) -> bool:
    if math.isfinite(answer) and math.isfinite(expected):
        return abs(answer - expected) <= _ATOL + _RTOL * abs(answer)
    return answer == expected or (math.isnan(answer) and math.isnan(expected))


def validator(*, known: str, compare_others: bool) -> Callable[[Any, Any, Any], tuple[bool, str]]:
    """A validator that compares with the benchmark's own answer where it lists one.

    Args:
        known: JSON of [input, expected answer] pairs.
        compare_others: whether an answer to another input must equal the reference's; if not, any is taken.
    """
    sys.set_int_max_str_digits(0)
    answers: dict[str, list[Any]] = {}
    for given, expected in json.loads(known):
        answers.setdefault(repr(given), []).append(expected)  # unlike ==, repr tells 1 from 1.0 and from True

    def output_validator(pred_output: Any, ref_output: Any, input_data: Any) -> tuple[bool, str]:
        wanted = answers.get(repr(input_data))
        if wanted is None:
            if not compare_others:
                return True, ""
            wanted = [ref_output]
        if any(equal(pred_output, one) for one in wanted):
            return True, ""
        return False, f"{_shown(pred_output)} instead of {_shown(wanted[0])}"

    return output_validator


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text)} characters)"
