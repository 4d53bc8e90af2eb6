"""EffiBench: the prelude that hides builtins, scripts of literal assertions, and scripts that have to be run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from task_parts import answer_of, decision, inputs_of, process_limits, verdicts  # noqa: F401

from effibench.datasets.effibench import PRELUDE
from effibench.datasets.problem import Problem, Role
from effibench.datasets.registry import load
from effibench.errors import DatasetError
from effibench.tasks.task import EntryKind

pytestmark = pytest.mark.usefixtures("process_limits")

CANONICAL = """\
class Solution:
    def pairSum(self, nums, target):
        seen = {}
        for i, a in enumerate(nums):
            if target - a in seen: return [seen[target - a], i]
            seen[a] = i
"""


def record(**changes: Any) -> dict[str, Any]:
    made = {
        "problem_idx": 9001,
        "task_name": "Pair Sum",
        "markdown_description": "Given nums and target …",
        "canonical_solution": CANONICAL,
        "small_test_cases": "solution = Solution()\nassert solution.pairSum([1, 2], 3) == [0, 1]\n",
        "test_case": "assert solution.pairSum([7, 4, 9], 13) == [1, 2]\nassert solution.pairSum([], 1) == None\n",
        "completion": "```python\nclass Solution: ...\n```",
    }
    return made | changes


def loaded(folder: Path, *records: dict[str, Any]) -> list[Problem]:
    (folder / "dataset.json").write_text(json.dumps(records))
    return load("effibench", folder).problems


def test_literal_assertions_become_cases(tmp_path: Path) -> None:
    (problem,) = loaded(tmp_path, record())
    task = problem.task
    assert (problem.id, task.title, task.entry.kind, task.entry.name) == (
        "9001",
        "Pair Sum",
        EntryKind.METHOD,
        "pairSum",
    )
    assert inputs_of(task) == [
        ("correctness-small", [[1, 2], 3]),
        ("stress-full", [[7, 4, 9], 13]),
        ("stress-full", [[], 1]),
    ]
    assert verdicts(task, CANONICAL) == [True] * 3
    assert verdicts(task, CANONICAL.replace("[seen[target - a], i]", "(seen[target - a], i)")) == [
        False,
        False,
        True,
    ]
    assert [one.role for one in problem.solutions] == [Role.CANONICAL]
    assert problem.facts == {"cases": "assertions", "cost_domains": ["stress-full"]}


def test_the_prelude_hides_what_the_harness_hides() -> None:
    namespace: dict[str, Any] = {}
    exec(PRELUDE, namespace)
    import bisect
    import copy
    import datetime
    import operator

    assert namespace["pow"] is operator.pow
    assert namespace["abs"] is operator.abs
    assert namespace["copy"] is copy
    assert namespace["bisect"] is bisect
    assert namespace["datetime"] is datetime
    assert namespace["sub"] is operator.sub  # not re's
    assert namespace["findall"].__module__ == "re"
    assert namespace["repeat"].__module__ == "itertools"
    assert namespace["TreeNode"](1, None, None, 4).next == 4


def test_a_solution_sees_the_prelude(tmp_path: Path) -> None:
    (problem,) = loaded(tmp_path, record(test_case="assert solution.pairSum([2], 3) == 8.0"))
    source = "class Solution:\n    def pairSum(self, nums: List[int], target):\n        return pow(nums[0], target)\n"
    assert verdicts(problem.task, source)[1] is True
    modular = source.replace(
        "pow(nums[0], target)", "pow(nums[0], target, 5)"
    )  # the builtin's third argument
    with pytest.raises(TypeError, match="pow"):
        answer_of(problem.task, modular, [[2], 3])


DEPTH = """\
class Solution:
    def depth(self, root):
        return 1 + max(self.depth(root.left), self.depth(root.right)) if root else 0
"""
CHECKS_TYPES = """\
class Solution:
    def depth(self, root):
        assert root is None or type(root) is TreeNode
        return 2 if root else 0
"""
TREE = record(
    canonical_solution=DEPTH,
    small_test_cases="",
    test_case="assert solution.depth(TreeNode(1, TreeNode(2), None)) == 2\nassert solution.depth(None) == 0\n",
)


def test_nodes_are_built_for_the_call(tmp_path: Path) -> None:
    task = loaded(tmp_path, TREE)[0].task
    assert task.entry.kind is EntryKind.FUNCTION
    assert verdicts(task, task.reference) == [True, True]
    assert verdicts(task, "class Solution:\n    def depth(self, root):\n        return 2\n") == [True, False]
    assert verdicts(task, CHECKS_TYPES) == [True, True]


SCRIPT = """
import random
random.seed(1)
for size in (1, 5):
    numbers = [random.randint(0, 9) for _ in range(size)]
    assert sorted(solution.order(list(numbers))) == sorted(numbers)
    solution.order(numbers)
    assert numbers[0] == min(numbers), numbers
