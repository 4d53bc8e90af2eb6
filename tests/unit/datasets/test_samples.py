"""Submissions of models in the formats of the benchmarks' own tools."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from external_data import data_folder

from effibench.datasets.completion import parsed
from effibench.datasets.problem import Problem
from effibench.datasets.registry import load
from effibench.datasets.samples import Samples, read_samples
from effibench.errors import DatasetError
from effibench.tasks.task import Entry, EntryKind, LiteralCase, Task


def problem(name: str) -> Problem:
    task = Task.make(
        name,
        prompt=f"Prompt of {name}",
        cases=[LiteralCase(input=[], expected=1)],
        entry=Entry(kind=EntryKind.FUNCTION, name="f"),
    )
    return Problem(benchmark="b", task=task, template="def f():\n[insert]")


PROBLEMS = [problem("HumanEval/0"), problem("HumanEval/1"), problem("7")]
BODY = "    return 1\n"
WHOLE = "def f():\n    return 2\n"


def summary(found: Samples) -> list[tuple[str, int, int]]:
    """Task, number and what the program returns."""
    made = []
    for sample in found.samples:
        namespace: dict[str, Any] = {}
        exec(sample.source, namespace)
        made.append((sample.problem.id, sample.number, namespace["f"]()))
    return made


def written(path: Path, content: Any) -> Path:
    path.write_text(json.dumps(content))
    return path


def lines(path: Path, *values: Any) -> Path:
    path.write_text("".join(json.dumps(value) + "\n" for value in values))
    return path


def test_json_lines_with_completions_and_solutions(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "samples.jsonl",
        {"task_id": "HumanEval/1", "completion": BODY, "extra": 1},
        {"task_id": 7, "solution": WHOLE},
        {"task_id": "HumanEval/1", "solution": WHOLE},
    )
    found = read_samples(path, PROBLEMS)
    assert summary(found) == [("HumanEval/1", 0, 1), ("7", 0, 2), ("HumanEval/1", 1, 2)]
    assert (found.covered, found.tasks, found.ignored, found.malformed) == (2, 3, [], [])
    assert [sample.number for sample in found.of("HumanEval/1")] == [0, 1]
    packed = tmp_path / "samples.jsonl.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert summary(read_samples(packed, PROBLEMS)) == summary(found)


def test_an_unknown_task_is_named_with_its_line(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "samples.jsonl",
        {"task_id": "HumanEval/0", "completion": BODY},
        {"task_id": "HumanEval/9", "completion": BODY},
        {"task_id": "HumanEval/0"},
        {"completion": BODY},
    )
    with pytest.raises(
        DatasetError, match=r"samples\.jsonl, line 2: no task is called 'HumanEval/9'; near is 'Human"
    ):
        read_samples(path, PROBLEMS)
    found = read_samples(path, PROBLEMS, keep_going=True)
    assert len(found.samples) == 1
    assert [str(error).partition(", line ")[2] for error in found.malformed[1:]] == [
        "3: expected task_id, and completion or solution",
        "4: expected task_id, and completion or solution",
    ]


def test_a_folder_for_each_task_and_a_file_for_each_task(tmp_path: Path) -> None:
    for name in ("10.py", "9.py", "notes.txt"):
        (tmp_path / "HumanEval_0").mkdir(exist_ok=True)
        (tmp_path / "HumanEval_0" / name).write_text(WHOLE.replace("2", name.partition(".")[0]))
    (tmp_path / "7.py").write_text(BODY)
    (tmp_path / "README.md").write_text("…")
    found = read_samples(tmp_path, PROBLEMS)
    assert summary(found) == [("7", 0, 1), ("HumanEval/0", 0, 9), ("HumanEval/0", 1, 10)]
    (tmp_path / "HumanEval_1").mkdir()
    assert read_samples(tmp_path, PROBLEMS).ignored == [
        "HumanEval_1: no Python file",
        "README.md: no Python file",
    ]
    (tmp_path / "HumanEval_5.py").write_text(BODY)
    with pytest.raises(DatasetError, match=r"HumanEval_5\.py: no task is called 'HumanEval_5'"):
        read_samples(tmp_path, PROBLEMS)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "7.py").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(DatasetError, match=r"7\.py: .*decode"):
        read_samples(tmp_path, PROBLEMS)


def test_predictions_by_prompt(tmp_path: Path) -> None:
    path = written(
        tmp_path / "predictions.json",
        {
            "Prompt of 7": [[BODY, WHOLE], True],
            "Prompt of HumanEval/0": [WHOLE, True],
            "Prompt of HumanEval/1": [[WHOLE], False],
            "Prompt of yesteryear": [[WHOLE], True],
        },
    )
    found = read_samples(path, PROBLEMS)
    assert summary(found) == [("7", 0, 1), ("7", 1, 2), ("HumanEval/0", 0, 2)]
    assert [reason.rpartition(": ")[2] for reason in found.ignored] == [
        "marked as not valid",
        "no task has this prompt",
    ]
    with pytest.raises(DatasetError, match="'Prompt of 7'"):
        read_samples(written(path, {"Prompt of 7": [[3], True]}), PROBLEMS)


def test_lists_of_lists_by_position(tmp_path: Path) -> None:
    path = written(tmp_path / "generations.json", [[BODY, WHOLE], []])
    found = read_samples(path, PROBLEMS)
    assert summary(found) == [("HumanEval/0", 0, 1), ("HumanEval/0", 1, 2)]
    assert found.covered == 1
    with pytest.raises(DatasetError, match="has answers to 4 tasks, but there are 3"):
        read_samples(written(path, [[BODY]] * 4), PROBLEMS)
    written(path, [[BODY]] * 4)
    found = read_samples(path, PROBLEMS, keep_going=True)
    assert (found.samples, len(found.malformed)) == ([], 1)  # whose answers they are is unknown
    with pytest.raises(DatasetError, match=r"record 1: .*array"):
        read_samples(written(path, [[BODY], BODY]), PROBLEMS)


def test_results_with_numbers_of_problems(tmp_path: Path) -> None:
    path = written(tmp_path / "results.json", [{"problem_idx": 7, "completion": WHOLE, "test_case": "…"}])
    assert summary(read_samples(path, PROBLEMS)) == [("7", 0, 2)]
    with pytest.raises(DatasetError, match="record 1: "):
        read_samples(written(path, [{"problem_idx": 7, "completion": WHOLE}, 3]), PROBLEMS)


def test_other_languages_are_left_out_and_said_so(tmp_path: Path) -> None:
    languages = {"python3": WHOLE, "cpp": "…", "java": None}
    path = written(tmp_path / "solutions.json", {"7": languages, "HumanEval/0": {"python3": None}})
    found = read_samples(path, PROBLEMS)
    assert summary(found) == [("7", 0, 2)]
    assert [reason.partition(": ")[2] for reason in found.ignored] == [
        "cpp: only Python is judged",
        "java: only Python is judged",
        "python3: no answer",
    ]


def test_an_answer_cut_within_a_character(tmp_path: Path) -> None:
    path = written(tmp_path / "results.json", [{"problem_idx": 7, "completion": "# \ud83d"}])
    (sample,) = read_samples(path, PROBLEMS).samples
    assert "\ud83d" in sample.source


@pytest.mark.parametrize("content", [3, "x", None])
def test_a_document_that_is_none(tmp_path: Path, content: Any) -> None:
    with pytest.raises(DatasetError, match="expected a list or an object"):
        read_samples(written(tmp_path / "x.json", content), PROBLEMS)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="is missing"):
        read_samples(tmp_path / "x.json", PROBLEMS)


@pytest.mark.external
@pytest.mark.parametrize(
    ("name", "folder", "file", "tasks", "foreign", "cut"),
    [
        ("coffe", "function", "function_GPT-4o", 398, 23, 0),
        ("coffe", "function", "function_Llama3.1_405B", 398, 23, 1),
        ("contests", "deepmind_code_contests", "deepmind_code_contests_GPT-4o", 58, 48, 0),
    ],
)
def test_published_predictions(name: str, folder: str, file: str, tasks: int, foreign: int, cut: int) -> None:
    root = data_folder("coffe")
    found = read_samples(root / "examples" / f"{file}.json", load(name, root / folder).problems)
    assert (found.covered, len(found.samples), len(found.ignored)) == (tasks, tasks, foreign)
    assert (
        sum(parsed(sample.source) is None for sample in found.samples) == cut
    )  # an answer cut off at its length
