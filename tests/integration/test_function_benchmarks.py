"""A few tasks of real benchmarks, judged with real processes: right ones pass, and each benchmark's own rule says no."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from external_data import data_folder
from helpers import needs

from effibench.datasets.problem import Problem, Role
from effibench.datasets.registry import load
from effibench.model import Verdict
from effibench.timing.session import Session

pytestmark = pytest.mark.external
Find = Callable[[str, str, str], Problem]


@pytest.fixture(scope="module")
def find() -> Find:
    known: dict[str, dict[str, Problem]] = {}

    def problem(benchmark: str, folder: str, name: str) -> Problem:
        if benchmark not in known:
            found = load(benchmark, data_folder(folder.partition("/")[0]) / folder.partition("/")[2])
            known[benchmark] = {made.id: made for made in found.problems}
        return known[benchmark][name]

    return problem


def canonical(problem: Problem) -> str:
    return problem.by_role(Role.CANONICAL)[0].source


@pytest.mark.parametrize("number", [4, 33, 148])
def test_humaneval(session: Session, find: Find, number: int) -> None:
    problem = find("humaneval", "humaneval", f"HumanEval/{number}")
    assert session.time(canonical(problem), problem.task).passed
    wrong = session.time(problem.assemble("    return []\n"), problem.task)
    assert wrong.verdict is Verdict.WRONG_ANSWER


def test_a_check_that_draws_its_inputs_and_takes_any_root(session: Session, find: Find) -> None:
    problem = find("humaneval", "humaneval", "HumanEval/32")
    found = session.time(
        f"{canonical(problem)}\nfirst = find_zero\nfind_zero = lambda xs: first(xs) + 1e-9\n", problem.task
    )
    assert found.passed
    assert len(found.cases) == 99  # of a hundred draws, two are equal
    wrong = session.time(
        f"{canonical(problem)}\nfirst = find_zero\nfind_zero = lambda xs: first(xs) + 1\n", problem.task
    )
    assert wrong.verdict is Verdict.WRONG_ANSWER


@pytest.mark.parametrize(
    ("number", "humaneval", "humanevalplus"),
    [(0, True, True), (22, False, True), (94, True, False), (103, False, False)],
)
def test_enamel_disagrees_with_humaneval(
    session: Session, find: Find, number: int, humaneval: bool, humanevalplus: bool
) -> None:
    problem = find("enamel", "enamel", f"HumanEval/{number}")
    level = "correctness-level-0"
    task = msgspec.structs.replace(problem.task, domains=(level,), counts={level: 8})
    results = {s.name: session.time(s.source, task).passed for s in problem.solutions}
    assert results == {"humaneval": humaneval, "humanevalplus": humanevalplus, "reference": True}


def test_enamels_solutions_cannot_print(session: Session, find: Find) -> None:
    problem = find("enamel", "enamel", "HumanEval/53")
    chatty = session.time(problem.assemble("    print(x)\n    return x + y\n"), problem.task)
    assert chatty.verdict is Verdict.RUNTIME_ERROR
    assert "'NoneType' object is not callable" in chatty.reason


@pytest.mark.parametrize("number", [124, 722, 737])
def test_mbpp_plus(session: Session, find: Find, number: int) -> None:
    problem = find("mbppplus", "coffe/mbpp", f"Mbpp/{number}")
    assert session.time(canonical(problem), problem.task).passed
    wrong = f"def {problem.task.title}(*arguments):\n    return 'no'\n"
    verdict = session.time(wrong, problem.task).verdict
    # For a search, any answer but None says that something was found: the next input shows it.
    assert verdict is Verdict.WRONG_ANSWER


def test_ds1000(session: Session, find: Find) -> None:
    needs("pandas")
    problem = find("ds1000", "ds1000", "ds1000/291")
    assert session.time(canonical(problem), problem.task).passed
    assert session.time(problem.assemble("result = a.size"), problem.task).verdict is Verdict.WRONG_ANSWER
    assert session.time(problem.assemble("results = a.shape"), problem.task).verdict is Verdict.RUNTIME_ERROR
