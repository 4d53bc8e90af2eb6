"""What is read out of foreign sources, parts put together, and values that JSON proper cannot hold."""

from __future__ import annotations

import ast
import math

import msgspec
import pytest

from effibench.datasets import sources
from effibench.datasets.problem import Problem
from effibench.datasets.reading import decoded_json
from effibench.datasets.registry import NAMES, benchmark
from effibench.errors import DatasetError, UsageError
from effibench.tasks.task import LiteralCase, Task


def test_templates_stand_alone() -> None:
    for name in ("algotune_base", "check_replay", "enamel_helpers", "evalplus_oracle", "seeding"):
        text = sources.template(name)
        tree = ast.parse(text)
        assert not sources.libraries(tree, without=("numpy",))
        assert "__future__" not in text  # it would have to be the first line of what they are put into
        compile(sources.joined(text, "x = 1"), name, "exec")


def test_parts_are_joined_by_empty_lines() -> None:
    assert sources.joined("a = 1\n", "", "\nb = 2\n\n", "c = 3") == "a = 1\n\nb = 2\n\nc = 3\n"


def test_the_last_definition_counts() -> None:
    found = sources.function(
        "def f(): return 1\ndef f(x): return 2\nclass C:\n    def g(self): ...\n", "f", "code"
    )
    assert len(found.args.args) == 1
    with pytest.raises(DatasetError, match="code: defines no function 'g'"):
        sources.function("class C:\n    def g(self): ...\n", "g", "code")


@pytest.mark.parametrize("source", ["def f(:", "x = '\0'", "(" * 10_000])
def test_what_is_no_python_is_refused(source: str) -> None:
    with pytest.raises(DatasetError, match="code: "):
        sources.parsed(source, "code")


def test_odd_escapes_are_no_error() -> None:
    assert sources.parsed("x = '\\w'\n", "code").body


@pytest.mark.parametrize(
    ("signature", "least", "most"),
    [("a, b", 2, 2), ("a, b=1", 1, 2), ("a, /, b", 2, 2), ("a, *rest", 1, None), ("*, a", 0, 0), ("", 0, 0)],
)
def test_positional_arguments(signature: str, least: int, most: int | None) -> None:
    node = sources.function(f"def f({signature}): ...", "f", "code")
    assert sources.positional(node, required=True) == least
    assert sources.positional(node, required=False) == most


def test_libraries_are_packages_that_code_imports() -> None:
    tree = ast.parse(
        "import os, numpy as np\nfrom scipy.stats import norm\nfrom . import x\ndef f():\n    import torch.nn\n"
    )
    assert sources.libraries(tree) == ("numpy", "scipy", "torch")
    assert sources.libraries(tree, ast.parse("import polars"), without=("torch",)) == (
        "numpy",
        "polars",
        "scipy",
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[Infinity]", [math.inf]),
        ('["\\ud83d"]', ["\ud83d"]),
        ("[1e400]", [math.inf]),
        (f"[{10**30}]", [10**30]),
    ],
)
def test_json_as_python_writes_it(text: str, value: object) -> None:
    assert decoded_json(text) == value
    assert decoded_json(text.encode()) == value


def test_what_is_no_json_has_the_first_error() -> None:
    assert math.isnan(decoded_json("NaN"))
    with pytest.raises(msgspec.DecodeError, match="truncated"):
        decoded_json("[1,")
    with pytest.raises(msgspec.DecodeError):
        decoded_json(b"\xff")


def test_a_quoted_completion_becomes_a_string() -> None:
    task = Task(id="a", cases=(LiteralCase(input=1, expected=1),))
    problem = Problem(benchmark="b", task=task, template="TEXT = [insert]\n", quoted=True)
    assert (
        problem.assemble("def solution(x):\n    return '\"'\n")
        == "TEXT = 'def solution(x):\\n    return \\'\"\\'\\n'\n"
    )


def test_every_name_is_a_benchmark() -> None:
    assert list(NAMES) == sorted(NAMES)
    for name in NAMES:
        found = benchmark(name)
        assert (found.name, bool(found.title), bool(found.licence)) == (name, True, True)
    with pytest.raises(UsageError, match="no benchmark 'humanevil'; known are humaneval"):
        benchmark("humanevil")
