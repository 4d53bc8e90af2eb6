"""When EvalPlus accepts an answer (MBPP+, HumanEval+, EvalPerf).

Rules: github.com/evalplus/evalplus, evaluation and special oracles, written anew. One thing differs on purpose: there,
the first expected value that is all floats switches the tolerance on for all later inputs of the task, too; here it
counts for that input alone.
"""

import math
from typing import Any

# Order and repetitions do not matter.
AS_SETS = frozenset(
    {
        "Diff",
        "common_in_nested_lists",
        "extract_singly",
        "find_char_long",
        "find_dissimilar",
        "intersection_array",
        "larg_nnum",
        "similar_elements",
    }
)
# Searches, whose match objects say nothing beyond being there.
FOUND_OR_NOT = frozenset({"check_str", "text_match_three", "text_starta_endb"})

_RTOL = 1e-7  # numpy.testing's
_FLOAT_ATOL = 1e-6


def accepts(entry_point: str, answer: Any, expected: Any, arguments: list[Any], atol: float) -> bool:
    """Whether an answer is right.

    Args:
        expected: the canonical solution's answer; for a search, whether it found something.
        atol: the task's absolute tolerance, 0 if it states none.
    """
    if entry_point == "find_zero":  # any root will do
        coefficients, at = arguments[0], answer
        value = sum(factor * math.pow(at, power) for power, factor in enumerate(coefficients))
        return bool(abs(value) <= atol)
    if entry_point in AS_SETS:
        exact = set(answer) == set(expected)
    elif entry_point in FOUND_OR_NOT:
        exact = expected == (answer if isinstance(answer, bool) else answer is not None)
    else:
        exact = bool(answer == expected) or _also_right(entry_point, answer, arguments, atol)
    if atol == 0 and _all_floats(expected):
        atol = _FLOAT_ATOL
    return exact or (atol != 0 and _close(answer, expected, atol))


def _also_right(entry_point: str, answer: Any, arguments: list[Any], atol: float) -> bool:
    """Four statements can be read in two ways; the benchmark takes the second one's answer, too."""
    if entry_point == "are_equivalent":
        return True  # its tests contradict its statement
    if entry_point == "sum_div":
        return bool(answer == 0)
    if entry_point == "surface_Area":  # the second number is the pyramid's height, not its slant
        base, height = arguments
        sides = 2 * base * math.sqrt((base / 2) ** 2 + height**2)
        return bool(abs(answer - round(base**2 + sides)) <= atol)
    if entry_point == "digit_distance_nums":  # the shorter number is padded with zeros in front
        one, other = (str(number) for number in arguments)
        width = max(len(one), len(other))
        digits = zip(one.zfill(width), other.zfill(width), strict=True)
        return bool(answer == sum(abs(int(left) - int(right)) for left, right in digits))
    return False


def _all_floats(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(isinstance(item, float) for item in value)
    return isinstance(value, float)


def _close(answer: Any, expected: Any, atol: float) -> bool:
    import numpy as np  # rarely needed

    if type(answer) is not type(expected):
        return False
    if isinstance(expected, list | tuple) and len(answer) != len(expected):
        return False
    return bool(np.allclose(answer, expected, rtol=_RTOL, atol=atol))
