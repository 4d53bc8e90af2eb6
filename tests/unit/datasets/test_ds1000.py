"""DS-1000: fragments in a context become programs; the benchmark's own test decides, or says why it cannot."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dataset_records import inputs, problems, run, verdict, write_lines
from external_data import data_folder

from effibench.datasets.problem import Problem, Role
from effibench.datasets.registry import load
from effibench.datasets.templates.seeding import seed_everything
from effibench.errors import DatasetError

CONTEXT = '''import numpy as np
import copy


def generate_test_case(test_case_id):
    def define_test_input(test_case_id):
        if test_case_id == 1:
            a = np.arange(4)
        elif test_case_id == 2:
            a = np.random.rand(3)
        return a

    test_input = define_test_input(test_case_id)
    return test_input, copy.deepcopy(test_input) * 2


def exec_test(result, ans):
    np.testing.assert_allclose(result, ans)
    return 1


exec_context = r"""
import numpy as np
a = test_input
{fragment}
"""


def test_execution(solution: str):
    code = exec_context.replace("[insert]", solution)
    for i in range(2):
        test_input, expected_result = generate_test_case(i + 1)
        test_env = {{"test_input": test_input}}
        exec(code, test_env)
        assert exec_test(test_env["result"], expected_result)
'''
TEXT_TEST = "\n\ndef test_string(solution: str):\n    assert 'for' not in solution\n"


def record(context: str = CONTEXT.format(fragment="[insert]"), **changes: Any) -> dict[str, Any]:
    metadata = {
        "problem_id": 7,
        "library_problem_id": 7,
        "library": "Numpy",
        "test_case_cnt": 0,
        "perturbation_type": "Surface",
        "perturbation_origin_id": 3,
    }
    made = {
        "prompt": "Double a.",
        "reference_code": "result = 2 * a",
        "metadata": metadata,
        "code_context": context,
    }
    return made | changes


def loaded(folder: Path, context: str = CONTEXT.format(fragment="[insert]"), **changes: Any) -> Problem:
    write_lines(folder / "ds1000.jsonl.gz", record(context, **changes))
    (problem,) = problems("ds1000", folder)
    return problem


def test_the_task(tmp_path: Path) -> None:
    problem = loaded(tmp_path)
    task = problem.task
    assert (problem.id, task.library, task.libraries) == ("ds1000/7", "Numpy", ("numpy",))
    assert task.counts == {"correctness-tests": 2}  # from the loop, not from the record's own count
    assert problem.scored
    assert problem.facts == {"perturbation": "Surface", "perturbation_of": 3}
    (reference,) = problem.by_role(Role.CANONICAL)
    assert reference.source == task.reference


def test_reference_and_validator_agree_on_all_cases(tmp_path: Path) -> None:
    problem = loaded(tmp_path)
    solution = run(problem.task.reference, "solution")
    for given in inputs(problem, 4, first=100):  # an own first seed draws other numbers
        answer = solution(given)
        assert verdict(problem, answer, answer, given)
        assert not verdict(problem, answer + 1, answer, given)


def test_cases_take_turns_and_are_drawn_from_their_seeds(tmp_path: Path) -> None:
    made = inputs(loaded(tmp_path), 4)
    assert [given["seed"] for given in made] == [42, 43, 44, 45]
    np.testing.assert_array_equal(made[0]["test_input"], made[2]["test_input"])
    assert not np.array_equal(made[1]["test_input"], made[3]["test_input"])
    np.random.seed(43)
    np.testing.assert_array_equal(made[1]["test_input"], np.random.rand(3))


@pytest.mark.parametrize(
    ("fragment", "completion"),
    [
        ("[insert]", "```python\nresult = a + a\n```"),
        ("[insert]", 'text = """\n  lines\n"""\nresult = a * len(text[:2])\n'),
        ("[insert]", "result = a * 2 # '''\\\"[insert]"),
        ("def f(a):\n[insert]\nresult = f(a)", "    return a * 2"),
        ("b = [insert].copy()\nresult = b", "(a * 2)"),
        ("[insert]\nresult = solution(a)", "def solution(a):\n    return a * 2"),
        ("[insert]", "def solution(a):\n    return a * 2\n\nresult = solution(a)\n"),  # no mere example
    ],
)
def test_completions_stand_in_their_context(tmp_path: Path, fragment: str, completion: str) -> None:
    problem = loaded(tmp_path, CONTEXT.format(fragment=fragment))
    solution = run(problem.assemble(completion), "solution")
    given = inputs(problem, 2)[1]
    assert verdict(problem, solution(given), None, given)


def test_what_the_context_imports_is_loaded_with_the_program(tmp_path: Path) -> None:
    source = loaded(tmp_path, CONTEXT.format(fragment="import wave\n[insert]")).assemble("result = wave")
    sys.modules.pop("wave", None)
    solution = run(source, "solution")
    assert "wave" in sys.modules
    assert solution({"test_input": None}) is sys.modules["wave"]


def test_each_call_has_a_namespace_of_its_own(tmp_path: Path) -> None:
    completion = "result = 0 if 'seen' in dir() else 1\nseen = True"
    solution = run(loaded(tmp_path).assemble(completion), "solution")
    assert [solution({"test_input": None}) for _ in range(2)] == [1, 1]


def test_a_tuple_of_a_class_of_its_own_becomes_a_plain_one(tmp_path: Path) -> None:
    completion = "from collections import namedtuple\nresult = namedtuple('Pair', 'x y')(1, 2)"
    answer = run(loaded(tmp_path).assemble(completion), "solution")({"test_input": None})
    assert type(answer) is tuple
    assert answer == (1, 2)


@pytest.mark.parametrize(
    ("context", "reason"),
    [
        (CONTEXT.format(fragment="[insert]") + TEXT_TEST, "text"),
        ("from PIL import Image\n" + CONTEXT.format(fragment="[insert]"), "pictures"),
        (
            CONTEXT.format(fragment="[insert]").replace("    code =", "    open('x', 'w')\n    code ="),
            "files",
        ),
    ],
)
def test_what_a_judge_cannot_decide_is_not_scored(tmp_path: Path, context: str, reason: str) -> None:
    problem = loaded(tmp_path, context)
    assert not problem.scored
    assert reason in problem.facts["reason"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"context": "x ="}, "code_context: invalid syntax"),
        ({"context": CONTEXT.format(fragment="pass")}, r"exec_context is no text with one \[insert\]"),
        ({"context": CONTEXT.format(fragment="[insert][insert]")}, "exec_context is no text"),
        ({"context": CONTEXT.format(fragment="if [insert]")}, "exec_context: "),
        ({"context": CONTEXT.format(fragment="[insert]").replace("range(2)", "range(n)")}, "no loop"),
        ({"context": CONTEXT.format(fragment="[insert]").replace("exec_test", "test")}, "'exec_test'"),
        ({"metadata": {"library": "Numpy"}}, r"missing required field `problem_id` - at `\$.metadata`"),
    ],
)
def test_a_malformed_record_is_named(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(DatasetError, match=rf"ds1000\.jsonl\.gz, line 1: .*{words}"):
        loaded(tmp_path, **changes)


def test_seeds_reach_every_loaded_library() -> None:
    import random

    drawn = []
    for _ in range(2):
        seed_everything(5)
        drawn.append((random.random(), float(np.random.rand())))
    assert drawn[0] == drawn[1]


@pytest.mark.external
def test_all_of_ds1000() -> None:
    found = load("ds1000", data_folder("ds1000")).problems
    reasons = Counter(problem.facts.get("reason", "").partition(" ")[2] for problem in found)
    assert len(found) == 1000
    assert sum(problem.scored for problem in found) == 686
    assert sorted(reasons.values()) == [155, 159, 686]
    assert json.dumps([problem.facts for problem in found])
