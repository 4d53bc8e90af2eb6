"""Test scripts that are read without being run."""

from __future__ import annotations

from typing import Any

import pytest

from effibench.datasets.asserts import assertions


def one(script: str) -> tuple[str, Any, Any]:
    found = assertions(script)
    assert found is not None
    (assertion,) = found
    return assertion


def test_a_script_of_literal_assertions() -> None:
    script = "solution = Solution()\nassert solution.f([1, -2], 'a') == True\n"
    script += "assert Solution().f({'k': (1.5,)}, {2}) == None, 'm'\n"
    assert assertions(script) == [
        ("f", [[1, -2], "a"], True),
        ("f", [{"k": (1.5,)}, {2}], None),
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("float('inf')", float("inf")),
        ("-float('inf')", -float("inf")),
        ("[]", []),
        ("set()", set()),
        ("b'x'", b"x"),
        ("2j", 2j),
        ("((1, 2), [3])", ((1, 2), [3])),
        ("{(1, 2): [3]}", {(1, 2): [3]}),
    ],
)
def test_values(text: str, value: Any) -> None:
    assert one(f"assert solution.f({text}) == {text}") == ("f", [value], value)


def test_nodes_are_packed() -> None:
    found = assertions("assert solution.f(TreeNode(1, TreeNode(2), right=None), [ListNode()], 3) == 1")
    assert found is not None
    assert found[0].has_nodes
    assert found[0].arguments == {
        "<nodes>": [
            ["TreeNode", {"val": 1, "left": {"<node>": 2}, "right": None, "next": None}],
            ["ListNode", {"val": 0, "next": None}],
            ["TreeNode", {"val": 2, "left": None, "right": None, "next": None}],
        ],
        "<value>": [{"<node>": 0}, [{"<node>": 1}], 3],
    }


@pytest.mark.parametrize(
    "script",
    [
        "",
        "x = 1\nassert solution.f(x) == 1",
        "assert solution.f(1)",
        "assert solution.f(1) is True",
        "assert 1 == solution.f(1)",
        "assert solution.f(x=1) == 1",
        "assert solution.f(*[1]) == 1",
        "assert sorted(solution.f(1)) == [1]",
        "assert solution.f([0] * 3) == 1",
        "assert solution.f(1) == 1 == 1",
        "assert solution.f(1) == 1\nassert solution.g(1) == 1",
        "assert solution.f(1) == ListNode(1)",
        "assert solution.f(TreeNode(value=1)) == 1",
        "assert solution.f(TreeNode(1, None, None, None, None)) == 1",
        "assert solution.f(TreeNode(1, val=1)) == 1",
        "assert solution.f(TreeNode(**{})) == 1",
        "assert solution.f({[1]}) == 1",
        "assert solution.f({**{}}) == 1",
        "assert solution.f(-'a') == 1",
        "assert solution.f(...) == 1",
        "assert solution.f(float('one')) == 1",
        "assert solution.f(open('x')) == 1",
        "for i in range(2): assert solution.f(i) == 1",
        "import os\nassert solution.f(1) == 1",
    ],
)
def test_whatever_has_to_be_run_is_left_alone(script: str) -> None:
    assert assertions(script) is None
