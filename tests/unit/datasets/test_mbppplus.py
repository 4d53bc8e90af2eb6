"""MBPP+: arguments that JSON cannot hold, and EvalPlus's rules for right answers."""

from __future__ import annotations

import ast
import math
from pathlib import Path
from typing import Any

import pytest
from dataset_records import problems, run, verdict, write_lines
from external_data import data_folder

from effibench.datasets.evalplus import Record
from effibench.datasets.evalplus_inputs import arguments
from effibench.datasets.problem import Role
from effibench.datasets.reading import Reader
from effibench.datasets.registry import load
from effibench.datasets.templates.evalplus_oracle import accepts
from effibench.errors import DatasetError
from effibench.tasks.task import LiteralCase

RECORD: dict[str, Any] = {
    "task_id": "Mbpp/900",
    "prompt": '"""\nHalf of x.\nassert half(2) == 1\n"""\n',
    "entry_point": "half",
    "canonical_solution": "\ndef half(x):\n    return x / 2\n",
    "base_input": [[2], [4]],
    "plus_input": [[10**30], [math.inf]],
    "atol": 0,
    "contract": '\n    assert isinstance(x, int), "invalid inputs"\n',
    "assertion": "\nassert half(2) == 1\n",
}


def loaded(folder: Path, **changes: Any) -> Any:
    write_lines(folder / "MbppPlus.jsonl", RECORD | changes)
    (problem,) = problems("mbppplus", folder)
    return problem


def test_inputs_are_cases(tmp_path: Path) -> None:
    problem = loaded(tmp_path)
    assert problem.task.cases == (
        LiteralCase(input=[2], domain="correctness-base"),
        LiteralCase(input=[4], domain="correctness-base"),
        LiteralCase(input=[10**30], domain="correctness-plus"),
        LiteralCase(input=[math.inf], domain="correctness-plus"),
    )
    assert problem.task.entry.name == "half"
    (canonical,) = problem.solutions
    assert canonical.role is Role.CANONICAL
    assert run(canonical.source, "half")(3) == 1.5
    assert problem.assemble("```python\ndef half(x): return 7\n```") == "def half(x): return 7\n"


def test_no_added_inputs_may_be_an_empty_object(tmp_path: Path) -> None:
    assert len(loaded(tmp_path, plus_input={}).task.cases) == 2
    with pytest.raises(DatasetError, match="plus_input: expected a list of argument lists"):
        loaded(tmp_path, plus_input={"x": 1})


def test_a_compressed_file_will_do(tmp_path: Path) -> None:
    write_lines(tmp_path / "MbppPlus.jsonl.gz", RECORD)
    assert [problem.id for problem in problems("mbppplus", tmp_path)] == ["Mbpp/900"]


def test_the_validator_knows_entry_and_tolerance(tmp_path: Path) -> None:
    assert verdict(loaded(tmp_path), 1.0 + 1e-7, 1.0, [2])
    assert not verdict(loaded(tmp_path), 1.0 + 1e-3, 1.0, [2])
    assert verdict(loaded(tmp_path, atol=0.01), 1.0 + 1e-3, 1.0, [2])


