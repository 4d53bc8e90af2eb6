"""Mercury: hand-made records with plain cases, nodes and methods that work in place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from task_parts import answer_of, decision, inputs_of, process_limits, verdicts  # noqa: F401

from effibench.datasets.inside.offline import _Offline
from effibench.datasets.mercury_cases import PRELUDE
from effibench.datasets.problem import Problem, Role
from effibench.datasets.registry import benchmark, load
from effibench.errors import DatasetError
from effibench.tasks.task import EntryKind

pytestmark = pytest.mark.usefixtures("process_limits")

SLOW = """\
class Solution(object):
    def pairSum(self, nums, target):
        for i, a in enumerate(nums):
            for j in range(i):
                if a + nums[j] == target: return [j, i]
"""
FAST = """\
class Solution:
    def pairSum(self, nums: List[int], target):
        seen = {}
        for i, a in enumerate(nums):
            if target - a in seen: return [seen[target - a], i]
            seen[a] = i
"""
UNPACK = "def convert_offline(case):\n    inputs, expected = case\n    return inputs, expected\n"
EQUAL = "def evaluate_offline(inputs, outputs, expected):\n    return outputs == expected\n"


def record(**changes: Any) -> dict[str, Any]:
    made = {
        "slug_name": "pair-sum",
        "meta_info": {"data": {"question": {}}},
        "id": "9001",
        "difficulty": "Easy",
        "pretty_content": ["Given nums and target …"],
        "solutions": [
            {"hash": 1, "runtime": "52ms", "solution": FAST},
            {"hash": 2, "runtime": "480 ms", "solution": SLOW},
            {"hash": 3, "runtime": "52ms", "solution": FAST + "\n"},
        ],
        "prompt": 'class Solution(object):\n    def pairSum(self, nums, target):\n        """Indices."""\n',
        "generator_code": "def generate_test_cases(): ...",
        "convert_offline": UNPACK,
        "evaluate_offline": EQUAL,
        "entry_point": "pairSum",
        "test_cases": json.dumps(
            [{"input": [[2, 7], 9], "expected": [0, 1]}, {"input": [[1, 4, 3], 7], "expected": [1, 2]}]
        ),
    }
    return made | changes


def loaded(folder: Path, *records: dict[str, Any], split: str = "eval") -> list[Problem]:
    (folder / f"{split}.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records))
    return load("mercury", folder).problems


REVERSE = record(
    slug_name="reverse-list",
    entry_point="reverse",
    convert_offline="""def convert_offline(case):
    (values,), expected = case
    def linked(items):
        return ListNode(items[0], linked(items[1:])) if items else None
    return (linked(values),), linked(expected)
""",
    evaluate_offline="""def evaluate_offline(inputs, outputs, expected):
    while outputs and expected and outputs.val == expected.val:
        outputs, expected = outputs.next, expected.next
    return outputs is expected is None
""",
    solutions=[
        {
            "hash": 1,
            "runtime": "3ms",
            "solution": """class Solution:
    def reverse(self, head: Optional[ListNode]):
        back = None
        while head:
            head.next, back, head = back, head, head.next
        return back
