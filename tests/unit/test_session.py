"""The session over the fake executor: protocols, verdicts, flags and the order of events, to the nanosecond."""

from __future__ import annotations

import statistics

import pytest

from effibench.errors import HostError, TaskError, UsageError
from effibench.model import Flag, Measurement, Verdict
from effibench.tasks.task import Task
from effibench.timing.executor import CaseInput, Program, Stop
from effibench.timing.fake import FakeCall, FakeExecutor, Script
from effibench.timing.session import Session

TASK = Task(
    id="fake/task",
    reference="reference",
    inputs="inputs",
    domains=("stress-large", "correctness-small"),
)
MS = 1_000_000


def constant(wall_ns: int = MS, **fields: object) -> Script:
    return lambda program, case, call: FakeCall(wall_ns=wall_ns, answer=case.seed, **fields)  # type: ignore[arg-type]


def by_role(candidate: Script, reference: Script | None = None) -> Script:
    honest = reference or constant()
    return lambda program, case, call: (candidate if program.role == "candidate" else honest)(
        program, case, call
    )


def run(script: Script, *, task: Task = TASK, **options: object) -> tuple[Measurement, FakeExecutor]:
    executor = FakeExecutor(script)
    session = Session(executor=executor, cases_per_domain=2, **options)  # type: ignore[arg-type]
    return session.time("candidate", task), executor


def test_paper_is_one_warmup_and_the_mean_of_three() -> None:
    walls = [9 * MS, 1 * MS, 2 * MS, 6 * MS]
    m, _ = run(by_role(lambda program, case, call: FakeCall(wall_ns=walls[call], answer=case.seed)))
    assert m.verdict is Verdict.PASS
    assert m.seconds == pytest.approx(3e-3, abs=1e-15)
    assert [sample.warmup for sample in m.cases[0].samples] == [True, False, False, False]
    assert m.cases[0].seconds == pytest.approx(3e-3, abs=1e-15)
    assert m.spread == pytest.approx(statistics.stdev([1, 2, 6]) / 3)


def test_a_solutions_time_is_the_mean_over_cases_not_over_calls() -> None:
    script = by_role(
        lambda program, case, call: FakeCall(wall_ns=(1 if case.seed == 42 else 3) * MS, answer=case.seed)
    )
    m, _ = run(script)
    assert m.seconds == pytest.approx(2e-3, abs=1e-15)
    assert m.reference_seconds == pytest.approx(1e-3, abs=1e-15)
    assert m.ratio == pytest.approx(2.0)


def test_correctness_domains_run_before_stress_domains() -> None:
    m, executor = run(by_role(constant()))
    assert [case.domain for case in m.cases] == ["correctness-small"] * 2 + ["stress-large"] * 2
    assert executor.events[:2] == ["lane 1 exclusive", "inputs fake/task"]


def test_the_first_failing_case_labels_the_solution_and_ends_it() -> None:
    def script(program: Program, case: CaseInput, call: int) -> FakeCall:
        return FakeCall(answer="wrong" if case.seed == 43 else case.seed)

    m, executor = run(by_role(script))
    assert m.verdict is Verdict.WRONG_ANSWER
    assert len(m.cases) == 2
    assert m.cases_total == 4
    assert m.reason == "correctness-small, seed 43: 'wrong' != 43"
    assert m.seconds is None
    assert m.spread is None
    assert [case.seconds is None for case in m.cases] == [False, True]
    assert executor.events.count("start candidate") == 3  # the next case was under way when it was judged


@pytest.mark.parametrize("late", [0, 1, 2, 3])
def test_every_call_is_judged_not_only_the_first(late: int) -> None:
    def script(program: Program, case: CaseInput, call: int) -> FakeCall:
        return FakeCall(answer="wrong" if call == late else case.seed)

    m, _ = run(by_role(script))
    assert m.verdict is Verdict.WRONG_ANSWER


def test_equal_answers_are_judged_once() -> None:
    _, executor = run(by_role(constant()))
    assert executor.events.count("judge") == 8  # four cases of the reference, four of the candidate


def test_different_correct_answers_are_flagged() -> None:
    executor = FakeExecutor(
        by_role(lambda program, case, call: FakeCall(answer=(case.seed, call)), constant()),
        accept=lambda expected, answer: (
            answer in {expected, (expected, 0), (expected, 1), (expected, 2), (expected, 3)}
        ),
    )
    m = Session(executor=executor, cases_per_domain=1).time("candidate", TASK)
    assert m.verdict is Verdict.PASS
    assert m.flags == (Flag.UNSTABLE_OUTPUT,)


@pytest.mark.parametrize(
    ("stop", "verdict"),
    [
        (Stop.RAISED, Verdict.RUNTIME_ERROR),
        (Stop.CRASHED, Verdict.RUNTIME_ERROR),
        (Stop.TIME, Verdict.TIME_LIMIT),
        (Stop.MEMORY, Verdict.MEMORY_LIMIT),
        (Stop.OUTPUT, Verdict.OUTPUT_LIMIT),
        (Stop.TOO_LARGE, Verdict.OUTPUT_LIMIT),
        (Stop.UNSUPPORTED, Verdict.INVALID_RESULT),
        (Stop.FORGED, Verdict.VIOLATION),
    ],
)
def test_evidence_becomes_a_verdict(stop: Stop, verdict: Verdict) -> None:
    m, _ = run(by_role(constant(stop=stop, reason="because")))
    assert m.verdict is verdict
    assert m.reason.endswith("because")
    assert m.ratio is None


