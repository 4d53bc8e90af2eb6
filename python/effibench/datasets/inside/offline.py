"""Mercury's cases: a benchmark's own conversion before the call and its own evaluation after it.

Source: Mercury (github.com/Elfsong/Mercury): for each case `convert_offline((inputs, expected))`, the call with the
converted inputs, `evaluate_offline(inputs, outputs, expected)`.
Conversion runs in the generator and again in the judge: neither it nor an expected value gets near a candidate.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from effibench.datasets.inside.listed import FIRST_SEED, Generator
from effibench.datasets.inside.nodes import pack, unpack

_MODULE = "offline"


class _Offline:
    def __init__(self, prelude: str, convert: str, evaluate: str, cases: str = "[]") -> None:
        self._namespace: dict[str, Any] = {"__name__": _MODULE}
        for name, text in (
            ("prelude", prelude),
            ("convert_offline", convert),
            ("evaluate_offline", evaluate),
        ):
            exec(compile(text, f"<{name}>", "exec"), self._namespace)
        self._cases = json.loads(cases)

    def __len__(self) -> int:
        return len(self._cases)

    def converted(self, number: int) -> tuple[list[Any], Any]:
        """Inputs and expected value of a case, made anew."""
        inputs, expected = self._namespace["convert_offline"](tuple(copy.deepcopy(self._cases[number])))
        return list(inputs), expected

    def accepts(self, inputs: Any, outputs: Any, expected: Any) -> bool:
        return bool(self._namespace["evaluate_offline"](inputs, outputs, expected))

    def classes(self) -> dict[str, type]:
        """Node classes: those that the benchmark's own text defines, as a candidate may name any."""
        return {
            name: value
            for name, value in self._namespace.items()
            if isinstance(value, type) and value.__module__ == _MODULE
        }


def plain_validator(*, prelude: str, convert: str, evaluate: str) -> Callable[[Any, Any, Any], bool]:
    """A validator for cases whose conversion changes nothing and whose evaluation does not look at the inputs."""
    offline = _Offline(prelude, convert, evaluate)

    def output_validator(pred_output: Any, ref_output: Any, input_data: Any) -> bool:
        return offline.accepts(input_data, pred_output, ref_output)

    return output_validator


def generator(*, prelude: str, convert: str, evaluate: str, cases: str) -> Generator:
    """A generator of the converted inputs, packed, as the one argument of `calls.caller`.

    Args:
        cases: JSON of [inputs, expected value] pairs.
    """
    offline = _Offline(prelude, convert, evaluate, cases)

    def input_generator(seed: int, input_domain: str) -> Any:
        inputs, _ = offline.converted((seed - FIRST_SEED) % len(offline))
        return [pack(inputs)]

    return input_generator


def validator(*, prelude: str, convert: str, evaluate: str, cases: str) -> Callable[[Any, Any, Any], bool]:
    """A validator of what `calls.caller` returns with `keep_arguments`."""
    offline = _Offline(prelude, convert, evaluate, cases)
    numbers: dict[str, list[int]] = {}
    for number in range(len(offline)):
        numbers.setdefault(repr([pack(offline.converted(number)[0])]), []).append(number)

    def output_validator(pred_output: Any, ref_output: Any, input_data: Any) -> bool:
        classes = offline.classes()
        for number in numbers[repr(input_data)]:
            arguments = unpack(pred_output["arguments"], classes)
            output = unpack(pred_output["output"], classes)
            if offline.accepts(arguments, output, offline.converted(number)[1]):
                return True
        return False

    return output_validator