def test_searches_say_whether_they_found_something(tmp_path: Path) -> None:
    source = "import re\ndef check_str(text):\n    return re.search('^a', text)\n"
    problem = loaded(tmp_path, entry_point="check_str", canonical_solution=source)
    task = problem.task
    assert task.entry.name == "found_or_not"
    namespace: dict[str, Any] = {}
    exec(task.prelude, namespace)
    exec(source, namespace)
    assert [namespace["found_or_not"](text) for text in ("ab", "b")] == [True, False]
    exec("def check_str(text): return text == 'a'", namespace)
    assert [namespace["found_or_not"](text) for text in ("a", "b")] == [True, False]
    assert verdict(problem, True, True, ["a"])
    assert not verdict(problem, False, True, ["a"])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"entry_point": "third"}, "canonical_solution: defines no function 'third'"),
        ({"base_input": [], "plus_input": []}, "base_input and plus_input are empty"),
        ({"base_input": [3]}, r"Expected `array`, got `int` - at `\$.base_input\[0\]`"),
        ({"task_id": "Mbpp/2"}, r"base_input\[0\]: 'int' object is not iterable"),
        ({"task_id": "Mbpp/x"}, r"base_input\[0\]: invalid literal"),
        ({"task_id": "Mbpp/722"}, r"base_input\[0\]: 'int' object has no attribute 'items'"),
        ({"atol": None}, r"got `null` - at `\$.atol`"),
    ],
)
def test_a_malformed_record_is_named(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(DatasetError, match=rf"MbppPlus\.jsonl, line 1: .*{words}"):
        loaded(tmp_path, **changes)


# --- arguments ---


@pytest.mark.parametrize(
    ("task", "values", "expected"),
    [
        (2, [[1], [2, [3]]], [(1,), (2, [3])]),
        (63, [[[1, 2], [3]]], [[(1, 2), (3,)]]),
        (75, [[[1, 2]], 2], [[(1, 2)], 2]),
        (106, [[1], [2]], [[1], (2,)]),
        (115, [[[1, 2], [], {}]], [[{1, 2}, {}, {}]]),
        (124, ["0", "1j"], [0.0, 1j]),
        (250, [[1, [2]], [3]], [(1, [2]), [3]]),
        (252, ["(1+2j)"], [1 + 2j]),
        (259, [[[1, 2]], [[3]]], [((1, 2),), ((3,),)]),
        (278, [[1, [2, [3]]]], [(1, (2, [3]))]),
        (307, [[1], 2, [3]], [(1,), 2, [3]]),
        (580, [[1, [2, [3]]]], [(1, (2, (3,)))]),
        (722, [{"a": [1]}, 2, [3]], [{"a": (1,)}, 2, [3]]),
        (900, [[1], {"a": [2]}], [[1], {"a": [2]}]),
    ],
)
def test_arguments_get_their_types(task: int, values: list[Any], expected: list[Any]) -> None:
    made = arguments(f"Mbpp/{task}", values)
    assert made == expected
    assert repr(made) == repr(expected)
    assert arguments(f"HumanEval/{task}", values) == values


@pytest.mark.external
def test_arguments_have_the_types_of_the_original_assertions() -> None:
    """The assertions are Python, so their literals show the types; for six tasks EvalPlus has it otherwise."""
    different = set()
    for _, record in Reader().records(data_folder("coffe") / "mbpp" / "MbppPlus.jsonl", Record):
        calls = [node for node in ast.walk(ast.parse(record.assertion)) if isinstance(node, ast.Call)]
        calls = [call for call in calls if getattr(call.func, "id", "") == record.entry_point]
        stated = {tuple(_kind(_literal(argument)) for argument in call.args) for call in calls}
        made = [arguments(record.task_id, values) for values in record.base_input]
        if stated != {tuple(_kind(value) for value in values) for values in made}:
            different.add(record.task_id)
    assert different == {f"Mbpp/{number}" for number in (98, 104, 140, 145, 252, 596)}


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        return 0  # 14 * 14


def _kind(value: Any) -> str:
    """Containers and complex numbers by name; of what is inside, each kind once."""
    if isinstance(value, list | tuple | set):
        return f"{type(value).__name__}({', '.join(sorted({_kind(item) for item in value}))})"
    if isinstance(value, dict):
        return f"dict({', '.join(sorted({_kind(item) for item in value.values()}))})"
    return "complex" if isinstance(value, complex) else "plain"


@pytest.mark.external
def test_all_of_mbpp_plus() -> None:
    found = load("mbppplus", data_folder("coffe") / "mbpp").problems
    assert len(found) == 378
    assert sum(len(problem.task.cases) for problem in found) == 41_015 - 1
    assert [p.id for p in found if p.facts["left_out"]] == ["Mbpp/255"]
    assert [p.id for p in found if p.task.limits.call_seconds != 5.0] == ["Mbpp/255", "Mbpp/599"]
    assert [p.task.title for p in found if p.task.prelude] == [
        "check_str",
        "text_match_three",
        "text_starta_endb",
    ]


# --- oracle ---


@pytest.mark.parametrize(
    ("entry", "answer", "expected", "given", "atol", "right"),
    [
        ("f", [1, 2], [1, 2], [], 0, True),
        ("f", [2, 1], [1, 2], [], 0, False),
        ("f", (1, 2), [1, 2], [], 0, False),
        ("f", 1, True, [], 0, True),
        ("f", 1.0 + 1e-7, 1.0, [], 0, True),
        ("f", 1.0 + 1e-5, 1.0, [], 0, False),
        ("f", 1e9 + 50, 1e9, [], 0, True),  # rtol 1e-7
        ("f", 1e9 + 500, 1e9, [], 0, False),
        ("f", [1.0 + 1e-7], [1.0], [], 0, True),
        ("f", (1.0 + 1e-7,), [1.0], [], 0, False),
        ("f", [1.0, 1.0], [1.0], [], 0, False),
        ("f", [1.0 + 1e-7, 1], [1.0, 1], [], 0, False),  # not all floats: no tolerance
        ("f", [1.0 + 1e-7, 1], [1.0, 1], [], 1e-4, True),
        ("f", 2, 1, [], 1.5, True),
        ("f", True, 1.0, [], 0, True),
        ("f", 1, 1.0 + 1e-7, [], 0, False),  # another type
        ("f", [], [], [], 0, True),
        ("f", math.nan, math.nan, [], 0, False),
        ("Diff", [2, 1, 1], [1, 2], [], 0, True),
        ("Diff", (2, 1), [1, 2], [], 0, True),
        ("Diff", [2], [1, 2], [], 0, False),
        ("check_str", True, True, [], 0, True),
        ("check_str", "match", True, [], 0, True),
        ("check_str", None, False, [], 0, True),
        ("check_str", False, True, [], 0, False),
        ("check_str", "", False, [], 0, False),
        ("are_equivalent", 5, True, [], 0, True),
        ("sum_div", 0, 7, [8], 0, True),
        ("sum_div", 7, 7, [8], 0, True),
        ("sum_div", 8, 7, [8], 0, False),
        ("surface_Area", 33, 33, [3, 4], 0, True),
        ("surface_Area", 35, 33, [3, 4], 0, True),  # 9 + 6 * sqrt(1.5² + 4²) = 34.63
        ("surface_Area", 34, 33, [3, 4], 0, False),
        ("digit_distance_nums", 6, 6, [23, 56], 0, True),
        ("digit_distance_nums", 1, 2, [1, 2], 0, True),
        ("digit_distance_nums", 15, 3, [9, 105], 0, False),
        ("digit_distance_nums", 1 + 0 + 4, 8, [9, 105], 0, True),
        ("find_zero", -0.5, None, [[1, 2]], 1e-4, True),
        ("find_zero", 0.5, None, [[1, 2]], 1e-4, False),
    ],
)
def test_answers(entry: str, answer: Any, expected: Any, given: list[Any], atol: float, right: bool) -> None:
    assert accepts(entry, answer, expected, given, atol) is right
