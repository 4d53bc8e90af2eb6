"""AlgoTune's task classes: found, sized and joined with their solvers without being run."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from dataset_records import inputs, problems, verdict

from effibench.datasets.problem import Problem, Role
from effibench.datasets.registry import load
from effibench.errors import DatasetError
from effibench.tasks.task import EntryKind

TASK = '''"""Header."""
from __future__ import annotations

import random
from typing import Any

import numpy as np

from AlgoTuneTasks.base import register_task, Task


@register_task("total")
class Total(Task):
    """Adds numbers up."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bias = 0

    def generate_problem(self, n: int, random_seed: int = 1) -> Missing:
        random.seed(random_seed)
        return {"values": [random.randint(0, 9) for _ in range(n)]}

    def solve(self, problem):
        return sum(problem["values"]) + self.bias

    def is_solution(self, problem, solution) -> bool:
        return solution == self.solve(problem)
'''
BASE = """class Task:
    def generate_problem(self, n, random_seed=1):
        raise NotImplementedError
    def solve(self, problem):
        raise NotImplementedError
    def is_solution(self, problem, solution):
        raise NotImplementedError
"""
SOLVER = "class Solver:\n    def solve(self, problem, **kwargs):\n        return sum(problem['values'])\n"


@pytest.fixture(autouse=True)
def _own_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AlgoTuneTasks", "AlgoTuneTasks.base"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path = path.with_suffix(
            ".json" if name == "generation" else ".txt" if "description" in name else ".py"
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def loaded(folder: Path, **files: str) -> Problem:
    write(folder, AlgoTuneTasks__base=BASE, AlgoTuneTasks__total__total=TASK, **files)
    (problem,) = problems("algotune", folder)
    return problem


def solver(problem: Problem, source: str) -> Any:
    namespace: dict[str, Any] = {"__name__": "solution"}
    exec(problem.task.prelude, namespace)
    exec(compile(source, "solution.py", "exec", dont_inherit=True), namespace)
    return namespace["Solver"]()


def test_a_class_is_a_task(tmp_path: Path) -> None:
    problem = loaded(tmp_path)
    task = problem.task
    assert (problem.id, task.title, task.prompt) == ("total", "Total", "Adds numbers up.")
    assert (task.entry.kind, task.entry.owner, task.entry.name) == (EntryKind.METHOD, "Solver", "solve")
    assert task.libraries == ("numpy",)
    assert task.limits.call_seconds == 10.0
    (canonical,) = problem.solutions
    assert canonical.role is Role.CANONICAL
    first, second = inputs(problem, 2)
    assert len(first) == 1  # an argument list
    assert len(first[0]["values"]) == 10
    assert first != second
    answer = solver(problem, canonical.source).solve(*first)
    assert verdict(problem, answer, answer, first)
    assert not verdict(problem, answer + 1, answer, first)


@pytest.mark.parametrize(
    "table", [{"total": 25}, {"total": {"n": 25, "target_time_ms": 100, "dataset_size": 100}}]
)
def test_sizes_stand_in_a_table(tmp_path: Path, table: Any) -> None:
    problem = loaded(tmp_path, generation=json.dumps(table))
    assert problem.task.domains == ("stress-n-25",)
    assert problem.facts == {"n": 25, "n_from": "generation.json"}
    assert len(inputs(problem, 1)[0][0]["values"]) == 25


def test_the_default_size_is_told_from_one_that_was_chosen(tmp_path: Path) -> None:
    assert loaded(tmp_path).facts == {"n": 10, "n_from": "default"}


def test_solvers_are_found_by_the_nearest_name(tmp_path: Path) -> None:
    problem = loaded(
        tmp_path,
        results__model__total__solver=SOLVER,
        results__other__total=SOLVER,
        AlgoTuneTasks__total__description="Add the numbers up.",
    )
    pool = problem.by_role(Role.POOL)
    assert [solution.name for solution in pool] == ["results/model/total/solver.py", "results/other/total.py"]
    assert problem.task.prompt == "Add the numbers up."
    given = inputs(problem, 1)[0]
    answer = solver(problem, pool[0].source).solve(*given)
    assert verdict(problem, answer, None, given)


def test_a_task_without_a_name_has_its_files(tmp_path: Path) -> None:
    write(tmp_path, plain=TASK.replace('@register_task("total")\n', ""))
    assert [problem.id for problem in problems("algotune", tmp_path)] == ["plain"]


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"solver": SOLVER}, r"solver\.py: a Solver, but none of solver is a task"),
        ({"results__x__solver": SOLVER}, r"x/solver\.py: a Solver, but none of solver, x, results is a task"),
        ({"broken": "def f(:"}, r"broken\.py: source: invalid syntax"),
        ({"generation": '{"total": {"n": "x"}}'}, r"total\.py: generation\.json: total: .*\$\.n"),
        ({"generation": '{"total": "x"}'}, r"total\.py: generation\.json: total: Expected `int`"),
        ({"generation": '{"total": 0}'}, r"total\.py: n = 0 in generation\.json: expected at least 1"),
    ],
)
def test_what_is_malformed_is_named(tmp_path: Path, files: dict[str, str], words: str) -> None:
    with pytest.raises(DatasetError, match=words):
        loaded(tmp_path, **files)


def test_text_in_no_encoding_is_named(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_bytes(b"x = '\xff'")
    with pytest.raises(DatasetError, match=r"odd\.py: .*codec can't decode"):
        loaded(tmp_path)


def test_a_file_that_cannot_be_read_is_left_out_if_asked_to(tmp_path: Path) -> None:
    write(tmp_path, total=TASK)
    (tmp_path / "pointer.py").write_text("version https://git-lfs.github.com/spec/v1\n")
    found = load("algotune", tmp_path, keep_going=True)
    assert [problem.id for problem in found.problems] == ["total"]
    (error,) = found.malformed
    assert "pointer.py is a git-lfs pointer" in str(error)


def test_a_folder_without_tasks_is_named(tmp_path: Path) -> None:
    write(tmp_path, base=BASE)
    with pytest.raises(
        DatasetError, match="no Python file has a class with generate_problem, is_solution, solve"
    ):
        problems("algotune", tmp_path)


def test_two_tasks_of_one_name_are_refused(tmp_path: Path) -> None:
    write(tmp_path, one=TASK, two=TASK)
    with pytest.raises(DatasetError, match="an earlier record has the id 'total', too"):
        load("algotune", tmp_path)