other = Solution()
assert other.last(key=None) == 0 and solution.last(key=None) == 5
assert helper(1) == 2
"""
ORDER = """def helper(x):
    return x + 1

class Solution:
    def __init__(self):
        self.size = 0

    def order(self, numbers):
        numbers.sort()
        self.size = len(numbers)
        return numbers

    def last(self, key):
        return key or self.size
"""


def scripted(folder: Path) -> Problem:
    return loaded(folder, record(canonical_solution=f"```python\n{ORDER}```", test_case=SCRIPT))[0]


def test_any_other_script_is_recorded_and_replayed(tmp_path: Path) -> None:
    problem = scripted(tmp_path)
    task = problem.task
    assert problem.facts["cases"] == "scripts"
    assert (task.domains, task.counts) == (
        ("correctness-small", "stress-full"),
        {"correctness-small": 1, "stress-full": 1},
    )
    with pytest.raises(AttributeError, match="pairSum"):  # the canonical solution has no such method
        inputs_of(task)


def test_a_replayed_script_decides(tmp_path: Path) -> None:
    task = loaded(tmp_path, record(canonical_solution=ORDER, test_case=SCRIPT, small_test_cases=""))[0].task
    ((domain, given),) = inputs_of(task)
    assert domain == "stress-full"
    assert [call[:2] for call in given[1:]] == [[0, "order"]] * 4 + [[1, "last"], [0, "last"]]
    good = answer_of(task, ORDER, given)
    assert decision(task, good, good, given).ok
    not_in_place = answer_of(task, ORDER.replace("numbers.sort()", "numbers = sorted(numbers)"), given)
    assert not decision(task, not_in_place, good, given).ok
    no_memory = answer_of(task, ORDER.replace("key or self.size", "key or 4"), given)
    found = decision(task, no_memory, good, given)
    assert not found.ok
    assert "line 10 of the test script, assert other.last(key=None) == 0 and" in found.reason
    for forged in (None, [], good[:-1], [*good, good[0]], [["<nodes>"]] * len(good)):
        assert not decision(task, forged, good, given).ok


def test_answers_may_not_lead_the_script_elsewhere(tmp_path: Path) -> None:
    source = "class Solution:\n    def size(self, x):\n        return x\n"
    for script, reason in (
        ("if solution.size(1) == 1:\n    assert solution.size(2) == 2\n", "fewer calls"),
        ("x = solution.size(1)\nassert solution.size(x) == x\n", "another call"),
    ):
        task = loaded(tmp_path, record(canonical_solution=source, test_case=script, small_test_cases=""))[
            0
        ].task
        ((_, given),) = inputs_of(task)
        assert decision(task, answer_of(task, source, given), None, given).ok
        constant = answer_of(task, source.replace("return x", "return 0"), given)
        found = decision(task, constant, None, given)
        assert (found.ok, reason in found.reason) == (False, True)


@pytest.mark.parametrize(
    ("script", "error"),
    [("assert solution.pairSum([1], 2) in (1, 2)", "line 1 of the test script"), ("x = 1", "never calls")],
)
def test_a_script_that_the_canonical_solution_fails_is_found_out(
    tmp_path: Path, script: str, error: str
) -> None:
    task = loaded(tmp_path, record(test_case=script, small_test_cases=""))[0].task
    with pytest.raises((AssertionError, ValueError), match=error):
        inputs_of(task)


def test_completions_define_the_class_whatever_is_called(tmp_path: Path) -> None:
    problem = loaded(tmp_path, TREE)[0]
    answer = f"Try it:\n```python\nprint(1)\n```\n```python\n{problem.task.reference}```\n"
    assert verdicts(problem.task, problem.assemble(answer)) == [True, True]


def test_json_lines_are_read_too(tmp_path: Path) -> None:
    (tmp_path / "dataset.jsonl").write_text(json.dumps(record()) + "\n")
    assert [problem.id for problem in load("effibench", tmp_path).problems] == ["9001"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"canonical_solution": "def f(): ..."}, "canonical_solution: defines no class Solution"),
        ({"test_case": " \n"}, "test_case: is empty"),
        ({"test_case": "assert ("}, "test_case: "),
        ({"small_test_cases": "assert ("}, "small_test_cases: "),
        ({"problem_idx": "x"}, "problem_idx"),
    ],
)
def test_malformed_records_are_named(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(DatasetError, match=rf"dataset\.json, record 1: .*{message}"):
        loaded(tmp_path, record(problem_idx=1), record(**changes))
