"""`effibench calibrate`: flags, the table for people, and the record."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from command_line import Invoke

from effibench.tasks.task import Task
from effibench.timing.calibrate import Calibration
from effibench.timing.fake import FakeCall, FakeExecutor

TASK_TOML = """id = "mine/sum"
title = "Sum"
library = "none"
domains = ["correctness-small", "stress-large"]
created = 2026-11-30
"""


@pytest.fixture
def task(tmp_path: Path) -> Path:
    folder = tmp_path / "sum"
    folder.mkdir()
    for name, text in {
        "task.toml": TASK_TOML,
        "inputs.py": "def input_generator(seed, input_domain):\n    return [seed, len(input_domain)]\n",
        "reference.py": "def solution(x):\n    return sum(x) + sum(range(10_000))\n",
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def executor(monkeypatch: pytest.MonkeyPatch) -> FakeExecutor:
    """Repetitions take 1 ms and 3 ms in turn, so every mean does."""
    starts = 0

    def script(program: object, case: object, number: int) -> FakeCall:
        nonlocal starts
        starts += number == 0
        return FakeCall(wall_ns=1_000_000 if starts % 2 else 3_000_000)

    fake = FakeExecutor(script)
    monkeypatch.setattr("effibench.timing.session._native", lambda **options: fake)
    return fake


def test_the_table_has_the_published_shape_beside_the_published_figures(
    invoke: Invoke, task: Path, executor: FakeExecutor
) -> None:
    done = invoke("calibrate", task, "--cases", 1, "--repetitions", 2)
    assert (done.code, done.err) == (0, "")
    lines = [line.split() for line in done.out.splitlines()]
    assert "2 repetitions on each of 2 cases of 1 task(s), fake" in done.out
    head = ["M=1", "M=2", "M=3", "M=4", "M=5"]
    assert [*head, *head] in lines
    here = ["70.71"] * 5  # 100 · √2 / 2
    assert ["W=1", *here, "W=1", "7.16", "4.92", "3.92", "3.34", "2.93"] in lines
    assert ["W=3", *here, "W=3", "6.73", "4.62", "3.67", "3.12", "2.74"] in lines
    assert ["W=5", *here, "W=5", "5.82", "3.98", "3.15", "2.67", "2.33"] in lines
    assert "DSEffi-Bench, table 19" in done.out
    assert ["mine/sum", "2", *here] in lines
    assert executor.events[-1] == "close"


def test_json_is_the_whole_record(invoke: Invoke, task: Path, executor: FakeExecutor) -> None:
    done = invoke("calibrate", task, "--cases", 3, "--repetitions", 4, "--seed", 7, "--json")
    assert (done.code, done.err) == (0, "")
    made = msgspec.json.decode(done.out, type=Calibration)
    assert (made.repetitions, made.base_seed, made.schema) == (4, 7, 1)
    assert [case.seed for case in made.tasks[0].cases] == [7, 8, 9] * 2
    assert [len(case.times_ns) for case in made.tasks[0].cases] == [4] * 6
    assert json.loads(done.out)["cells"][0] == {
        "warmups": 1,
        "timed": 1,
        "cv_percent": pytest.approx(100 / 3**0.5),  # 1, 3, 1, 3: standard deviation 2 / √3
        "published_cv_percent": 7.16,
    }


def test_ten_repetitions_and_all_bundled_tasks_are_the_default(
    invoke: Invoke, executor: FakeExecutor
) -> None:
    from effibench.tasks.load import list_tasks

    done = invoke("calibrate", "--cases", 1, "--json")
    assert done.code == 0
    made = msgspec.json.decode(done.out, type=Calibration)
    assert [entry.task for entry in made.tasks] == list(list_tasks())
    assert {len(case.times_ns) for entry in made.tasks for case in entry.cases} == {10}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--repetitions", "1"], "repetitions = 1 (flag --repetitions)"),
        (["--repetitions", "few"], "'few'"),
        (["--cases", "0"], "--cases"),
        (["--protocol", "paper"], "--protocol"),  # every W and M is measured
        (["numpy/nothing-like-it"], "numpy/nothing-like-it"),
    ],
)
def test_a_usage_error_names_what_to_mend(
    invoke: Invoke, executor: FakeExecutor, arguments: list[str], words: str
) -> None:
    done = invoke("calibrate", *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_real_processes(invoke: Invoke, task: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EFFIBENCH_LOCK_DIR", str(tmp_path / "locks"))
    flags = ("--level", "weak", "--cases", 1, "--repetitions", 2)
    done = invoke("calibrate", task, *flags, "--json")
    assert done.code == 0, done.err
    made = msgspec.json.decode(done.out, type=Calibration)
    (only,) = made.tasks
    assert [(case.domain, case.seed) for case in only.cases] == [
        ("correctness-small", 42),
        ("stress-large", 42),
    ]
    for case in only.cases:
        assert [len(times) for times in case.times_ns] == [10, 10]
        assert min(map(min, case.times_ns)) > 0
    assert made.host.lane
    (task / "reference.py").write_text("def solution(x):\n    return y\n", encoding="utf-8")
    broken = invoke("calibrate", task, *flags)
    assert (broken.code, broken.out) == (2, "")
    assert "reference.py on correctness-small, seed 42: runtime_error: NameError" in broken.err


def test_an_interrupt_prints_what_there_is_and_says_so(
    invoke: Invoke, task: Path, tmp_path: Path, executor: FakeExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    shutil.copytree(task, other)
    (other / "task.toml").write_text(TASK_TOML.replace("mine/sum", "mine/other"), encoding="utf-8")
    inputs = FakeExecutor.inputs

    def interrupted(self: FakeExecutor, task: Task, *rest: Any) -> Any:
        if task.id == "mine/other":
            raise KeyboardInterrupt
        return inputs(self, task, *rest)

    monkeypatch.setattr(FakeExecutor, "inputs", interrupted)
    done = invoke("calibrate", task, other, "--cases", 1, "--repetitions", 2, "--json")
    assert (done.code, done.err) == (130, "effibench: interrupted after 1 of 2 tasks\n")
    assert json.loads(done.out)["not_reached"] == ["mine/other"]
