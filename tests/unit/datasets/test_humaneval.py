"""HumanEval: each call of `check` is a case, and `check` itself decides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from dataset_records import inputs, problems, run, verdict, write_lines
from external_data import data_folder

from effibench.datasets.problem import Role
from effibench.datasets.reading import Reader
from effibench.datasets.registry import load
from effibench.errors import DatasetError
from effibench.tasks.task import EntryKind

RECORD: dict[str, Any] = {
    "task_id": "HumanEval/900",
    "prompt": 'def twice(x):\n    """ Twice x. """\n    return x + x\n\ndef half(x):\n    """ Half of x. """\n',
    "entry_point": "half",
    "canonical_solution": "    return x / 2\n",
    "test": (
        "METADATA = {}\n\ndef check(candidate):\n"
        "    assert abs(candidate(3) - 1.5) < 1e-6\n"
        "    assert candidate(0) == 0, 'not ' + str(candidate(0))\n"
        "    assert candidate(3) != 2\n"
        "    assert candidate(True) == 0.5\n"
    ),
}
LOOP = (
    "def check(candidate):\n    import random\n    for _ in range(20):\n"
    "        x = random.randint(0, 10**9)\n        assert candidate(twice(x)) == x\n"
)


def loaded(folder: Path, **changes: Any) -> Any:
    write_lines(folder / "HumanEval.jsonl.gz", RECORD | changes)
    (problem,) = problems("humaneval", folder)
    return problem


def test_the_task_and_its_canonical_solution(tmp_path: Path) -> None:
    problem = loaded(tmp_path)
    task = problem.task
    assert (problem.id, problem.benchmark, problem.scored) == ("HumanEval/900", "humaneval", True)
    assert (task.entry.kind, task.entry.name) == (EntryKind.FUNCTION, "half")
    assert task.limits.call_seconds == 3.0
    assert task.isolation == "candidate"
    (canonical,) = problem.solutions
    assert canonical.role is Role.CANONICAL
    assert canonical.source == task.reference
    assert run(task.reference, "half")(5) == 2.5
    assert task.source["licence"] == "MIT"


def test_every_call_is_a_case_but_no_message_is(tmp_path: Path) -> None:
    problem = loaded(tmp_path)
    assert problem.task.counts == {"correctness-check": 4}
    assert inputs(problem, 4) == [[3], [0], [3], [True]]
    assert problem.task.distinct  # the second 3 is dropped
    assert inputs(problem, 2, first=46) == [[3], [0]]  # other first seeds find the same calls


def test_calls_in_a_loop_are_found_by_running(tmp_path: Path) -> None:
    problem = loaded(tmp_path, test=LOOP)
    assert problem.task.counts == {"correctness-check": 1000}
    found = inputs(problem, 40)
    assert found[:20] == found[20:]
    assert len({values[0] for values in found}) == 20
    reference = run(problem.task.reference, "half")
    assert all(verdict(problem, reference(*given), None, given) for given in found[:20])
    assert not verdict(problem, 0.5, None, found[7])


@pytest.mark.parametrize(
    ("given", "answer", "right"),
    [
        ([3], 1.5, True),
        ([3], 1.5 + 1e-7, True),
        ([3], 1.5 + 1e-5, False),
        ([0], 0, True),
        ([0], -0.0, True),
        ([0], 1, False),
        ([True], 0.5, True),
        ([True], 0.4, False),
        ([1], 0.5, False),  # 1 is not True: check never asks for it
        ([4], 2.0, False),
    ],
)
def test_the_assertions_decide(tmp_path: Path, given: list[Any], answer: Any, right: bool) -> None:
    assert verdict(loaded(tmp_path), answer, None, given) is right


def test_an_answer_that_a_check_changes_is_put_in_anew(tmp_path: Path) -> None:
    test = "def check(candidate):\n    for _ in range(2):\n        assert candidate(1).pop() == 0.5\n"
    problem = loaded(tmp_path, test=test, canonical_solution="    return [x / 2]\n")
    assert verdict(problem, [0.5], None, [1])
    assert not verdict(problem, [1.5], None, [1])


def test_completions_are_bodies_or_whole_functions(tmp_path: Path) -> None:
    problem = loaded(tmp_path)
    for completion in ("    return x * 0.5\n", "def half(x):\n    return twice(x) / 4\n"):
        assert run(problem.assemble(completion), "half")(3) == 1.5


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"test": "def test(candidate):\n    pass\n"}, "test: defines no function 'check'"),
        ({"test": "def check():\n    pass\n"}, "takes no argument"),
        ({"test": "def check(candidate):\n    assert True\n"}, "never calls candidate"),
        ({"test": "def check(candidate)\n"}, "test: .*expected ':'"),
        ({"entry_point": "third"}, "prompt [+] canonical_solution: defines no function 'third'"),
        ({"prompt": 7}, r"Expected `str`, got `int` - at `\$.prompt`"),
    ],
)
def test_a_malformed_record_is_named(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    write_lines(tmp_path / "HumanEval.jsonl.gz", RECORD, RECORD | {"task_id": "HumanEval/901"} | changes)
    with pytest.raises(DatasetError, match=rf"HumanEval\.jsonl\.gz, line 2: .*{words}"):
        problems("humaneval", tmp_path)
    result = load("humaneval", tmp_path, keep_going=True)
    assert [problem.id for problem in result.problems] == ["HumanEval/900"]
    assert len(result.malformed) == 1


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"HumanEval\.jsonl\.gz is missing"):
        problems("humaneval", tmp_path)


@pytest.mark.external
def test_all_of_humaneval() -> None:
    found = list(load("humaneval", data_folder("humaneval")).problems)
    assert [problem.id for problem in found] == [f"HumanEval/{number}" for number in range(164)]
    looped = [problem.id for problem in found if problem.task.counts["correctness-check"] == 1000]
    assert looped == [f"HumanEval/{number}" for number in (32, 38, 44, 50, 53)]
    assert not Reader().malformed
