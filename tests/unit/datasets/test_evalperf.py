"""EvalPerf: the published ladder of references, and real solutions by cluster joined with MBPP+ and HumanEval."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dataset_records import problems, run, verdict, write_lines
from external_data import data_folder
from test_humaneval import RECORD as HUMANEVAL
from test_mbppplus import RECORD as MBPP

from effibench.datasets.problem import Problem, Role
from effibench.datasets.registry import load
from effibench.errors import DatasetError
from effibench.tasks.task import LiteralCase

SLOW, MIDDLE, FAST = (f"def half(x):\n    return x / 2  # {name}\n" for name in ("slow", "middle", "fast"))
PUBLISHED: dict[str, Any] = {
    "task_id": "Mbpp/900",
    "prompt": "Half of x.",
    "entry_point": "half",
    "reference": [SLOW, MIDDLE, FAST],
    "pe_input": "[[12345]]",
    "scores": [20.0, 62.5, 100.0],
}
DERIVED: dict[str, Any] = {
    "n_reference": 3,
    "scores_recovered": [None, 62.5, 100.0],
    "solution_per_cluster": {
        "2": {"solution": FAST, "model_file": "b.json"},
        "-1": {"solution": SLOW, "model_file": "a.json"},
    },
}


def published(folder: Path, **changes: Any) -> Problem:
    write_lines(folder / "evalperf.jsonl", PUBLISHED | changes)
    (problem,) = problems("evalperf", folder)
    return problem


def derived(folder: Path, **tasks: Any) -> list[Problem]:
    for name, record, file in (
        ("humaneval", HUMANEVAL, "HumanEval.jsonl.gz"),
        ("mbppplus", MBPP, "MbppPlus.jsonl"),
    ):
        (folder / name).mkdir(exist_ok=True)
        write_lines(folder / name / file, record)
    (folder / "evalperf").mkdir(exist_ok=True)
    records = {name.replace("_", "/"): record for name, record in tasks.items()}
    (folder / "evalperf" / "evalperf_clusters_derived.json").write_text(json.dumps(records))
    return problems("evalperf", folder / "evalperf")


def graded(problem: Problem) -> list[tuple[str, Any, Any]]:
    return [(s.role.value, s.facts.get("cluster"), s.facts.get("score")) for s in problem.solutions]


def test_the_published_form_alone(tmp_path: Path) -> None:
    problem = published(tmp_path)
    assert problem.task.cases == (LiteralCase(input=[12345], domain="stress-performance"),)
    assert problem.task.reference == FAST
    assert problem.task.limits.call_seconds == 45.0
    assert graded(problem) == [
        ("reference", 0, 20.0),
        ("reference", 1, 62.5),
        ("reference", 2, 100.0),
        ("performant", 2, 100.0),
    ]
    assert [solution.source for solution in problem.by_role(Role.REFERENCE)] == [SLOW, MIDDLE, FAST]
    assert problem.facts == {"n_reference": 3, "scores": [20.0, 62.5, 100.0]}
    assert verdict(problem, 6172.5, 6172.5, [12345])
    assert not verdict(problem, 6172, 6172.5, [12345])


def test_the_published_input_has_the_tasks_types(tmp_path: Path) -> None:
    names = {"task_id": "Mbpp/2", "pe_input": [[[1, 2], [3]]]}
    assert published(tmp_path, **names).task.cases[0].input == [(1, 2), (3,)]
    assert published(tmp_path, pe_input="[[Infinity]]").task.cases[0].input == [float("inf")]


@pytest.mark.parametrize("name", ["MbppPlus.jsonl", "MbppPlus.jsonl.gz"])
def test_correctness_cases_come_from_mbpp_plus_beside_it(tmp_path: Path, name: str) -> None:
    (tmp_path / "evalperf").mkdir()
    (tmp_path / "coffe" / "mbpp").mkdir(parents=True)
    write_lines(tmp_path / "coffe" / "mbpp" / name, MBPP)
    problem = published(tmp_path / "evalperf")
    domains = [case.domain for case in problem.task.cases]
    assert domains == ["correctness-base"] * 2 + ["correctness-plus"] * 2 + ["stress-performance"]
    assert problem.task.reference == MBPP["canonical_solution"]
    assert graded(problem)[0] == ("canonical", None, None)
    assert problem.task.source["benchmark"] == "EvalPerf"


def test_completions_may_go_on_from_a_prompt_of_humaneval(tmp_path: Path) -> None:
    prompt = "TWO = 2\n\ndef half(x):\n"
    problem = published(tmp_path, task_id="HumanEval/900", prompt=prompt)
    for completion in ("    return x / TWO\n", "def half(x):\n    return x / TWO\n"):
        assert run(problem.assemble(completion), "half")(3) == 1.5


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scores": [20.0, 100.0]}, "scores: 2 values for 3 references"),
        ({"reference": [], "scores": []}, "scores: 0 values for 0 references"),
        ({"scores": [62.5, 20.0, 100.0]}, "expected ascending values"),
        ({"pe_input": "[[1], [2]]"}, "pe_input: expected a list that holds one argument list"),
        ({"pe_input": "[1]"}, "pe_input: expected"),
        ({"pe_input": "x"}, "pe_input: JSON is malformed"),
        ({"reference": [SLOW, "x = 1", FAST]}, r"reference\[1\]: defines no function 'half'"),
        ({"entry_point": "a b", "reference": [], "scores": []}, "scores"),
    ],
)
def test_a_malformed_record_is_named(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(DatasetError, match=rf"evalperf\.jsonl, line 1: .*{words}"):
        published(tmp_path, **changes)


def test_real_solutions_by_cluster(tmp_path: Path) -> None:
    mbpp, human = derived(tmp_path, Mbpp_900=DERIVED, HumanEval_900=DERIVED)
    for problem in (mbpp, human):
        assert graded(problem) == [
            ("canonical", None, None),
            ("pool", -1, 0.0),
            ("pool", 2, 100.0),
            ("performant", 2, 100.0),
        ]
        assert problem.facts == {"n_reference": 3, "scores": [None, 62.5, 100.0]}
        assert problem.benchmark == "evalperf"
        assert problem.task.source["link"] == "https://github.com/evalplus/evalplus"
        assert problem.task.limits.call_seconds == 45.0
    assert len(mbpp.task.cases) == 4
    assert human.task.inputs
    assert human.template.endswith("[insert]")


def test_one_cluster_makes_no_pair(tmp_path: Path) -> None:
    one = DERIVED | {"solution_per_cluster": {"0": {"solution": SLOW}}}
    (problem,) = derived(tmp_path, Mbpp_900=one)
    assert graded(problem) == [("canonical", None, None), ("pool", 0, None)]


@pytest.mark.parametrize(
    ("task", "changes", "words"),
    [
        ("Mbpp_901", {}, "'Mbpp/901': neither MBPP[+] nor HumanEval has 'Mbpp/901'"),
        ("Mbpp_900", {"n_reference": 4}, "scores_recovered: expected 4 values"),
        ("Mbpp_900", {"solution_per_cluster": {"3": {"solution": SLOW}}}, "3: expected -1 to 2"),
        ("Mbpp_900", {"solution_per_cluster": {"x": {"solution": SLOW}}}, "solution_per_cluster"),
    ],
)
def test_a_malformed_task_is_named(tmp_path: Path, task: str, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(DatasetError, match=rf"evalperf_clusters_derived\.json, record .*{words}"):
        derived(tmp_path, **{task: DERIVED | changes})


def test_the_derived_form_needs_the_other_files(tmp_path: Path) -> None:
    (tmp_path / "evalperf_clusters_derived.json").write_text(json.dumps({"Mbpp/900": DERIVED}))
    with pytest.raises(DatasetError, match=r"MbppPlus\.jsonl is missing"):
        problems("evalperf", tmp_path)


@pytest.mark.external
def test_all_that_is_known_of_evalperf() -> None:
    found = load("evalperf", data_folder("evalperf")).problems
    clusters = [[s.facts["cluster"] for s in problem.by_role(Role.POOL)] for problem in found]
    assert len(found) == 118
    assert sum(len(numbers) for numbers in clusters) == 661
    assert sum(problem.facts["n_reference"] for problem in found) == 897
    assert sum(bool(problem.by_role(Role.PERFORMANT)) for problem in found) == 117
    assert (
        sum(p.facts["n_reference"] - 1 in numbers for p, numbers in zip(found, clusters, strict=True)) == 103
    )
    assert sum(-1 in numbers for numbers in clusters) == 33
