"""Performance tests for a small pair, with real processes from the search to the reloaded task."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from effibench.audit.benchmark import audit_benchmark
from effibench.audit.pairs import pair_of
from effibench.audit.record import AuditSettings, Granularity
from effibench.datasets.problem import Problem, Role, Solution
from effibench.stress.journal import Journal
from effibench.stress.native import NativeProber
from effibench.stress.prober import LineHits, Quick, Reason, Refusal, Side
from effibench.stress.profile import profile
from effibench.stress.record import Outcome, StressSettings
from effibench.stress.task import stress_benchmark, stress_task
from effibench.tasks.load import load_task
from effibench.tasks.task import Entry, EntryKind, LiteralCase, Task
from effibench.timing.executor import CaseInput, Program
from effibench.timing.memfile import Slice
from effibench.timing.native import NativeExecutor
from effibench.values import encode

SLOW = "def common(left, right):\n    return [value for value in left if value in right]\n"
FAST = "def common(left, right):\n    known = set(right)\n    return [value for value in left if value in known]\n"
CASES = [
    LiteralCase(input=[[1, 2, 3], [2, 3, 9]]),
    LiteralCase(input=[[4], [5, 4]]),
    LiteralCase(input=[[7, -8, 30, 2], [9]]),
]
QUICK = StressSettings(budget_seconds=60.0, tests=4, target_ratio=3.0)


@pytest.fixture(scope="module")
def executor() -> Iterator[NativeExecutor]:
    made = NativeExecutor(level="weak")
    yield made
    made.close()


def problem(name: str = "small/common", *, slow: str = SLOW, fast: str = FAST, **fields: Any) -> Problem:
    options = {"entry": Entry(kind=EntryKind.FUNCTION, name="common"), "cases": CASES, **fields}
    return Problem(
        benchmark="small",
        task=Task.make(name, reference=fast, **options),
        solutions=(
            Solution(role=Role.CANONICAL, name="canonical", source=slow),
            Solution(role=Role.PERFORMANT, name="performant", source=fast),
        ),
    )


@pytest.fixture
def prober(executor: NativeExecutor) -> Iterator[NativeProber]:
    made = problem()
    pair = pair_of(made)
    assert pair is not None
    with executor.lane(1, exclusive=True) as lane, NativeProber(executor, made.task, pair, lane, QUICK) as it:
        yield it


def probing(executor: NativeExecutor, made: Problem, arguments: list[Any], **more: Any) -> Refusal | None:
    pair = pair_of(made)
    assert pair is not None
    settings = msgspec.structs.replace(QUICK, **more)
    with executor.lane(1, exclusive=True) as lane:
        with NativeProber(executor, made.task, pair, lane, settings) as it:
            return it.validate(arguments)


def test_a_pair_becomes_separable_and_its_suite_is_a_task(executor: NativeExecutor, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path, "small", QUICK) as journal:
        report = stress_benchmark(
            executor, "small", [problem()], QUICK, out=tmp_path / "out", journal=journal
        )
    (found,) = report.findings
    assert found.outcome is Outcome.SEPARABLE, found.reason
    assert (found.ratio or 0.0) > 1.2
    assert found.tests >= 1
    task = load_task(tmp_path / "out" / found.folder)
    reloaded = msgspec.structs.replace(
        problem(), task=task.only([name for name in task.domains if name.startswith("stress-")])
    )
    settings = AuditSettings(granularities=(Granularity.CALL,), controls=False, paired_seconds=0.0)
    (pair,) = audit_benchmark(executor, "small", [reloaded], settings).pairs
    assert pair.valid, pair.reason
    sampled = pair.by(Granularity.CALL)
    assert sampled is not None
    assert sampled.test.significant
    with Journal(path, "small", QUICK) as journal:
        again = stress_benchmark(executor, "small", [problem()], QUICK, out=tmp_path / "out", journal=journal)
    assert again.findings == report.findings


def test_valid_inputs_are_timed_and_counted(prober: NativeProber) -> None:
    arguments = [[1, 2, 3, 4], [4, 9]]
    assert prober.validate(arguments) is None
    quick = prober.quick(arguments, 5)
    assert isinstance(quick, Quick)
    assert (len(quick.fast_seconds), len(quick.slow_seconds)) == (5, 5)
    assert min(*quick.fast_seconds, *quick.slow_seconds) > 0
    first, second = (prober.lines(arguments, Side.FAST) for _ in range(2))
    assert isinstance(first, LineHits)
    assert first == second
    assert set(first.hits) == {2, 3}
    assert first.hits[2] == 1


@pytest.mark.parametrize(
    ("slow", "fast", "reason"),
    [
        (SLOW, FAST.replace("known]", "known or value == 1]"), Reason.DISAGREE),
        (SLOW, FAST.replace("set(right)", "{right}"), Reason.RAISED),
        (SLOW.replace("return", "while True:\n        pass\n    return"), FAST, Reason.TIME),
        ("import itertools\nturn = itertools.count()\n" + SLOW.replace("]\n", "] + [0] * (next(turn) % 2)\n"), FAST, Reason.DISAGREE),
    ],
)  # fmt: skip
def test_inputs_on_which_a_side_fails_are_refused(
    executor: NativeExecutor, slow: str, fast: str, reason: Reason
) -> None:
    made = problem(slow=slow, fast=fast)
    made = msgspec.structs.replace(made, task=msgspec.structs.replace(made.task, reference=FAST))
    refused = probing(executor, made, [[1, 2], [2]], call_seconds=0.5)
    assert refused is not None
    assert refused.reason is reason


def test_inputs_that_cannot_travel_are_refused(executor: NativeExecutor) -> None:
    refused = probing(executor, problem(), [[1], object()])
    assert refused is not None
    assert refused.reason is Reason.UNENCODABLE
    large = probing(executor, problem(), [list(range(1000)), []], max_bytes=500)
    assert large is not None
    assert large.reason is Reason.SIZE


def test_the_trusted_solution_names_its_line(executor: NativeExecutor) -> None:
    broken = problem(fast="def common(left, right):\n    left.sort()\n    return right[0]\n")
    refused = probing(executor, broken, [[1], []])
    assert refused is not None
    assert (refused.reason, refused.error_type, refused.line) == (Reason.RAISED, "IndexError", 3)


@pytest.mark.parametrize(
    ("body", "complete"),
    [("for _ in range(n):\n        pass", True), ("while True:\n        try:\n            n += 1\n        except BaseException:\n            pass", False)],
)  # fmt: skip
def test_counts_are_cut_off_whatever_the_solution_catches(
    executor: NativeExecutor, body: str, complete: bool
) -> None:
    task = Task.make(
        "t",
        reference=f"def f(n):\n    {body}\n",
        entry=Entry(kind=EntryKind.FUNCTION, name="f"),
        cases=[LiteralCase(input=[10])],
    )
    case = CaseInput("stress", 0, Slice.of(encode([10])))
    found = profile(executor, Program(task.reference, "candidate", task), case, max_events=1000)
    assert isinstance(found, LineHits)
    assert found.complete is complete
    assert found.total == (21 if complete else 1000)


def test_a_count_of_a_solution_that_ends_its_process_is_refused(executor: NativeExecutor) -> None:
    source = "import os\ndef common(left, right):\n    os._exit(3)\n"
    made = problem(fast=source)
    case = CaseInput("stress", 0, Slice.of(encode([[1], [2]])))
    found = profile(executor, Program(source, "candidate", made.task), case)
    assert isinstance(found, Refusal)
    assert "exit status 3" in found.message


def test_programs_have_no_arguments(executor: NativeExecutor) -> None:
    made = problem(entry=Entry(kind=EntryKind.PROGRAM), cases=[LiteralCase(input="1\n", expected="1\n")])
    pair = pair_of(made)
    assert pair is not None
    found = stress_task(executor, made, pair, QUICK).finding
    assert found.outcome is Outcome.INVALID
    assert "no arguments" in found.reason


def test_by_processes_the_start_of_an_interpreter_counts(executor: NativeExecutor) -> None:
    made = problem()
    pair = pair_of(made)
    assert pair is not None
    settings = msgspec.structs.replace(QUICK, granularity=Granularity.PROCESS)
    with executor.lane(1, exclusive=True) as lane:
        with NativeProber(executor, made.task, pair, lane, settings) as it:
            assert it.overhead_seconds == 0.0
            assert it.validate([[1], [2]]) is None
            assert 0.003 < it.overhead_seconds < 30
