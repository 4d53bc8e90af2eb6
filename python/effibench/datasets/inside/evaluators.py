"""EffiBench-X's evaluators as validators.

Source: EffiBench-X (github.com/EffiBench/EffiBench-X): `evaluate(output, expected)` sees both texts without terminal
escapes, with plain line ends, and without blanks at the ends; what it raises counts as no.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])")


def cleaned(text: str) -> str:
    """A program's output as evaluators get to see it."""
    return re.sub(r"\r+\n", "\n", _ESCAPES.sub("", text)).strip()


def validator(*, prelude: str, evaluator: str) -> Callable[[str, str], bool]:
    """A validator that asks the record's evaluator."""
    namespace: dict[str, object] = {"__name__": "evaluator"}
    exec(compile(prelude, "<prelude>", "exec"), namespace)
    exec(compile(evaluator, "<evaluator>", "exec"), namespace)
    evaluate = namespace["evaluate"]
    if not callable(evaluate):
        raise TypeError("evaluate is no function")

    def output_validator(pred_output: str, ref_output: str) -> bool:
        return bool(evaluate(cleaned(pred_output), cleaned(ref_output)))

    return output_validator
