"""A suite written as a task folder loads as the same task with the same inputs."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effibench.audit.pairs import SolutionPair
from effibench.audit.shapes import Family, schema_of
from effibench.datasets.problem import Problem, Role, Solution
from effibench.errors import DatasetError, HostError
from effibench.model import Limits
from effibench.stress import toml
from effibench.stress.engine import Stressed
from effibench.stress.growing import make
from effibench.stress.record import Outcome, Recipe, StressFinding, StressInput
from effibench.stress.suite import OWN_DOMAIN, folder_name, write_suite
from effibench.tasks.load import load_task
from effibench.tasks.task import Entry, EntryKind, LiteralCase, ResultPolicy, Task

SEEDS: list[list[Any]] = [[[3, 1, 2, 9], 1.5], [[5, 4, 8, -7, 6], 2.0], [[], -1.0]]
RECIPE = Recipe(family=Family.ALMOST_SORTED, size=40, seed=3, grow=(0,))


def problem(**fields: Any) -> tuple[Problem, SolutionPair]:
    fast, slow = (
        Solution(role=role, name=role.value, source=f"def f(a, b):\n    return a  # {role.value}\n")
        for role in (Role.PERFORMANT, Role.CANONICAL)
    )
    options = {
        "entry": Entry(kind=EntryKind.FUNCTION, name="f"),
        "cases": [LiteralCase(input=seed) for seed in SEEDS],
        "prompt": "Say \u2028 it.",
        "prelude": "import math\n",
        "validator": "def output_validator(a, b):\n    return a == b\n",
        "limits": Limits(call_seconds=2.5, memory_bytes=2 << 30),
        "result": ResultPolicy(order="any", rtol=1e-4),
        "source": {"licence": 'MIT "x"\n', "levels": [1, 2], "deep": {"a b": True}},
        **fields,
    }
    return (
        Problem(
            benchmark="b",
            task=Task.make("Human/1 é", reference=fast.source, **options),
            solutions=(slow, fast),
        ),
        SolutionPair(fast, slow, "x"),
    )


def stressed(
    *inputs: StressInput, seeds: Any = SEEDS, family: str = "almost_sorted", call_seconds: float = 2.5
) -> Stressed:
    found = StressFinding(
        problem="p", task_digest="d", pair_digest="s", outcome=Outcome.SEPARABLE, family=family
    )
    return Stressed(found, inputs, tuple(seeds), 1 << 20, call_seconds)


def generated(source: str, domain: str, count: int) -> list[Any]:
    namespace: dict[str, Any] = {}
    exec(compile(source, "inputs.py", "exec"), namespace)
    return [namespace["input_generator"](seed, domain) for seed in range(42, 42 + count)]


def test_what_is_written_loads_as_the_same_task(tmp_path: Path) -> None:
    made, pair = problem()
    given_inputs = [StressInput([[1, 2, 2], 0.25]), StressInput([[7], float("inf")])]
    folder = write_suite(tmp_path, made, pair, stressed(*given_inputs))
    assert folder.name == "Human-1"
    task = load_task(folder)
    for name in (
        "id",
        "reference",
        "validator",
        "prompt",
        "prelude",
        "entry",
        "limits",
        "result",
        "libraries",
    ):
        assert getattr(task, name) == getattr(made.task, name), name
    assert task.domains == (OWN_DOMAIN, "stress-almost-sorted")
    assert task.counts == {OWN_DOMAIN: 3, "stress-almost-sorted": 2}
    assert not task.distinct
    assert task.source == {**made.task.source, "inputs": "made by effibench stress"}
    assert task.spectrum == {"fast": pair.fast.source, "slow": pair.slow.source}
    assert generated(task.inputs, OWN_DOMAIN, 3) == SEEDS
    assert generated(task.inputs, "stress-almost-sorted", 2) == [given.arguments for given in given_inputs]


def test_a_large_input_is_kept_as_its_recipe(tmp_path: Path) -> None:
    made, pair = problem()
    by_recipe = make(schema_of(SEEDS), RECIPE, 1 << 20)
    folder = write_suite(tmp_path, made, pair, stressed(by_recipe, StressInput([[1], 0.5])), max_text=40)
    source = (folder / "inputs.py").read_text(encoding="utf-8")
    assert "('almost_sorted', 40, 3, [0])" in source
    assert generated(source, "stress-almost-sorted", 2) == [by_recipe.arguments, [[1], 0.5]]


@pytest.mark.parametrize("max_text", [1, 10**6])
def test_a_solution_gets_its_value_alone(tmp_path: Path, max_text: int) -> None:
    seeds = [[[3, 1, 2]], [[5, 9, 8, 4]]]
    made, pair = problem(entry=Entry(name="f"), cases=[LiteralCase(input=seed[0]) for seed in seeds])
    one = make(schema_of(seeds), RECIPE, 1 << 20)
    folder = write_suite(tmp_path, made, pair, stressed(one, seeds=seeds), max_text=max_text)
    task = load_task(folder)
    assert generated(task.inputs, OWN_DOMAIN, 2) == [[3, 1, 2], [5, 9, 8, 4]]
    assert generated(task.inputs, "stress-almost-sorted", 1) == [one.arguments[0]]


def test_a_second_suite_leaves_nothing_of_the_first(tmp_path: Path) -> None:
    made, pair = problem()
    write_suite(tmp_path, made, pair, stressed(StressInput([[1], 0.5])))
    made, pair = problem(validator="", prelude="")
    folder = write_suite(tmp_path, made, pair, stressed(StressInput([[2], 0.5]), family=""))
    task = load_task(folder)
    assert (task.validator, task.prelude) == ("", "")
    assert task.domains == (OWN_DOMAIN, "stress-searched")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    made, pair = problem()
    (tmp_path / "out").write_text("", encoding="utf-8")
    with pytest.raises(HostError, match="flag --out"):
        write_suite(tmp_path / "out", made, pair, stressed(StressInput([[1], 0.5])))


def test_a_text_that_no_file_can_hold_leaves_nothing_behind(tmp_path: Path) -> None:
    made, pair = problem(prompt="half a character: \ud800")
    with pytest.raises(DatasetError, match=r"task Human/1 é cannot be written.*surrogates"):
        write_suite(tmp_path, made, pair, stressed(StressInput([[1], 0.5])))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("limit", "written"), [(0.5, 2.5), (20.0, 20.0)])
def test_what_was_confirmed_is_not_cut_off(tmp_path: Path, limit: float, written: float) -> None:
    made, pair = problem()
    folder = write_suite(tmp_path, made, pair, stressed(StressInput([[1], 0.5]), call_seconds=limit))
    assert load_task(folder).limits.call_seconds == written


def test_ids_become_names_of_folders() -> None:
    assert folder_name("HumanEval/12") == "HumanEval-12"
    assert folder_name("../../etc") == "etc"
    assert folder_name("..") == "task"


_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
_PLAIN = st.one_of(
    _TEXT, st.booleans(), st.integers(-(2**62), 2**62), st.floats(allow_nan=False), st.lists(_TEXT)
)


@given(st.dictionaries(_TEXT, st.one_of(_PLAIN, st.dictionaries(_TEXT, _PLAIN))))
def test_toml_reads_back(document: dict[str, Any]) -> None:
    assert tomllib.loads(toml.dumped(document)) == document


def test_toml_has_no_none() -> None:
    with pytest.raises(TypeError, match="None"):
        toml.dumped({"a": None})
