"""A search over a benchmark with scripted tasks: what a journal saves it, and what it does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from effibench.audit.pairs import SolutionPair
from effibench.datasets.problem import Problem, Role, Solution
from effibench.errors import HostError
from effibench.stress.engine import Stressed
from effibench.stress.journal import Journal
from effibench.stress.record import Outcome, StressFinding, StressInput, StressReport, StressSettings
from effibench.stress.task import stress_benchmark
from effibench.tasks.task import Entry, EntryKind, LiteralCase, Task

SETTINGS = StressSettings()
SLOW = "def f(x):\n    return sum([y for y in x])\n"
FAST = "def f(x):\n    return sum(x)\n"


def problem(fast: str = FAST, *, name: str = "small/f", **fields: Any) -> Problem:
    entry = Entry(kind=EntryKind.FUNCTION, name="f")
    return Problem(
        benchmark="small",
        task=Task.make(name, reference=SLOW, entry=entry, cases=[LiteralCase(input=[[1, 2]])], **fields),
        solutions=(
            Solution(role=Role.CANONICAL, name="canonical", source=SLOW),
            Solution(role=Role.PERFORMANT, name="performant", source=fast),
        ),
    )


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Sources of the fast sides that were searched; each search finds one input."""
    asked: list[str] = []

    def stress_task(executor: Any, made: Problem, pair: SolutionPair, *_: Any, **more: Any) -> Stressed:
        asked.append(pair.fast.source)
        found = StressFinding(
            problem=made.id,
            task_digest=made.task.digest,
            pair_digest=pair.digest,
            outcome=Outcome.SEPARABLE,
            tests=1,
        )
        return Stressed(found, (StressInput([[1, 2, 3]]),), ([[1, 2]],), 1000, 5.0)

    monkeypatch.setattr("effibench.stress.task.stress_task", stress_task)
    return asked


def search(folder: Path, made: Problem, *, out: str = "out") -> StressReport:
    executor: Any = None
    with Journal(folder / "journal.jsonl", "small", SETTINGS) as journal:
        return stress_benchmark(executor, "small", [made], SETTINGS, out=folder / out, journal=journal)


def test_what_was_found_is_not_searched_again(tmp_path: Path, searched: list[str]) -> None:
    first, second = search(tmp_path, problem()), search(tmp_path, problem())
    assert first.findings == second.findings
    assert (tmp_path / "out" / first.findings[0].folder / "task.toml").is_file()
    assert searched == [FAST]


def test_other_sources_are_searched_again(tmp_path: Path, searched: list[str]) -> None:
    other = FAST.replace("sum(x)", "sum(x) + 0")
    for made in (problem(), problem(other), problem(other)):
        search(tmp_path, made)
    assert searched == [FAST, other]


def test_another_folder_gets_its_suite_too(tmp_path: Path, searched: list[str]) -> None:
    search(tmp_path, problem())
    found = search(tmp_path, problem(), out="other").findings[0]
    assert (tmp_path / "other" / found.folder / "task.toml").is_file()
    assert len(searched) == 2


def test_a_suite_that_cannot_be_written_leaves_the_finding(tmp_path: Path, searched: list[str]) -> None:
    made = problem(prompt="half a character: \ud800")
    first, second = search(tmp_path, made), search(tmp_path, made)
    (found,) = first.findings
    assert (found.outcome, found.folder) == (Outcome.SEPARABLE, "")
    assert "cannot be written" in found.reason
    assert (first.findings, first.failed) == (second.findings, ())
    assert len(searched) == 1


def test_a_disk_that_takes_nothing_is_a_failure_of_the_machine(tmp_path: Path, searched: list[str]) -> None:
    (tmp_path / "out").write_text("", encoding="utf-8")
    executor: Any = None
    others = [problem(name=name) for name in "ab"]
    with pytest.raises(HostError, match="flag --out"):
        stress_benchmark(executor, "small", others, SETTINGS, out=tmp_path / "out")
