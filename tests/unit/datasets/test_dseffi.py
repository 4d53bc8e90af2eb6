"""DSEffi-Bench: instances in the published schema, with what it leaves open."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from dataset_records import inputs, problems, run, verdict, write_lines

from effibench.datasets.problem import Problem, Role
from effibench.datasets.registry import load
from effibench.errors import DatasetError

RECORD: dict[str, Any] = {
    "id": "77000001",
    "library": "NumPy",
    "created": "2024-05-01",
    "source_url": "https://stackoverflow.com/q/77000001",
    "task_description": "Sum the values.\n\nQuickly.",
    "input_specification": "An array.",
    "output_specification": "A number.",
    "input_example": "[1, 2]",
    "output_example": "3",
    "input_domain": ["stress-large", "correctness-small"],
    "input_generator": (
        "import numpy as np\ndef input_generator(seed, domain):\n"
        "    size = 10 if domain == 'correctness-small' else 1000\n"
        "    return {'values': np.random.default_rng(seed).random(size)}\n"
    ),
    "output_validator": (
        "def output_validator(pred_output, ref_output):\n"
        "    ok = abs(pred_output - ref_output) < 1e-4\n    return ok, '' if ok else 'far off'\n"
    ),
    "reference_solution": "def solution(input_data=None):\n    return input_data['values'].sum()\n",
    "quality_scores": [3, 3, 2, 3],
}


def loaded(folder: Path, **changes: Any) -> Problem:
    write_lines(folder / "dseffi.jsonl", RECORD | changes)
    (problem,) = problems("dseffi", folder)
    return problem


def test_an_instance_is_a_task(tmp_path: Path) -> None:
    problem = loaded(tmp_path)
    task = problem.task
    assert (problem.id, task.title, task.library) == ("77000001", "Sum the values.", "NumPy")
    assert task.domains == ("stress-large", "correctness-small")
    assert task.ordered_domains() == ("correctness-small", "stress-large")
    assert (task.counts, task.distinct) == ({}, True)  # five a domain, as in any session
    assert task.libraries == ("numpy",)
    assert (task.limits.call_seconds, task.limits.import_seconds) == (5.0, 60.0)
    assert (task.created, task.source["link"]) == ("2024-05-01", "https://stackoverflow.com/q/77000001")
    assert task.prompt == (
        "Sum the values.\n\nQuickly.\n\n## Input\n\nAn array.\n\n## Output\n\nA number.\n\n"
        "## Example input\n\n[1, 2]\n\n## Example output\n\n3\n"
    )
    assert problem.facts == {"group": "NumPy", "quality_scores": [3, 3, 2, 3]}
    (reference,) = problem.by_role(Role.REFERENCE)
    given = inputs(problem, 1, "correctness-small")[0]
    answer = run(reference.source, "solution")(given)
    assert verdict(problem, answer, answer, given)
    assert not verdict(problem, answer + 1, answer, given)


@pytest.mark.parametrize(
    "body",
    [
        "    return {'values': [seed]}",
        "    return 'case', {'values': [seed]}",
        "    yield {'values': [seed]}",
        "    yield 'case', {'values': [seed]}",
    ],
)
@pytest.mark.parametrize("signature", ["seed, domain", "seed, input_domain=None", "seed, *rest", "*all"])
def test_generators_of_all_forms(tmp_path: Path, body: str, signature: str) -> None:
    unpack = "    seed = all[0]\n" if signature == "*all" else ""
    source = f"def input_generator({signature}):\n{unpack}{body}\n"
    made = inputs(loaded(tmp_path, input_generator=source), 1)[0]
    made = next(made) if hasattr(made, "__next__") else made
    assert made in ({"values": [42]}, ("case", {"values": [42]}))


@pytest.mark.parametrize(
    "body",
    [
        "    return a == b",
        "    return (a == b, 'reason')",
        "    assert a == b",
        "    if a != b: raise ValueError('different')",
        "    if a != b: raise TypeError('different')",
    ],
)
def test_validators_of_all_forms(tmp_path: Path, body: str) -> None:
    problem = loaded(tmp_path, output_validator=f"def output_validator(a, b):\n{body}\n")
    assert verdict(problem, 1, 1, None)
    assert not verdict(problem, 1, 2, None)


def test_groups_and_libraries(tmp_path: Path) -> None:
    problem = loaded(tmp_path, library="TF", reference_solution="import tensorflow.math, numba\n" + SOLUTION)
    assert problem.facts["group"] == "Others"
    assert problem.task.libraries == ("numba", "numpy", "tensorflow")
    assert problem.task.isolation == "candidate"  # numba compiles once, not once a case
    assert loaded(tmp_path).task.isolation == "case"


SOLUTION = "def solution(input_data):\n    return 0\n"


@pytest.mark.parametrize("name", ["dseffi.jsonl", "dseffi.jsonl.gz", "dseffi.json", "dseffi.json.gz"])
def test_files_of_all_forms(tmp_path: Path, name: str) -> None:
    records = [RECORD, RECORD | {"id": 77000002}]
    text = (
        json.dumps(records)
        if ".jsonl" not in name
        else "\n".join(json.dumps(record) for record in records) + "\n"
    )
    data = text.encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    assert [problem.id for problem in problems("dseffi", tmp_path)] == ["77000001", "77000002"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"input_generator": "def generate(seed, domain): ..."}, "input_generator: defines no function"),
        ({"input_generator": "def input_generator(seed): ..."}, "with 2 positional arguments"),
        ({"output_validator": "def output_validator(a, b, c): ..."}, "with 2 positional arguments"),
        ({"output_validator": "def output_validator(a, b"}, "output_validator: "),
        ({"reference_solution": "def solve(x): ..."}, "reference_solution: defines no function 'solution'"),
        ({"reference_solution": "def solution(): ..."}, "with 1 positional argument$"),
        ({"input_domain": []}, "task 77000001: inputs need at least one entry in domains"),
        ({"input_domain": ["small"]}, "task 77000001: domains has 'small'"),
        ({"input_domain": "correctness-small"}, r"Expected `array`, got `str` - at `\$.input_domain`"),
        ({"quality_scores": [3, "x"]}, r"\$.quality_scores\[1\]"),
    ],
)
def test_a_malformed_instance_is_named(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    write_lines(tmp_path / "dseffi.jsonl", RECORD | {"id": "77000000"}, RECORD | changes)
    with pytest.raises(DatasetError, match=rf"dseffi\.jsonl, line 2: .*{words}"):
        problems("dseffi", tmp_path)
    result = load("dseffi", tmp_path, keep_going=True)
    assert (len(result.problems), len(result.malformed)) == (1, 1)
