"""COFFE: hand-made records of both levels, what is said of malformed ones, and the published files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from external_data import data_folder
from task_parts import answer_of, decision, inputs_of, process_limits, verdicts  # noqa: F401

from effibench.datasets.problem import Role
from effibench.datasets.registry import benchmark, load
from effibench.errors import DatasetError
from effibench.tasks.task import EntryKind

pytestmark = pytest.mark.usefixtures("process_limits")

PROMPT = 'def double(xs):\n    """Twice each."""'
MBPP = "Write a Python function area(w, h) for the task.\n```python"
BEST = "def solution(xs):\n    return [2 * x for x in xs]\n"
CONTEST = "You are an expert Python programmer, and here is your task:\nAdd two numbers.\n"
ADD = "print(sum(map(int, input().split())))\n"
SLOW = "a, b = map(int, input().split())\nfor _ in range(b):\n    a += 1\nprint(a)\n"
STRESS = (
    "import random\nrandom.seed(1024)\ndef generate_input():\n    return f'{random.randint(0, 99)} 7\\n'\n"
)


def write(folder: Path, files: dict[str, Any]) -> Path:
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content))
    return folder


def function_files() -> dict[str, Any]:
    record = {"dataset": "openai_humaneval", "task_id": "HumanEval/900", "entry_point": "double"}
    mbpp = {"dataset": "mbpp", "task_id": 900, "entry_point": "area", "prompt": "Area.", "final_prompt": MBPP}
    return {
        "data": [{**record, "prompt": f"{PROMPT}\n", "final_prompt": PROMPT, "test": "…"}, mbpp],
        "best_solutions": {PROMPT: [BEST, False], MBPP: ["def solution(w, h):\n    return w * h\n", False]},
        "testcases": {
            PROMPT: [{"input": [[1, 2]], "output": [[2, 4]]}, {"input": [[]], "output": [[]]}],
            MBPP: [{"input": [2, 3], "output": [6]}],
        },
        "stressful_testcases": {
            PROMPT: [
                {"input": "[list(range(5))]", "output": None},
                {"input": "([random.randint(0, 10**9)],)", "output": None},
            ],
            MBPP: [{"input": "[10**5000, 2]", "output": None}],
        },
    }


def contest_files() -> dict[str, Any]:
    return {
        "best_solutions": {CONTEST: [ADD, True]},
        "solutions": {
            "prompt2groundtruth": {CONTEST: [[SLOW, True], [ADD, True]]},
            "prompt2io": {CONTEST: True},
        },
        "testcases": {
            CONTEST: [{"input": ["1 2\n"], "output": ["3\n"]}, {"input": ["5 5\n"], "output": ["10"]}]
        },
        "stressful_testcases": {CONTEST: [STRESS, STRESS]},
    }


def test_a_function_with_listed_cases_and_stress_inputs(tmp_path: Path) -> None:
    double, area = load("coffe", write(tmp_path, function_files())).problems
    assert (double.id, area.id) == ("HumanEval/900", "Mbpp/900")
    assert [one.task.source["licence"].rpartition(": ")[2] for one in (double, area)] == ["MIT", "CC BY 4.0"]
    assert (double.task.entry.kind, double.task.entry.name) == (EntryKind.FUNCTION, "solution")
    assert [solution.role for solution in double.solutions] == [Role.CANONICAL]
    domains, inputs = zip(*inputs_of(double.task), strict=True)
    assert domains == ("correctness-tests",) * 2 + ("stress-inputs",) * 2
    assert inputs[:3] == ([[1, 2]], [[]], [[0, 1, 2, 3, 4]])
    assert inputs[3] == inputs_of(double.task)[3][1]  # the seed is set before each expression
    assert type(inputs[3]) is list
    assert not double.task.distinct
    assert inputs_of(area.task)[1][1] == [10**5000, 2]
    assert double.task.limits.call_seconds == 50
    assert (double.facts["test_cases"], double.facts["stress_cases"]) == (2, 2)
    assert not benchmark("coffe").pairs


def test_expected_answers_judge_listed_cases_and_the_reference_the_others(tmp_path: Path) -> None:
    task = load("coffe", write(tmp_path, function_files())).problems[0].task
    assert verdicts(task, BEST) == [True] * 4
    assert verdicts(task, "def solution(xs):\n    return tuple(x + x for x in xs)\n") == [True] * 4
    assert verdicts(task, "def solution(xs):\n    return xs if len(xs) == 5 else [x * 2 for x in xs]\n") == [
        True,
        True,
        False,
        True,
    ]
    given = inputs_of(task)[0][1]
    assert not decision(task, [2, 5], [2, 5], given).ok  # a reference that is wrong is found out, too


def test_solutions_may_recurse_deeply_and_print_long_integers(tmp_path: Path) -> None:
    task = load("coffe", write(tmp_path, function_files())).problems[1].task
    deep = "def down(n):\n    return n and down(n - 1)\ndef solution(w, h):\n    return down(w), len(str(10**h))\n"
    assert answer_of(task, deep, [5000, 5000]) == (0, 5001)


def test_completions_come_under_the_prompts_name_or_as_a_body(tmp_path: Path) -> None:
    double, area = load("coffe", write(tmp_path, function_files())).problems
    for completion in (
        "    return [x + x for x in xs]\n",
        "return [x + x for x in xs]\n",
        "Sure!\n```python\ndef double(xs):\n    return [x + x for x in xs]\n```\n",
    ):
        assert verdicts(double.task, double.assemble(completion)) == [True] * 4
    assert verdicts(area.task, area.assemble("def area(w, h):\n    return h * w\n")) == [True] * 2


def test_a_program_with_its_pool(tmp_path: Path) -> None:
    (problem,) = load("contests", write(tmp_path, contest_files())).problems
    assert problem.id.startswith("CodeContests/")
    assert problem.task.source["record"] == "record 0, 'Add two numbers.'"
    assert problem.task.title == "Add two numbers."
    assert problem.task.entry.kind is EntryKind.PROGRAM
    assert [solution.source for solution in problem.by_role(Role.POOL)] == [SLOW, ADD]
    (best,) = problem.by_role(Role.PERFORMANT)
    assert (best.source, best.facts) == (ADD, {"pool": "pool-1"})
    domains, inputs = zip(*inputs_of(problem.task), strict=True)
    assert domains == ("correctness-tests",) * 2 + ("stress-inputs",) * 2
    assert inputs[:2] == ("1 2\n", "5 5\n")
    assert inputs[2] == inputs[3]
    assert inputs[2].endswith(" 7\n")


def test_output_is_compared_without_blanks(tmp_path: Path) -> None:
    task = load("contests", write(tmp_path, contest_files())).problems[0].task
    assert decision(task, "3", "", "1 2\n").ok
    assert decision(task, "1 0\n", "", "5 5\n").ok
    assert not decision(task, "11", "11", "5 5\n").ok
    assert decision(task, "8\n", "9\n", "2 7\n").ok  # a stress input, whose answers COFFE does not check


def drop(field: str) -> Callable[[dict[str, Any]], None]:
    return lambda files: files["data"][0].pop(field)


BROKEN: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("coffe", drop("entry_point"), r"data\.json, record 0: .*entry_point"),
    ("coffe", lambda f: f["testcases"].pop(PROMPT), r"record 0: its prompt is no key of testcases\.json"),
    ("coffe", lambda f: f["testcases"].update({MBPP: []}), "record 1: it has no test case"),
    ("coffe", lambda f: f["stressful_testcases"].update({PROMPT: []}), "it has no stress input"),
    ("coffe", lambda f: f["testcases"][MBPP][0].update(output=[1, 2]), "has 2 outputs instead of one"),
    ("coffe", lambda f: f["best_solutions"].update({MBPP: ["print()", True]}), "a program that reads stdin"),
    ("coffe", lambda f: f["best_solutions"].update({MBPP: "x"}), r"best_solutions\.json: .*array"),
    ("coffe", lambda f: f["data"][1].update(dataset="apps"), "dataset = 'apps'"),
    (
        "contests",
        lambda f: f["solutions"].update(prompt2groundtruth={}),
        r"record 0, 'Add two numbers\.': its prompt is no key of solutions\.json",
    ),
    (
        "contests",
        lambda f: f["best_solutions"].update({CONTEST: [ADD, False]}),
        "a function instead of a program",
    ),
    ("contests", lambda f: f["testcases"][CONTEST][1].update(input=["a", "b"]), "is not one text"),
    (
        "contests",
        lambda f: f["stressful_testcases"].update({CONTEST: [3]}),
        r"stressful_testcases\.json: .*str",
    ),
]


@pytest.mark.parametrize(("name", "change", "message"), BROKEN)
def test_malformed_records_are_named(
    tmp_path: Path, name: str, change: Callable[[dict[str, Any]], Any], message: str
) -> None:
    files = function_files() if name == "coffe" else contest_files()
    change(files)
    with pytest.raises(DatasetError, match=message):
        load(name, write(tmp_path, files))


def test_the_other_records_are_read_if_asked_to(tmp_path: Path) -> None:
    files = function_files()
    files["data"][0]["dataset"] = "apps"
    loaded = load("coffe", write(tmp_path, files), keep_going=True)
    assert [problem.id for problem in loaded.problems] == ["Mbpp/900"]
    (error,) = loaded.malformed
    assert str(error).endswith("data.json, record 0: dataset = 'apps': expected openai_humaneval or mbpp")


def test_a_malformed_entry_of_a_file_harms_its_own_task_only(tmp_path: Path) -> None:
    files = function_files()
    files["testcases"][PROMPT][1] = {"input": 3, "output": [1]}
    files["stressful_testcases"]["a prompt of no task"] = 3
    loaded = load("coffe", write(tmp_path, files), keep_going=True)
    assert [problem.id for problem in loaded.problems] == ["Mbpp/900"]
    (error,) = loaded.malformed
    assert "data.json, record 0: testcases.json: Expected `array`" in str(error)
    files = contest_files()
    other = CONTEST.replace("Add", "Subtract")
    for table in (files["best_solutions"], files["solutions"]["prompt2groundtruth"], files["testcases"]):
        table[other] = table[CONTEST]
    files["stressful_testcases"][other] = [3]
    loaded = load("contests", write(tmp_path, files), keep_going=True)
    assert [problem.task.title for problem in loaded.problems] == ["Add two numbers."]
    (error,) = loaded.malformed
    assert "record 1, 'Subtract two numbers.': stressful_testcases.json: Expected `str`" in str(error)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"best_solutions\.json is missing"):
        load("coffe", tmp_path)


@pytest.mark.external
def test_the_published_functions() -> None:
    problems = load("coffe", data_folder("coffe") / "function").problems
    assert len(problems) == 398
    assert sum(problem.facts["test_cases"] for problem in problems) == 2277
    assert sum(problem.facts["stress_cases"] for problem in problems) == 1985
    left_out = {problem.id: problem.facts["stress_cases_left_out"] for problem in problems}
    assert {name: count for name, count in left_out.items() if count} == {"Mbpp/284": 1}
    assert sum(problem.facts["dataset"] == "mbpp" for problem in problems) == 234


@pytest.mark.external
def test_the_published_contests() -> None:
    problems = load("contests", data_folder("coffe") / "deepmind_code_contests").problems
    assert len(problems) == 58
    assert sum(problem.facts["pool"] for problem in problems) == 4655
    assert sum(problem.facts["test_cases"] for problem in problems) == 11457
    assert sum(problem.facts["stress_cases"] for problem in problems) == 284
    assert all(problem.by_role(Role.PERFORMANT)[0].facts["pool"] for problem in problems)