def test_a_failing_reference_is_the_tasks_fault() -> None:
    with pytest.raises(
        TaskError, match=r"fake/task: reference.py on correctness-small, seed 42: runtime_error: oops"
    ):
        run(by_role(constant(), constant(stop=Stop.RAISED, reason="oops")))


def test_a_reference_its_own_validator_rejects_is_the_tasks_fault() -> None:
    executor = FakeExecutor(constant(), accept=lambda expected, answer: False)
    with pytest.raises(TaskError, match="by the task's own validator"):
        Session(executor=executor).time("candidate", TASK)


def test_a_forged_clock_is_scored_by_the_envelope() -> None:
    m, _ = run(by_role(constant(20 * MS, claimed_ns=1000)))
    assert Flag.CLOCK_TAMPER in m.flags
    assert m.seconds == pytest.approx(20e-3, rel=1e-6)


def test_work_hidden_outside_the_window_is_scored() -> None:
    m, _ = run(by_role(constant(1000, hidden_ns=20 * MS)))
    assert Flag.CLOCK_TAMPER in m.flags
    assert m.seconds == pytest.approx(20e-3, rel=1e-3)


def test_an_overhead_that_the_reference_has_too_is_honest() -> None:
    m, _ = run(by_role(constant(1000, hidden_ns=20 * MS), constant(MS, hidden_ns=20 * MS)))
    assert m.flags == ()
    assert m.seconds == pytest.approx(1e-6)


def test_preemption_is_contention_not_tampering() -> None:
    m, _ = run(by_role(constant(20 * MS, preempted_ns=15 * MS)))
    assert m.flags == (Flag.CONTENDED,)
    assert m.seconds == pytest.approx(20e-3)


def test_claiming_more_than_the_envelope_is_tampering() -> None:
    m, _ = run(by_role(constant(MS, claimed_ns=50 * MS)))
    assert Flag.CLOCK_TAMPER in m.flags


def test_late_work_is_flagged() -> None:
    m, _ = run(by_role(constant(late_cpu_ns=9_000_000)))
    assert m.flags == (Flag.ASYNC_WORK,)


def test_strict_takes_each_timed_call_in_a_process_of_its_own_warmed_on_a_sibling() -> None:
    m, executor = run(by_role(constant()), protocol="strict")
    assert [len(case.samples) for case in m.cases] == [3, 3, 3, 3]
    assert not any(sample.warmup for sample in m.cases[0].samples)
    first = executor.events.index("start candidate")
    assert executor.events[first : first + 4] == [
        "start candidate",
        "run correctness-small 43",
        "run correctness-small 42",
        "end",
    ]


def test_candidate_isolation_keeps_one_process_for_all_cases() -> None:
    import msgspec

    _, executor = run(by_role(constant()), task=msgspec.structs.replace(TASK, isolation="candidate"))
    assert executor.events.count("start candidate") == 1
    assert executor.events.count("start reference") == 1


def test_inputs_and_reference_are_made_once_per_session() -> None:
    executor = FakeExecutor(by_role(constant()))
    session = Session(executor=executor, cases_per_domain=2)
    session.time("candidate", TASK)
    session.time("candidate", TASK)
    assert executor.events.count("inputs fake/task") == 1
    assert executor.events.count("start reference") == 4


def test_time_many_judges_all_first_and_times_only_the_right_ones() -> None:
    def script(program: Program, case: CaseInput, call: int) -> FakeCall:
        return FakeCall(answer="no" if program.source == "wrong" else case.seed)

    executor = FakeExecutor(by_role(script))
    session = Session(executor=executor, cases_per_domain=2)
    ms = session.time_many([("right", TASK), ("wrong", TASK), ("right", TASK)])
    assert [m.verdict for m in ms] == [Verdict.PASS, Verdict.WRONG_ANSWER, Verdict.PASS]
    assert [m.seconds is None for m in ms] == [False, True, False]
    lanes = [event for event in executor.events if event.startswith("lane")]
    assert lanes == ["lane 1 exclusive", *["lane 1 shared"] * 3, *["lane 1 exclusive"] * 2]
    assert session.time_many([]) == []


def test_progress_names_every_case() -> None:
    seen: list[tuple[int, int, str]] = []
    run(by_role(constant()), progress=lambda done, total, what: seen.append((done, total, what)))
    assert seen == [(0, 1, "preparing fake/task"), *[(done, 4, "<source>") for done in range(4)]]


def test_bad_arguments_name_the_flag() -> None:
    with pytest.raises(UsageError, match="--protocol"):
        Session(protocol="fastest", executor=FakeExecutor(constant()))
    with pytest.raises(UsageError, match="--level"):
        Session(level="safe", executor=FakeExecutor(constant()))
    with pytest.raises(UsageError, match="--cases"):
        Session(cases_per_domain=0, executor=FakeExecutor(constant()))


def test_a_forked_copy_refuses_to_work(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(executor=FakeExecutor(constant()))
    monkeypatch.setattr("effibench.timing.session.os.getpid", lambda: -1)
    with pytest.raises(HostError, match="forked"):
        session.time("candidate", TASK)


def test_json_round_trip_keeps_every_field() -> None:
    m, _ = run(by_role(constant()))
    assert Measurement.from_json(m.to_json()) == m


def test_frame_has_one_row_per_call() -> None:
    pytest.importorskip("pandas")
    m, _ = run(by_role(constant()))
    frame = m.to_frame()
    assert len(frame) == 16
    assert list(frame["warmup"][:4]) == [True, False, False, False]
    assert set(frame["wall_ns"]) == {MS}
