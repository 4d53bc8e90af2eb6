"""EffiBench's test scripts as they are: recorded once beside the canonical solution, replayed on a candidate's answers.

A script asserts what it likes about `solution.<method>(…)`. The generator runs it with a recorder around the canonical
solution, which gives the list of calls: the input. A candidate makes the calls and returns their answers. The judge
runs the script again, with a stand-in that gives those answers, and the script's own assertions decide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from effibench.datasets.inside.listed import Generator
from effibench.datasets.inside.nodes import pack, unpack

_MODULE, _FILE = "script", "<test script>"
_CLASS, _INSTANCE = "Solution", "solution"
Call = list[Any]  # number of the instance, method, packed [arguments, keyword arguments]


class _Benchmark:
    """The benchmark's own texts in one namespace, as its harness runs them."""

    def __init__(self, prelude: str, canonical: str) -> None:
        self.namespace: dict[str, Any] = {"__name__": _MODULE}
        for name, text in (("prelude", prelude), ("canonical", canonical)):
            exec(compile(text, f"<{name}>", "exec"), self.namespace)
        self.original = self.namespace[_CLASS]

    def run(self, script: str, stand_in: Callable[[], Any]) -> None:
        """Runs a script with another `Solution`.

        Raises:
            AssertionError: the message has the line and its number.
        """
        code = compile(script, _FILE, "exec")
        namespace = {**self.namespace, _CLASS: stand_in, _INSTANCE: stand_in()}
        try:
            exec(code, namespace)
        except AssertionError as error:
            raise AssertionError(f"{_failed_line(error, script)}: {error}".rstrip(": ")) from error

    def classes(self) -> dict[str, type]:
        return {
            name: value
            for name, value in self.namespace.items()
            if isinstance(value, type) and value.__module__ == _MODULE
        }


def _failed_line(error: AssertionError, script: str) -> str:
    number, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == _FILE:
            number = trace.tb_lineno
        trace = trace.tb_next
    lines = script.splitlines()
    return f"line {number} of the test script, {lines[number - 1].strip()[:100]}" if number else "test script"


class _StandIn:
    """An instance of `Solution` whose methods are somebody else's."""

    def __init__(self, number: int, answer: Callable[[int, str, list[Any], dict[str, Any]], Any]) -> None:
        self._number, self._answer = number, answer

    def __getattr__(self, method: str) -> Callable[..., Any]:
        if method.startswith("__"):
            raise AttributeError(method)
        return lambda *arguments, **keywords: self._answer(self._number, method, list(arguments), keywords)


def _factory(answer: Callable[[int, str, list[Any], dict[str, Any]], Any]) -> Callable[[], _StandIn]:
    made: list[_StandIn] = []

    def make() -> _StandIn:
        made.append(_StandIn(len(made), answer))
        return made[-1]

    return make


def recorded(benchmark: _Benchmark, script: str) -> list[Call]:
    """The calls that a script makes of the canonical solution.

    Raises:
        AssertionError: the canonical solution fails it.
        ValueError: it makes none.
    """
    calls: list[Call] = []
    instances: dict[int, Any] = {}

    def answer(number: int, method: str, arguments: list[Any], keywords: dict[str, Any]) -> Any:
        calls.append([number, method, pack([arguments, keywords])])
        if number not in instances:
            instances[number] = benchmark.original()
        return getattr(instances[number], method)(*arguments, **keywords)

    benchmark.run(script, _factory(answer))
    if not calls:
        raise ValueError("the test script never calls the solution")
    return calls


def generator(*, prelude: str, canonical: str, scripts: dict[str, str]) -> Generator:
    """A generator whose one input of a domain is the domain and the calls that its script makes."""
    benchmark = _Benchmark(prelude, canonical)

    def input_generator(seed: int, input_domain: str) -> list[Any]:
        return [input_domain, *recorded(benchmark, scripts[input_domain])]

    return input_generator


def validator(*, prelude: str, canonical: str, scripts: dict[str, str]) -> Callable[[Any, Any, Any], None]:
    """A validator of what `calls.player` returns for one script's calls."""
    benchmark = _Benchmark(prelude, canonical)

    def output_validator(pred_output: Any, ref_output: Any, input_data: Any) -> None:
        domain, *calls = input_data
        classes = benchmark.classes()
        left = list(zip(calls, pred_output, strict=True))

        def answer(number: int, method: str, arguments: list[Any], keywords: dict[str, Any]) -> Any:
            if not left or left[0][0] != [number, method, pack([arguments, keywords])]:
                raise AssertionError("the answers lead it to another call than the canonical solution's")
            _, (result, after) = left.pop(0)
            for mine, theirs in zip(arguments, unpack(after, classes), strict=True):
                if type(mine) is list and type(theirs) is list:
                    mine[:] = theirs  # what the call did in place
            return unpack(result, classes)

        benchmark.run(scripts[domain], _factory(answer))
        if left:
            raise AssertionError("the answers lead it to fewer calls than the canonical solution's")

    return output_validator