""",
        }
    ],
    test_cases='[{"input": [[1, 2, 3]], "expected": [3, 2, 1]}, {"input": [[]], "expected": []}]',
)
SORT = record(
    slug_name="sort-in-place",
    entry_point="sort",
    evaluate_offline="def evaluate_offline(inputs, outputs, expected):\n    return inputs[0] == expected\n",
    solutions=[
        {
            "hash": 1,
            "runtime": "3ms",
            "solution": "class Solution:\n    def sort(self, xs):\n        xs.sort()\n",
        }
    ],
    test_cases='[{"input": [[3, 1]], "expected": [1, 3]}]',
)


def test_a_pool_with_its_slowest_and_fastest(tmp_path: Path) -> None:
    (problem,) = loaded(tmp_path, record())
    assert [one.facts["listed_ms"] for one in problem.by_role(Role.POOL)] == [52, 480, 52]
    (slow,), (fast,) = problem.by_role(Role.CANONICAL), problem.by_role(Role.PERFORMANT)
    assert (slow.source, slow.facts["pool"]) == (SLOW, "pool-1")
    assert (fast.source, fast.facts["pool"], fast.facts["listed_ms"]) == (FAST, "pool-0", 52)
    assert problem.task.reference == FAST
    assert problem.task.source["benchmark"] == "Mercury"
    assert problem.facts["canonical"] == "slowest by listed run time"
    assert (problem.id, problem.scored, problem.task.difficulty) == ("pair-sum", True, "easy")
    assert benchmark("mercury").pairs


def test_plain_cases_call_the_method_itself(tmp_path: Path) -> None:
    (problem,) = loaded(tmp_path, record())
    task = problem.task
    assert (task.entry.kind, task.entry.owner, task.entry.name) == (EntryKind.METHOD, "Solution", "pairSum")
    assert [given for _, given in inputs_of(task)] == [[[2, 7], 9], [[1, 4, 3], 7]]
    for source in (FAST, SLOW):
        assert verdicts(task, source) == [True, True]
    constant = "class Solution:\n    def pairSum(self, a, b):\n        return [0, 1]\n"
    assert verdicts(task, constant) == [True, False]


def test_a_prompts_method_gets_its_body(tmp_path: Path) -> None:
    (problem,) = loaded(tmp_path, record())
    body = FAST.partition("target):\n")[2]
    assert verdicts(problem.task, problem.assemble(body)) == [True, True]
    assert verdicts(problem.task, problem.assemble(body.lstrip())) == [True, True]
    assert verdicts(problem.task, problem.assemble(f"```python\n{FAST}```")) == [True, True]


def test_nodes_are_made_by_the_records_own_conversion(tmp_path: Path) -> None:
    (problem,) = loaded(tmp_path, REVERSE)
    task = problem.task
    assert task.entry.kind is EntryKind.FUNCTION
    assert "expected" not in json.dumps([given for _, given in inputs_of(task)])
    assert verdicts(task, task.reference) == [True, True]
    assert verdicts(task, "class Solution:\n    def reverse(self, head):\n        return head\n") == [
        False,
        True,
    ]
    own_class = "class ListNode:\n    def __init__(self, val=0, next=None):\n        self.val, self.next = val, next\n"
    assert verdicts(task, own_class + task.reference) == [True, True]
    assert [one.role for one in problem.solutions] == [Role.CANONICAL, Role.POOL]


def test_a_method_that_works_in_place_is_judged_by_its_arguments(tmp_path: Path) -> None:
    (problem,) = loaded(tmp_path, SORT)
    task = problem.task
    assert verdicts(task, task.reference) == [True]
    assert verdicts(task, "class Solution:\n    def sort(self, xs):\n        return sorted(xs)\n") == [False]


def test_nodes_that_are_changed_in_place_are_judged_too(tmp_path: Path) -> None:
    changes = {
        "evaluate_offline": "def evaluate_offline(inputs, _, expected):\n    return inputs[0].val == expected.val\n",
        "test_cases": '[{"input": [[1, 2]], "expected": [3]}]',
    }
    (problem,) = loaded(tmp_path, REVERSE | changes)
    assert verdicts(
        problem.task, "class Solution:\n    def reverse(self, head):\n        head.val = 3\n"
    ) == [True]
    assert verdicts(
        problem.task, "class Solution:\n    def reverse(self, head):\n        head.val = 4\n"
    ) == [False]


def test_a_conversion_may_use_up_what_it_gets(tmp_path: Path) -> None:
    convert = (
        "def convert_offline(case):\n    xs, expected = case\n    return [xs.pop(0), xs.pop()], expected\n"
    )
    (problem,) = loaded(tmp_path, record(convert_offline=convert))
    assert verdicts(problem.task, FAST) == [True, True]


def test_only_the_records_own_classes_are_nodes() -> None:
    offline = _Offline(PRELUDE, UNPACK + "class Extra: ...\n", EQUAL)
    assert offline.classes().keys() == {"Extra", "ListNode", "TreeNode"}


def test_a_forged_answer_is_wrong(tmp_path: Path) -> None:
    task = loaded(tmp_path, REVERSE)[0].task
    given = inputs_of(task)[0][1]
    good = answer_of(task, task.reference, given)
    assert decision(task, good, None, given).ok
    for forged in (
        None,
        3,
        {},
        {"output": 1},
        good | {"output": {"<nodes>": [["Solution", {}]], "<value>": 0}},
    ):
        assert not decision(task, forged, None, given).ok


@pytest.mark.parametrize(
    ("convert", "evaluate", "kind"),
    [
        ("def convert_offline(case):\n    return case\n", EQUAL, EntryKind.METHOD),
        ("def convert_offline(case):\n    '\\w'\n    return case\n", EQUAL, EntryKind.METHOD),
        (
            "def convert_offline(case):\n    'Doc.'\n    a, b = case\n    return (a, b)\n",
            EQUAL,
            EntryKind.METHOD,
        ),
        ("def convert_offline(case):\n    a, b = case\n    return b, a\n", EQUAL, EntryKind.FUNCTION),
        (
            "def convert_offline(case):\n    a, b = case\n    a += [1]\n    return a, b\n",
            EQUAL,
            EntryKind.FUNCTION,
        ),
        ("def convert_offline(case):\n    a, b = other\n    return a, b\n", EQUAL, EntryKind.FUNCTION),
        ("@f\ndef convert_offline(case):\n    return case\n", EQUAL, EntryKind.FUNCTION),
        ("def convert_offline(case, x=1):\n    return case\n", EQUAL, EntryKind.FUNCTION),
        (UNPACK, "def evaluate_offline(a, b, c):\n    return a == c\n", EntryKind.FUNCTION),
        (UNPACK, "def evaluate_offline(a, b, c):\n    return locals()['a'] == c\n", EntryKind.FUNCTION),
    ],
)
def test_only_what_visibly_changes_nothing_is_left_out(
    tmp_path: Path, convert: str, evaluate: str, kind: EntryKind
) -> None:
    (problem,) = loaded(tmp_path, record(convert_offline=convert, evaluate_offline=evaluate))
    assert problem.task.entry.kind is kind


def test_degenerate_pools(tmp_path: Path) -> None:
    equal = [{"hash": n, "runtime": "1ms", "solution": FAST} for n in range(2)]
    flat, empty = loaded(tmp_path, record(solutions=equal), record(slug_name="none", solutions=[]))
    assert [one.role for one in flat.solutions] == [Role.CANONICAL, Role.POOL, Role.POOL]
    assert (empty.solutions, empty.task.reference, empty.facts["pool"]) == ((), "", 0)


def test_the_training_split_is_not_scored(tmp_path: Path) -> None:
    loaded(tmp_path, record(slug_name="train-me"), split="eval")
    problems = loaded(tmp_path, record(), split="train")
    assert [(problem.id, problem.scored) for problem in problems] == [("train-me", True), ("pair-sum", False)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"test_cases": "[]"}, "test_cases: is empty"),
        ({"test_cases": "[{"}, "test_cases: "),
        ({"test_cases": '[{"input": 3, "expected": 1}]'}, r"test_cases: .*array.*input"),
        ({"test_cases": '[{"input": []}]'}, r"test_cases: .*expected"),
        ({"convert_offline": "def convert(case): ..."}, "convert_offline: defines no function"),
        ({"evaluate_offline": "def ("}, "evaluate_offline: "),
        (
            {"solutions": [{"hash": 1, "runtime": "N/A", "solution": FAST}]},
            r"solutions\[0\]\.runtime = 'N/A'",
        ),
        (
            {"solutions": [{"hash": 1, "runtime": "1ms", "solution": "def f(): ..."}]},
            r"defines no class Solution",
        ),
        ({"slug_name": 3}, "slug_name"),
    ],
)
def test_malformed_records_are_named(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(DatasetError, match=rf"eval\.jsonl, line 2: .*{message}"):
        loaded(tmp_path, record(), record(**{"slug_name": "second"} | changes))


def test_two_records_of_one_name(tmp_path: Path) -> None:
    twice = (record(), record(difficulty="Hard"), record(slug_name="second"))
    with pytest.raises(DatasetError, match="line 2: an earlier record has the id 'pair-sum', too"):
        loaded(tmp_path, *twice)
    found = load("mercury", tmp_path, keep_going=True)
    assert [(problem.id, problem.task.difficulty) for problem in found.problems] == [
        ("pair-sum", "easy"),
        ("second", "easy"),
    ]
    assert len(found.malformed) == 1


def test_a_pointer_of_git_is_no_data(tmp_path: Path) -> None:
    (tmp_path / "eval.jsonl").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    with pytest.raises(DatasetError, match=r"eval\.jsonl is a git-lfs pointer"):
        load("mercury", tmp_path)
