"""Audits of small benchmarks with real processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from effibench.audit.benchmark import audit_benchmark
from effibench.audit.journal import Journal
from effibench.audit.record import AuditSettings, Granularity, PairAudit
from effibench.datasets.problem import Problem, Role, Solution
from effibench.model import Verdict
from effibench.tasks.task import Entry, EntryKind, LiteralCase, ResultPolicy, Task
from effibench.timing.native import NativeExecutor

SLOW = "def add(values, much):\n    total = 0\n    for value in values * much:\n        total += value\n    return total\n"
FAST = "def add(values, much):\n    return sum(values) * much\n"
ONCE = "seen = []\ndef add(values, much):\n    seen.append(much)\n    return None if len(seen) > 2 else sum(values) * much\n"
STARTS = "import subprocess\ndef add(values, much):\n    subprocess.run(['/bin/true'], check=True)\n    return sum(values) * much\n"
CASES = [LiteralCase(input=[[1, 2, 3], 3000]), LiteralCase(input=[[4, 5], 5000])]
QUICK = AuditSettings(paired_seconds=0.0, granularities=(Granularity.CALL,))
PROCESSES = AuditSettings(controls=False, paired_seconds=0.0, granularities=(Granularity.PROCESS,))


@pytest.fixture(scope="module")
def executor() -> Iterator[NativeExecutor]:
    made = NativeExecutor(level="weak")
    yield made
    made.close()


def problem(
    name: str = "add", *, slow: str = SLOW, fast: str = FAST, reference: str = SLOW, **fields: Any
) -> Problem:
    options = {"entry": Entry(kind=EntryKind.FUNCTION, name="add"), "cases": CASES, **fields}
    return Problem(
        benchmark="small",
        task=Task.make(name, reference=reference, **options),
        solutions=(
            Solution(role=Role.CANONICAL, name="canonical", source=slow),
            Solution(role=Role.PERFORMANT, name="performant", source=fast),
        ),
    )


def one(executor: NativeExecutor, made: Problem, settings: AuditSettings = QUICK) -> PairAudit:
    (pair,) = audit_benchmark(executor, "small", [made], settings).pairs
    return pair


def test_a_clear_pair_is_told_apart_by_calls(executor: NativeExecutor) -> None:
    settings = AuditSettings(paired_seconds=3.0, granularities=(Granularity.CALL,))
    found = audit_benchmark(executor, "small", [problem()], settings)
    (pair,) = found.pairs
    sampled = pair.by(Granularity.CALL)
    assert pair.valid
    assert sampled is not None
    assert (len(sampled.fast_seconds), len(sampled.slow_seconds)) == (30, 30)
    assert sampled.test.significant
    assert (sampled.test.delta or 0.0) > 0.9
    assert sampled.control is not None
    assert sampled.control.p_value is not None
    assert pair.paired is not None
    assert (pair.paired.ratio or 1.0) < 0.5
    assert pair.change is not None
    assert "1 of 1 by calls" in found.conclusion


def test_whole_processes_hide_what_calls_show(executor: NativeExecutor) -> None:
    sampled = one(executor, problem(), PROCESSES).by(Granularity.PROCESS)
    assert sampled is not None
    assert sampled.control is None
    assert min(*sampled.fast_seconds, *sampled.slow_seconds) > 0.003, "an interpreter starts in no less"
    assert sampled.test.p_value is not None


@pytest.mark.parametrize(
    ("entry", "source", "given"),
    [
        (Entry(), "def solution(value):\n    assert value == [1, 2]\n", [1, 2]),
        (
            Entry(kind=EntryKind.METHOD, owner="Solver", name="run"),
            "class Solver:\n    def run(self, left, right):\n        assert (left, right) == (1, 2)\n",
            [1, 2],
        ),
        (Entry(kind=EntryKind.PROGRAM), "assert input() == '1 2'\nassert exp(0) == 1\n", "1 2\n"),
    ],
)
def test_processes_of_every_kind_call_their_entry(
    executor: NativeExecutor, entry: Entry, source: str, given: Any
) -> None:
    expected = "" if entry.kind is EntryKind.PROGRAM else None
    made = problem(
        slow=source,
        fast=source,
        reference=source,
        entry=entry,
        prelude="from math import exp\n",
        cases=[LiteralCase(input=given, expected=expected)],
    )
    pair = one(executor, made, PROCESSES)
    assert pair.valid, pair.reason
    broken = problem(
        slow=source,
        fast=source.replace("assert", "assert not", 1),
        reference=source,
        entry=entry,
        prelude="from math import exp\n",
        cases=[LiteralCase(input=given, expected=expected)],
    )
    pair = one(executor, broken, PROCESSES)
    assert (pair.valid, pair.sampled[0].failure) == (False, Verdict.RUNTIME_ERROR)


@pytest.mark.parametrize(
    ("fast", "failure"),
    [
        ("def add(values, much):\n    return sum(values) * much + (much == 5000)\n", Verdict.WRONG_ANSWER),
        ("def add(values, much):\n    raise KeyError(much)\n", Verdict.RUNTIME_ERROR),
        (ONCE, Verdict.WRONG_ANSWER),
        ("def add(values, much):\n    while True:\n        pass\n", Verdict.TIME_LIMIT),
    ],
)
def test_a_fast_side_that_fails_is_invalid(executor: NativeExecutor, fast: str, failure: Verdict) -> None:
    made = problem(fast=fast)
    limits = {"call_seconds": 0.5}
    task = msgspec.structs.replace(made.task, limits=msgspec.structs.replace(made.task.limits, **limits))
    pair = one(executor, msgspec.structs.replace(made, task=task))
    assert (pair.valid, pair.sampled[0].failure) == (False, failure)
    assert pair.reason.startswith("fast side: ")
    sampled = pair.by(Granularity.CALL)
    assert sampled is not None
    assert (sampled.test.p_value, sampled.test.significant) == (1.0, False)


@pytest.mark.parametrize("granularity", list(Granularity))
@pytest.mark.parametrize("source", ["import not_installed\n" + SLOW, "def add(values, much:\n", "x = 1\n"])
def test_a_slow_side_that_does_not_load_is_its_own_failure(
    executor: NativeExecutor, source: str, granularity: Granularity
) -> None:
    settings = msgspec.structs.replace(QUICK, granularities=(granularity,))
    pair = one(executor, problem(slow=source), settings)
    assert (pair.valid, pair.sampled[0].failure) == (False, Verdict.RUNTIME_ERROR)
    assert pair.reason.startswith("slow side: ")


def test_a_slow_side_that_fails_a_test_leaves_the_pair_valid(executor: NativeExecutor) -> None:
    wrong = SLOW.replace("return total", "return total - (much == 3000)")
    pair = one(executor, problem(slow=wrong), msgspec.structs.replace(QUICK, paired_seconds=1.0))
    assert pair.valid, pair.reason
    assert pair.sampled[0].test.p_value is not None
    assert pair.paired is not None
    assert pair.paired.verdict is None
    assert pair.paired.reason.startswith("not taken: slow side: wrong_answer: ")


@pytest.mark.parametrize(
    "fast",
    [
        "from __future__ import annotations\n" + FAST,
        "\ufeff" + FAST,
        FAST + "\nif __name__ == '__main__':\n    input()\n",
        STARTS,
    ],
)
def test_whole_processes_run_what_is_called(executor: NativeExecutor, fast: str) -> None:
    policy = ResultPolicy(subprocesses=fast is STARTS)
    pair = one(executor, problem(fast=fast, prelude="from math import exp\n", result=policy), PROCESSES)
    assert pair.valid, pair.reason


def test_whole_processes_have_a_limit_of_their_own(executor: NativeExecutor) -> None:
    made = problem(slow="import time\n" + SLOW.replace("total = 0", "total = time.sleep(0.1) or 0"))
    limits = msgspec.structs.replace(made.task.limits, call_seconds=0.05)
    made = msgspec.structs.replace(made, task=msgspec.structs.replace(made.task, limits=limits))
    settings = msgspec.structs.replace(QUICK, controls=False, granularities=tuple(Granularity))
    by_call, by_process = one(executor, made, settings).sampled
    assert by_call.failure is Verdict.TIME_LIMIT
    assert by_process.test.valid, by_process.test.reason
    assert by_process.test.significant


def test_a_broken_task_is_invalid_and_the_rest_goes_on(executor: NativeExecutor) -> None:
    broken = problem("broken", reference="def add(values, much):\n    raise ValueError(much)\n")
    found = audit_benchmark(executor, "small", [broken, problem()], QUICK)
    assert [pair.valid for pair in found.pairs] == [False, True]
    assert found.pairs[0].sampled[0].failure is None
    assert "reference.py" in found.pairs[0].reason
    assert found.summaries[0].across.tasks == 2


def test_what_a_journal_has_is_not_measured_again(executor: NativeExecutor, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path, "small", QUICK) as journal:
        first = audit_benchmark(executor, "small", [problem()], QUICK, journal=journal)
    with Journal(path, "small", QUICK) as journal:
        again = audit_benchmark(executor, "small", [problem(), problem("other")], QUICK, journal=journal)
    assert again.pairs[0] == first.pairs[0]
    changed = problem(cases=CASES[:1])
    with Journal(path, "small", QUICK) as journal:
        third = audit_benchmark(executor, "small", [changed], QUICK, journal=journal)
    assert third.pairs[0].task_digest != first.pairs[0].task_digest
