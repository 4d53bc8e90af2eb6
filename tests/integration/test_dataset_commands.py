"""`effibench datasets` and `effibench audit` as a user runs them, on small benchmarks of two tasks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import Invoke

INSTANCE: dict[str, Any] = {
    "id": "1",
    "library": "Others",
    "created": "2024-05-01",
    "source_url": "https://example.org/1",
    "task_description": "Double.",
    "input_specification": "A number.",
    "output_specification": "A number.",
    "input_example": "1",
    "output_example": "2",
    "input_domain": ["correctness-small"],
    "input_generator": "def input_generator(seed, domain):\n    return seed\n",
    "output_validator": "def output_validator(pred, ref):\n    return pred == ref, 'no'\n",
    "reference_solution": "def solution(input_data):\n    return 2 * input_data\n",
}
SLOW = "def add(n):\n    return sum([number for number in range(n)])\n"
FAST = "def add(n):\n    return n * (n - 1) // 2\n"


@pytest.fixture
def instances(tmp_path: Path) -> Path:
    broken = INSTANCE | {
        "id": "2",
        "reference_solution": "def solution(input_data):\n    raise ValueError('not today')\n",
    }
    lines = [json.dumps(record) + "\n" for record in (INSTANCE, broken)]
    (tmp_path / "dseffi.jsonl").write_text("".join(lines), encoding="utf-8")
    return tmp_path


def test_list_names_files_and_licences(invoke: Invoke) -> None:
    done = invoke("datasets", "list")
    assert done.code == 0
    for name in ("enamel", "coffe", "mercury", "dseffi"):
        assert f"\n{name} " in f"\n{done.out}"
    rows = json.loads(invoke("datasets", "list", "--json").out)
    assert {"name", "files", "pairs", "licence", "source", "title"} == set(rows[0])


def test_show_lists_tasks_and_shows_one(invoke: Invoke, instances: Path) -> None:
    done = invoke("datasets", "show", "dseffi", "--data", instances)
    assert (done.code, done.out.count("\n")) == (0, 2)
    assert "2 tasks, 2 scored, 0 malformed" in done.err
    one = invoke("datasets", "show", "dseffi", "1", "--data", instances)
    assert "Double." in one.out
    assert "correctness-small" in one.out
    assert json.loads(invoke("datasets", "show", "dseffi", "1", "--data", instances, "--json").out)[0][
        "task"
    ]["id"]
    assert invoke("datasets", "show", "dseffi", "3", "--data", instances).code == 2


def test_malformed_records_stop_or_are_reported(invoke: Invoke, instances: Path) -> None:
    with (instances / "dseffi.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "4"}\n')
    done = invoke("datasets", "show", "dseffi", "--data", instances)
    assert done.code == 2
    assert "dseffi.jsonl, line 3" in done.err
    going = invoke("datasets", "show", "dseffi", "--data", instances, "--keep-going")
    assert going.code == 1
    assert "malformed: " in going.err
    assert "2 tasks, 2 scored, 1 malformed" in going.err


def test_an_unknown_benchmark_is_named(invoke: Invoke, tmp_path: Path) -> None:
    done = invoke("datasets", "show", "enamal", "--data", tmp_path)
    assert done.code == 2
    assert "enamel" in done.err
    missing = invoke("datasets", "show", "enamel", "--data", tmp_path)
    assert missing.code == 2
    assert "enamel.csv" in missing.err


def test_verify_reports_the_valid_subset(invoke: Invoke, instances: Path) -> None:
    done = invoke("datasets", "verify", "dseffi", "--data", instances, "--level", "weak", "--json")
    assert done.code == 1
    found = json.loads(done.out)
    assert found["valid"] == ["1"]
    assert found["passed"] == {"reference": [1, 1]}
    assert found["broken"][0]["problem"] == "2"
    assert "not today" in found["broken"][0]["reason"]
    told = invoke("datasets", "verify", "dseffi", "2", "--data", instances, "--level", "weak")
    assert told.code == 1
    assert told.out.startswith("2  cannot be judged: ")
    assert "not today" in told.out
    good = invoke("datasets", "verify", "dseffi", "1", "--data", instances, "--level", "weak")
    assert good.code == 0
    assert "1 of 1 tasks are valid" in good.err
    assert invoke("datasets", "verify", "dseffi", "9", "--data", instances).code == 2


def enamel(folder: Path) -> Path:
    """One ENAMEL task with a HumanEval solution that loops where the reference calculates."""
    import csv

    fields = (
        "task_id",
        "prompt",
        "input_generator",
        "input_levels",
        "reference_solution",
        "checker",
        "entry_point",
    )
    prompt = 'def add(n):\n    """Sum below n."""\n'
    row = {
        "task_id": "HumanEval/0",
        "prompt": prompt,
        "input_generator": "def generate_input(size, lid, cid):\n    return (size + cid,)\n",
        "input_levels": "2000 4000 8000 16000",
        "reference_solution": FAST.partition("\n")[2],
        "checker": "def __check(input, answer, output):\n    return answer == output\n",
        "entry_point": "add",
    }
    with (folder / "enamel.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fields)
        writer.writeheader()
        writer.writerow(row)
    for name, body in (("humaneval", SLOW), ("humanevalplus", SLOW)):
        (folder / f"{name}-canonical.json").write_text(json.dumps([[body]]), encoding="utf-8")
    return folder


def test_audit_tells_the_pair_apart_and_goes_on_from_its_journal(invoke: Invoke, tmp_path: Path) -> None:
    folder, journal = enamel(tmp_path), tmp_path / "journal.jsonl"
    arguments = ("audit", "enamel", "--data", folder, "--level", "weak", "--granularity", "call")
    arguments += ("--paired-seconds", 0, "--journal", journal)
    done = invoke(*arguments)
    assert done.code == 0, done.err
    assert "enamel tells fast from slow on 1 of 1 by calls" in done.out
    assert "alarms on identical code" in done.out
    before = journal.read_bytes()
    again = invoke(*arguments, "--json")
    found = json.loads(again.out)
    assert journal.read_bytes() == before
    assert found["pairs"][0]["sampled"][0]["test"]["significant"] is True
    assert found["summaries"][0]["across"]["significant"] == 1
    other = invoke(*arguments, "--alpha", 0.01)
    assert other.code == 2
    assert "--journal" in other.err


def test_audit_of_one_domain(invoke: Invoke, tmp_path: Path) -> None:
    arguments = ("audit", "enamel", "--data", enamel(tmp_path), "--level", "weak", "--granularity", "call")
    arguments += ("--paired-seconds", 0, "--no-controls")
    assert invoke(*arguments, "--domain", "correctness-level-0").code == 0
    wrong = invoke(*arguments, "--domain", "stress-level-9")
    assert wrong.code == 2
    assert "stress-level-9" in wrong.err


@pytest.mark.parametrize(
    ("flag", "value"), [("--alpha", 5), ("--paired-seconds", -1), ("--minimum-effect", 2), ("--cases", 0)]
)
def test_audit_refuses_what_makes_no_sense(invoke: Invoke, tmp_path: Path, flag: str, value: float) -> None:
    done = invoke("audit", "enamel", "--data", enamel(tmp_path), flag, value)
    assert done.code == 2
    assert f"(flag {flag})" in done.err


def test_stress_writes_a_task_and_says_one_line_for_each(invoke: Invoke, tmp_path: Path) -> None:
    folder, out, journal = enamel(tmp_path), tmp_path / "out", tmp_path / "journal.jsonl"
    arguments = ("stress", "enamel", "--data", folder, "--out", out, "--level", "weak", "--tests", 3)
    arguments += ("--budget", 60, "--journal", journal)
    done = invoke(*arguments)
    assert done.code == 0, done.out + done.err
    first, last = done.out.splitlines()
    assert first.startswith("HumanEval/0: separable at size ")
    assert "3 tests, HumanEval-0" in first
    assert "1 of 1 pairs can be told apart by calls" in last
    assert (out / "HumanEval-0" / "task.toml").is_file()
    before = journal.read_bytes()
    found = json.loads(invoke(*arguments, "--json").out)
    assert journal.read_bytes() == before
    assert found["findings"][0]["outcome"] == "separable"
    assert invoke(*arguments, "--tests", 4).code == 2
    fast = tmp_path / "fast.py"
    fast.write_text(FAST, encoding="utf-8")
    assert invoke("time", fast, "--task", out / "HumanEval-0", "--level", "weak").code == 0


@pytest.mark.parametrize(
    ("flag", "value"), [("--alpha", 5), ("--tests", 0), ("--minimum-ratio", 1), ("--confirm-seconds", "inf")]
)
def test_stress_refuses_what_makes_no_sense(invoke: Invoke, tmp_path: Path, flag: str, value: object) -> None:
    arguments = ("stress", "enamel", "--data", enamel(tmp_path), "--out", tmp_path / "out")
    done = invoke(*arguments, flag, value)
    assert done.code == 2
    assert f"(flag {flag})" in done.err


def test_stress_of_nothing_to_tell_apart_ends_with_1(invoke: Invoke, tmp_path: Path) -> None:
    folder = enamel(tmp_path)
    for file in folder.glob("*-canonical.json"):
        file.write_text(json.dumps([[FAST]]), encoding="utf-8")
    arguments = ("stress", "enamel", "--data", folder, "--out", tmp_path / "out", "--level", "weak")
    done = invoke(*arguments, "--budget", 2)
    assert done.code == 1
    assert done.out.startswith("HumanEval/0: not separable up to size ")
    assert not (tmp_path / "out").exists()
    wrong = invoke(*arguments, "HumanEval/7")
    assert wrong.code == 2
    assert "HumanEval/7" in wrong.err
    assert invoke(*arguments, "--budget", 0).code == 2
