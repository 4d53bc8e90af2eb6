"""Audits of scripted solutions: what is valid at which granularity, and what a failure leaves to the others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from effibench.audit.benchmark import audit_benchmark
from effibench.audit.journal import Journal
from effibench.audit.pairs import pair_of
from effibench.audit.record import AuditSettings, Granularity, PairAudit
from effibench.audit.task import audit_task
from effibench.datasets.problem import Problem, Role, Solution
from effibench.errors import UsageError
from effibench.model import Verdict
from effibench.paired import Answer
from effibench.tasks.task import LiteralCase, Task
from effibench.timing.executor import A, CaseInput, Program, Stop
from effibench.timing.fake import FakeCall, FakeExecutor, Script
from effibench.timing.paired_table import ProgramFailedError

TASK = Task(id="fake/task", reference="reference", inputs="inputs", domains=("correctness-small",))
BOTH = AuditSettings(cases_per_domain=2, paired_seconds=0.0)
CALLS = msgspec.structs.replace(BOTH, granularities=(Granularity.CALL,))
PROCESSES = msgspec.structs.replace(BOTH, granularities=(Granularity.PROCESS,))
LENGTHS = {"slow": 2_000_000}  # of a call, in ns; all others take half of it


def honest(program: Program, case: CaseInput, call: int) -> FakeCall:
    return FakeCall(LENGTHS.get(program.source, 1_000_000), answer=case.seed)


def wrong(side: str, *, seed: int | None = None, from_call: int = 0) -> Script:
    """A side that gives no answer to one case or to all, from a call of its process on."""

    def script(program: Program, case: CaseInput, call: int) -> FakeCall:
        step = honest(program, case, call)
        hit = program.source == side and call >= from_call and seed in {None, case.seed}
        return FakeCall(step.wall_ns) if hit else step

    return script


class ScriptedProcesses:
    """Whole processes of 30 ms and 20 ms."""

    failure: ProgramFailedError | None = None

    def __init__(self, executor: Any, programs: tuple[Program, Program], suite: Any, lane: Any) -> None:
        self._programs = programs

    def __enter__(self) -> ScriptedProcesses:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def run(self, player: int) -> float:
        if self.failure is not None:
            raise self.failure
        return 0.03 if self._programs[player].source == "slow" else 0.02


@pytest.fixture(autouse=True)
def processes(monkeypatch: pytest.MonkeyPatch) -> type[ScriptedProcesses]:
    scripted = type("Scripted", (ScriptedProcesses,), {})
    monkeypatch.setattr("effibench.audit.task.WholeProcesses", scripted)
    return scripted


def problem(task: Task = TASK, *, fast: str = "fast") -> Problem:
    return Problem(
        benchmark="fake",
        task=task,
        solutions=(
            Solution(role=Role.CANONICAL, name="canonical", source="slow"),
            Solution(role=Role.PERFORMANT, name="performant", source=fast),
        ),
    )


def audited(script: Script, settings: AuditSettings = BOTH) -> PairAudit:
    executor: Any = FakeExecutor(script)
    made = problem()
    pair = pair_of(made)
    assert pair is not None
    return audit_task(executor, made, pair, settings)


def outline(made: PairAudit, granularity: Granularity) -> tuple[bool, bool | None, Verdict | None]:
    sampled = made.by(granularity)
    assert sampled is not None
    return sampled.test.valid, sampled.test.significant, sampled.failure


GOOD = (True, True, None)


def test_a_clear_pair() -> None:
    made = audited(honest, msgspec.structs.replace(BOTH, paired_seconds=2.0))
    assert outline(made, Granularity.CALL) == outline(made, Granularity.PROCESS) == GOOD
    assert made.valid
    assert made.growth is not None
    assert made.paired is not None
    assert (made.paired.verdict, made.paired.ratio) == (Answer.FASTER, pytest.approx(0.5))
    for sampled in made.sampled:
        assert (len(sampled.fast_seconds), len(sampled.slow_seconds)) == (30, 30)
        assert sampled.control is not None
        assert sampled.control.significant is False


def test_a_wrong_slow_side_leaves_the_tests_and_is_not_taken_in_turns() -> None:
    made = audited(wrong("slow", seed=43), msgspec.structs.replace(BOTH, paired_seconds=2.0))
    assert outline(made, Granularity.CALL) == outline(made, Granularity.PROCESS) == GOOD
    assert made.paired is not None
    assert (made.paired.verdict, made.paired.ratio, made.paired.e_value) == (None, None, None)
    assert made.paired.reason == "not taken: slow side: wrong_answer: correctness-small, seed 43: None != 43"


def test_both_sides_may_be_wrong_on_the_same_case() -> None:
    def script(program: Program, case: CaseInput, call: int) -> FakeCall:
        side = program.source if program.source != "reference" else "none"
        return wrong(side, seed=42)(program, case, call)

    assert outline(audited(script), Granularity.CALL) == GOOD


@pytest.mark.parametrize("settings", [CALLS, PROCESSES, BOTH])
def test_a_wrong_fast_side_is_invalid_at_every_granularity(settings: AuditSettings) -> None:
    made = audited(wrong("fast", seed=43), msgspec.structs.replace(settings, paired_seconds=2.0))
    for granularity in settings.granularities:
        assert outline(made, granularity) == (False, False, Verdict.WRONG_ANSWER)
    assert made.reason == "fast side: wrong_answer: correctness-small, seed 43: None != 43"
    assert (made.paired, made.growth) == (None, None)


def test_a_fast_side_that_is_right_once_is_invalid_by_calls() -> None:
    made = audited(wrong("fast", from_call=2), CALLS)  # the first run has two calls
    assert outline(made, Granularity.CALL) == (False, False, Verdict.WRONG_ANSWER)
    assert made.by(Granularity.CALL).fast_seconds == ()  # type: ignore[union-attr]


def test_a_failure_of_whole_processes_leaves_the_calls(processes: type[ScriptedProcesses]) -> None:
    processes.failure = ProgramFailedError(A, Verdict.RUNTIME_ERROR, "exit status 1")
    made = audited(honest, msgspec.structs.replace(BOTH, paired_seconds=2.0))
    assert outline(made, Granularity.CALL) == GOOD
    assert outline(made, Granularity.PROCESS) == (False, False, Verdict.RUNTIME_ERROR)
    assert (made.valid, made.reason) == (False, "fast side: runtime_error: exit status 1")
    assert made.growth is not None
    assert made.paired is not None
    assert made.paired.verdict is Answer.FASTER


@pytest.mark.parametrize("settings", [PROCESSES, BOTH])
def test_whole_processes_have_a_limit_of_their_own(settings: AuditSettings) -> None:
    def script(program: Program, case: CaseInput, call: int) -> FakeCall:
        if program.source != "fast" and program.task.limits.call_seconds < 6:
            return FakeCall(stop=Stop.TIME, reason="a call took longer than 5 s")
        return honest(program, case, call)

    made = audited(script, msgspec.structs.replace(settings, paired_seconds=2.0))
    assert outline(made, Granularity.PROCESS) == GOOD
    if Granularity.CALL in settings.granularities:
        assert outline(made, Granularity.CALL) == (False, False, Verdict.TIME_LIMIT)
    assert made.paired is not None
    assert made.paired.reason.startswith("not taken: slow side: time_limit: ")


def test_a_control_that_fails_takes_nothing_from_the_test() -> None:
    started = 0

    def script(program: Program, case: CaseInput, call: int) -> FakeCall:
        nonlocal started
        started += program.source == "slow" and call == 0
        if started > 1:
            return FakeCall(stop=Stop.CRASHED, reason="the process was killed")
        return honest(program, case, call)

    made = audited(script, CALLS)
    assert outline(made, Granularity.CALL) == GOOD
    control = made.sampled[0].control
    assert control is not None
    assert (control.p_value, control.significant) == (None, None)
    assert control.reason.startswith("the slow side against itself: runtime_error: ")


def test_a_broken_task_is_invalid_at_every_granularity() -> None:
    def script(program: Program, case: CaseInput, call: int) -> FakeCall:
        if program.source == "reference":
            return FakeCall(stop=Stop.RAISED, reason="ValueError")
        return honest(program, case, call)

    made = audited(script)
    assert [outline(made, granularity) for granularity in BOTH.granularities] == [(False, False, None)] * 2
    assert "reference.py" in made.reason


# --- over a benchmark ---


def test_a_finding_of_other_sources_is_not_taken_from_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"

    def found(fast: str) -> tuple[PairAudit, bool]:
        executor: Any = FakeExecutor(honest)
        with Journal(path, "fake", CALLS) as journal:
            report = audit_benchmark(executor, "fake", [problem(fast=fast)], CALLS, journal=journal)
        return report.pairs[0], bool(executor.events)

    first, measured = found("fast")
    assert measured
    assert found("fast") == (first, False)
    other, measured = found("faster")
    assert measured
    assert (other.task_digest, other.pair_digest == first.pair_digest) == (first.task_digest, False)
    assert found("faster") == (other, False)


def test_what_is_wrong_with_one_task_costs_that_task() -> None:
    executor: Any = FakeExecutor(honest)
    strange = Task(id="strange", cases=(LiteralCase(input=object(), expected=1),))
    report = audit_benchmark(executor, "fake", [problem(strange), problem()], CALLS)
    assert [pair.problem for pair in report.pairs] == ["fake/task"]
    assert [failure.problem for failure in report.failed] == ["strange"]
    assert "cases[0]" in report.failed[0].reason
    alone = audit_benchmark(executor, "fake", [problem(strange)], CALLS)
    assert (alone.pairs, len(alone.failed)) == ((), 1)


def test_settings_are_checked_first() -> None:
    executor: Any = FakeExecutor(honest)
    with pytest.raises(UsageError, match="--alpha"):
        audit_benchmark(executor, "fake", [problem()], AuditSettings(alpha=5.0))
    assert executor.events == []
