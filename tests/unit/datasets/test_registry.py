"""The choice of a benchmark's tasks by id."""

from __future__ import annotations

import pytest

from effibench.datasets.problem import Problem
from effibench.datasets.registry import Benchmark, Loaded
from effibench.errors import UsageError
from effibench.tasks.task import LiteralCase, Task

PROBLEMS = [
    Problem(benchmark="small", task=Task.make(name, cases=[LiteralCase(input=1, expected=1)]))
    for name in ("a/1", "a/2", "a/3")
]


@pytest.fixture
def loaded() -> Loaded:
    benchmark = Benchmark(
        "small", "Small", ("x.json",), False, "MIT", "here", lambda folder, reader: iter(PROBLEMS)
    )
    return Loaded(benchmark, PROBLEMS, [])


def test_tasks_are_chosen_in_the_order_they_are_named(loaded: Loaded) -> None:
    assert loaded.chosen(()) == PROBLEMS
    assert [problem.id for problem in loaded.chosen(("a/3", "a/1", "a/3"))] == ["a/3", "a/1"]


def test_an_unknown_task_is_named(loaded: Loaded) -> None:
    with pytest.raises(UsageError, match="small has no task 'a/4'; `effibench datasets show small` lists"):
        loaded.chosen(("a/1", "a/4"))
