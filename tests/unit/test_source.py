"""Loading a solution and finding its entry point, for every kind of entry."""

from __future__ import annotations

import linecache
import subprocess
import sys
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

from effibench.timing.source import FILE_NAME, MissingEntryError, Solution


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    yield
    sys.modules.pop("solution", None)
    linecache.cache.pop(FILE_NAME, None)


def answer(solution: Solution, value: Any) -> Any:
    prepared = solution.prepare(value)
    return prepared.answer(prepared.function(*prepared.arguments))


def test_a_solution_takes_the_input_whole() -> None:
    solution = Solution("def solution(input_data):\n    return input_data\n", "solution", "solution", "")
    assert answer(solution, {"x": [1]}) == {"x": [1]}
    assert solution.prepare([1, 2]).arguments == ([1, 2],)


def test_a_function_takes_the_input_as_its_arguments() -> None:
    solution = Solution("def add(a, b):\n    return a - b\n", "function", "add", "")
    assert answer(solution, [5, 3]) == 2
    assert answer(solution, (5, 3)) == 2


def test_a_method_gets_a_fresh_object_for_every_call() -> None:
    text = """
class Solver:
    def __init__(self):
        self.calls = 0

    def count(self, step):
        self.calls += step
        return self.calls
"""
    solution = Solution(text, "method", "count", "Solver")
    assert [answer(solution, [3]), answer(solution, [4])] == [3, 4]


def test_making_the_object_is_not_part_of_the_call() -> None:
    solution = Solution("class A:\n    def f(self): return 1\n", "method", "f", "A")
    prepared = solution.prepare([])
    assert prepared.function.__self__.__class__.__name__ == "A"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "kind", "name", "owner", "missing"),
    [
        ("x = 1", "solution", "solution", "", "solution"),
        ("solution = 1", "solution", "solution", "", "solution"),
        ("def Solution(): ...", "solution", "solution", "", "solution"),
        ("", "function", "two_sum", "", "two_sum"),
        ("class A: ...", "method", "f", "A", "A.f"),
        ("def f(): ...", "method", "f", "A", "A.f"),
    ],
)
def test_a_missing_entry_point_is_named(text: str, kind: str, name: str, owner: str, missing: str) -> None:
    with pytest.raises(MissingEntryError, match=rf"^the source defines no {missing}$"):
        Solution(text, kind, name, owner)


def test_the_source_is_a_module_that_can_be_found() -> None:
    # Data classes and the like look their module up while they are made.
    text = """
from dataclasses import dataclass
import sys

@dataclass
class Point:
    x: int

def solution(input_data):
    return Point(input_data).x, __name__, sys.modules[__name__].Point is Point
"""
    assert answer(Solution(text, "solution", "solution", ""), 3) == (3, "solution", True)


def test_future_imports_of_the_harness_do_not_leak_into_the_source() -> None:
    text = "def solution(x: undefined_name):\n    return x\n"
    with pytest.raises(NameError, match="undefined_name"):
        Solution(text, "solution", "solution", "")


def test_a_traceback_shows_the_solutions_lines() -> None:
    solution = Solution("def solution(x):\n    return x / 0  # here\n", "solution", "solution", "")
    with pytest.raises(ZeroDivisionError) as caught:
        answer(solution, 1)
    assert "return x / 0  # here" in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("text", ["def solution(", "\0", "return 1"])
def test_a_source_that_does_not_compile_raises(text: str) -> None:
    with pytest.raises((SyntaxError, ValueError)):
        Solution(text, "solution", "solution", "")


# --- programs: they own descriptors 0 and 1, so each runs in an interpreter of its own ---

_DRIVER = """
import json, os, sys
from effibench.timing.source import Solution
out = os.dup(1)
solution = Solution(sys.argv[1], "program", "", "")
answers = []
for text in json.loads(sys.argv[2]):
    prepared = solution.prepare(text)
    answers.append(prepared.answer(prepared.function(*prepared.arguments)))
os.write(out, json.dumps(answers).encode())
"""


def run_program(source: str, *texts: str) -> list[str]:
    import json

    done = subprocess.run(
        [sys.executable, "-c", _DRIVER, source, json.dumps(texts)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: list[str] = json.loads(done.stdout)
    return answers


def test_a_program_reads_stdin_and_its_output_is_the_answer() -> None:
    source = """
import sys
if __name__ == "__main__":
    first = input()
    rest = sys.stdin.read()
    print(first.upper())
    sys.stdout.write(rest)
"""
    assert run_program(source, "ab\ncd\n", "x\n") == ["AB\ncd\n", "X\n"]


def test_a_program_may_use_the_descriptors_and_leave_early() -> None:
    source = """
import os, sys
os.write(1, os.read(0, 100)[::-1])
sys.exit(0)
"""
    assert run_program(source, "abc", "ü") == ["cba", "ü".encode()[::-1].decode("utf-8", "surrogateescape")]


def test_a_program_starts_afresh_for_every_input() -> None:
    assert run_program("total = globals().get('total', 0) + int(input())\nprint(total)", "1", "2") == [
        "1\n",
        "2\n",
    ]


def test_a_timed_call_hands_the_exception_over_with_its_traceback() -> None:
    from effibench import _core

    solution = Solution("def solution(x):\n    return x / 0  # here\n", "solution", "solution", "")
    prepared = solution.prepare(1)
    result, error, record = _core.timed_call(prepared.function, prepared.arguments, None)
    assert result is None
    assert isinstance(error, ZeroDivisionError)
    assert "return x / 0  # here" in "".join(traceback.format_exception(error))
    assert len(record) == 8 * len(_core.SAMPLE_FIELDS)
