"""Tasks of loaders in real children: every way in which inputs are made, solutions are called and answers are judged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from effibench.datasets.problem import Problem
from effibench.datasets.registry import load
from effibench.model import Verdict
from effibench.timing.session import Session

DOUBLE = "class Solution:\n    def double(self, xs: List[int]):\n        return [2 * x for x in xs]\n"
WRONG = DOUBLE.replace("2 * x", "2 + x")
REVERSE = """class Solution:
    def reverse(self, head: Optional[ListNode]):
        back = None
        while head:
            head.next, back, head = back, head, head.next
        return back
"""
LINK = """def convert_offline(case):
    (values,), expected = case
    def linked(items):
        return ListNode(items[0], linked(items[1:])) if items else None
    return (linked(values),), linked(expected)
"""
SAME_LISTS = """def evaluate_offline(inputs, outputs, expected):
    while outputs and expected and outputs.val == expected.val:
        outputs, expected = outputs.next, expected.next
    return outputs is expected is None
"""
DEPTH = """class Solution:
    def depth(self, root):
        return 1 + max(self.depth(root.left), self.depth(root.right)) if root else 0
"""
RUNNER = "import json\n# ==Code Submission==\nprint(Solution().double(json.loads(input())))\n"
EVALUATE = "def evaluate(output, expected):\n    return loads(output) == loads(expected)\n"


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session(level="weak") as made:
        yield made


def one(folder: Path, name: str, files: dict[str, Any]) -> Problem:
    for file, content in files.items():
        (folder / file).write_text(json.dumps(content) + "\n")
    (problem,) = load(name, folder).problems
    return problem


def mercury(folder: Path, method: str, source: str, **changes: Any) -> Problem:
    record = {
        "slug_name": method,
        "id": 1,
        "difficulty": "Easy",
        "pretty_content": [],
        "solutions": [{"hash": 1, "runtime": "1ms", "solution": source}],
        "prompt": "",
        "convert_offline": "def convert_offline(case):\n    return case\n",
        "evaluate_offline": "def evaluate_offline(inputs, outputs, expected):\n    return outputs == expected\n",
        "entry_point": method,
    }
    return one(folder, "mercury", {"eval.jsonl": record | changes})


def effibench(folder: Path, source: str, test: str) -> Problem:
    return one(
        folder,
        "effibench",
        {"dataset.json": [{"problem_idx": 1, "canonical_solution": source, "test_case": test}]},
    )


def effibench_x(folder: Path) -> Problem:
    record = {
        "id": "1",
        "title_slug": "double",
        "source": "leetcode",
        "type": "functional",
        "evaluator": EVALUATE,
        "generated_tests": [{"input": "[1, 3]\n", "output": "[2,6]"}],
        "solutions": {"python3": {"code": DOUBLE}},
        "test_runners": {"python3": RUNNER},
    }
    return one(folder, "effibench-x", {"test.jsonl": record})


def check(session: Session, problem: Problem, wrong: str) -> None:
    right = session.time(problem.task.reference, problem.task)
    assert right.passed, right.reason
    assert session.time(wrong, problem.task).verdict is Verdict.WRONG_ANSWER


def test_a_method_with_plain_cases(session: Session, tmp_path: Path) -> None:
    cases = json.dumps([{"input": [[1, 3]], "expected": [2, 6]}])
    check(session, mercury(tmp_path, "double", DOUBLE, test_cases=cases), WRONG)


def test_a_method_on_nodes(session: Session, tmp_path: Path) -> None:
    cases = json.dumps([{"input": [[1, 2, 3]], "expected": [3, 2, 1]}])
    functions = {"convert_offline": LINK, "evaluate_offline": SAME_LISTS}
    problem = mercury(tmp_path, "reverse", REVERSE, test_cases=cases, **functions)
    check(session, problem, REVERSE.replace("return back", "return ListNode(3)"))


def test_assertions_on_trees(session: Session, tmp_path: Path) -> None:
    script = "assert solution.depth(TreeNode(1, TreeNode(2))) == 2\nassert solution.depth(None) == 0\n"
    check(session, effibench(tmp_path, DEPTH, script), DEPTH.replace("else 0", "else 1"))


def test_a_script_that_has_to_be_run(session: Session, tmp_path: Path) -> None:
    script = "for n in range(5):\n    assert sum(solution.double([1] * n)) == 2 * n\n"
    problem = effibench(tmp_path, DOUBLE, script)
    assert problem.facts["cases"] == "scripts"
    found = session.time(WRONG, problem.task)
    assert "line 2 of the test script" in found.reason
    check(session, problem, WRONG)


def test_a_submission_in_its_runner(session: Session, tmp_path: Path) -> None:
    problem = effibench_x(tmp_path)
    check(session, problem, problem.assemble(WRONG))


def test_a_function_with_stress_inputs(session: Session, tmp_path: Path) -> None:
    record = {"dataset": "mbpp", "task_id": 1, "entry_point": "f", "prompt": "…", "final_prompt": "p"}
    source = "def solution(xs):\n    return sorted(xs)\n"
    files = {
        "data.json": [record],
        "best_solutions.json": {"p": [source, False]},
        "testcases.json": {"p": [{"input": [[2, 1]], "output": [[1, 2]]}]},
        "stressful_testcases.json": {"p": [{"input": "[[random.random() for _ in range(1000)]]"}] * 2},
    }
    problem = one(tmp_path, "coffe", files)
    check(session, problem, "def solution(xs):\n    return sorted(xs) if len(xs) < 9 else xs\n")
    assert session.time(problem.assemble("def f(xs):\n    return tuple(sorted(xs))\n"), problem.task).passed
