"""The paired protocol over the fake executor: stops, verdicts, flags and failures, to the nanosecond."""

from __future__ import annotations

import random
from typing import Any

import pytest

from effibench.errors import TaskError, UsageError
from effibench.model import Comparison, Flag, Measurement, Verdict
from effibench.paired import Answer
from effibench.stats.sequential import StopReason
from effibench.tasks.task import LiteralCase, Task
from effibench.timing import contest as contest_module
from effibench.timing.executor import CaseInput, Program, Stop
from effibench.timing.fake import FakeCall, FakeExecutor, Script
from effibench.timing.paired_plan import PairedSettings
from effibench.timing.session import Session

TASK = Task(
    id="fake/task", reference="reference", inputs="inputs", domains=("stress-large", "correctness-small")
)
MS = 1_000_000


def noisy(mean_ns: float, noise: float = 0.0, seed: int = 1, **fields: object) -> Script:
    """Times around a mean; the noise only ever adds."""
    source = random.Random(seed)

    def script(program: Program, case: CaseInput, call: int) -> FakeCall:
        return FakeCall(int(mean_ns * (1 + noise * source.random())), answer=case.seed, **fields)  # type: ignore[arg-type]

    return script


def by_source(**scripts: Script) -> Script:
    honest = noisy(MS)
    return lambda program, case, call: scripts.get(program.source, honest)(program, case, call)


def compare(
    a: Script,
    b: Script,
    *,
    task: Task = TASK,
    canary: object = None,
    stolen: object = None,
    **settings: object,
) -> tuple[Comparison, FakeExecutor]:
    executor = FakeExecutor(by_source(a=a, b=b))
    if canary:
        executor.canary_ns = canary  # type: ignore[assignment]
    if stolen:
        executor.stolen_ns = stolen  # type: ignore[assignment]
    paired = PairedSettings(quiet_seconds=0.001, **settings)  # type: ignore[arg-type]
    with Session(executor=executor, cases_per_domain=2, paired=paired) as session:
        return session.compare("a", "b", task), executor


def test_a_clear_difference_is_found_with_the_fewest_groups() -> None:
    c, executor = compare(noisy(MS), noisy(2 * MS))
    assert (c.verdict, c.ratio, c.interval) == (Answer.FASTER, pytest.approx(0.5), pytest.approx((0.5, 0.5)))
    assert (c.groups, c.stop) == (3, StopReason.PRECISE)  # twelve rounds
    assert c.e_value > 20
    assert (c.a_seconds, c.b_seconds) == (pytest.approx(1e-3), pytest.approx(2e-3))
    assert c.flags == ()
    assert executor.events.count("pair 0") == executor.events.count("end pair 0") == 1


def test_the_other_way_round_it_is_slower() -> None:
    c, _ = compare(noisy(2 * MS), noisy(MS))
    assert (c.verdict, c.ratio) == (Answer.SLOWER, pytest.approx(2.0))


def test_only_stress_domains_decide_about_speed() -> None:
    c, _ = compare(noisy(MS), noisy(2 * MS))
    assert [domain.domain for domain in c.domains] == ["stress-large"]
    assert {case.domain for case in c.cases} == {"stress-large"}
    assert all(case.groups > 0 and case.ratio == pytest.approx(0.5) for case in c.cases)


def test_a_task_without_stress_domains_is_timed_on_all_of_them() -> None:
    plain = Task(
        id="fake/plain", reference="reference", inputs="inputs", domains=("correctness-a", "correctness-b")
    )
    c, _ = compare(noisy(MS), noisy(2 * MS), task=plain)
    assert [domain.domain for domain in c.domains] == ["correctness-a", "correctness-b"]
    assert c.groups == 6
    assert c.verdict is Answer.FASTER


def test_the_domains_share_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = []
    real = contest_module.DomainTest

    def recorded(*arguments: Any) -> Any:
        made = real(*arguments)
        levels.append(made.alpha)
        return made

    monkeypatch.setattr(contest_module, "DomainTest", recorded)
    two = Task(id="fake/two", reference="reference", inputs="inputs", domains=("stress-a", "stress-b"))
    compare(noisy(MS), noisy(2 * MS), task=two, alpha=0.04)
    assert levels == [0.02, 0.02]


def test_equal_times_are_the_same_within_the_margin() -> None:
    c, _ = compare(noisy(MS, 0.005, seed=1), noisy(MS, 0.005, seed=2))
    assert (c.verdict, c.stop) == (Answer.SAME, StopReason.EQUIVALENT)
    assert c.interval is not None
    assert 0.99 < c.interval[0] <= c.interval[1] < 1.01


def test_a_spent_budget_is_unresolved_and_never_the_same() -> None:
    c, _ = compare(noisy(MS, 0.5, seed=1), noisy(MS, 0.5, seed=2), max_groups=20)
    assert (c.verdict, c.stop, c.groups) == (Answer.UNRESOLVED, StopReason.BUDGET, 20)
    assert "includes both directions" in c.reason


def test_windows_are_batched_alike_on_both_sides() -> None:
    c, _ = compare(noisy(10_000), noisy(20_000))
    timed = [taken for taken in c.rounds if taken.group >= 0]
    assert {taken.loops for taken in timed} == {10}
    assert {taken.a.wall_ns for taken in timed} == {100_000}
    assert c.a_seconds == pytest.approx(10e-6)


def test_groups_go_round_the_pairs_and_the_inputs() -> None:
    c, _ = compare(noisy(MS), noisy(2 * MS))
    seen = {(taken.pair, taken.case) for taken in c.rounds if taken.group >= 0}
    assert {pair for pair, _ in seen} == {0, 1, 2}
    assert len({case for _, case in seen}) == 2


def test_a_direction_that_depends_on_the_layout_is_unresolved() -> None:
    def script(program: Program, case: CaseInput, call: int) -> FakeCall:
        fast = 1.02 if executor.layout == 0 else 0.98
        return FakeCall(int(MS * (fast if program.source == "a" else 1.0)), answer=case.seed)

    executor = FakeExecutor(script)
    with Session(executor=executor, cases_per_domain=1, paired=PairedSettings(max_groups=300)) as session:
        c = session.compare("a", "b", TASK)
    assert c.e_value > 20
    assert c.domains[0].pair_ratios == (pytest.approx(1.02), pytest.approx(0.98), pytest.approx(0.98))
    assert (c.verdict, c.stop) == (Answer.UNRESOLVED, StopReason.BUDGET)
    assert "memory layout" in c.reason
    assert Flag.LAYOUT_SENSITIVE in c.flags


def test_disturbed_groups_are_replaced_and_counted() -> None:
    turns = {"a": 0}

    def sometimes(program: Program, case: CaseInput, call: int) -> FakeCall:
        turns["a"] += 1
        late = 30 < turns["a"] <= 40
        return FakeCall(MS * (9 if late else 1), answer=case.seed, preempted_ns=8 * MS if late else 0)

    c, _ = compare(sometimes, noisy(2 * MS), groups=10)
    domain = c.domains[0]
    assert domain.replaced_groups >= 1
    assert domain.ratio == pytest.approx(0.5)
    assert domain.groups == 10


def test_a_slow_canary_counts_as_disturbance() -> None:
    lengths = iter([50_000] * 40 + [60_000] * 10_000)
    c, _ = compare(noisy(MS), noisy(2 * MS), canary=lambda: next(lengths), groups=20)
    assert c.domains[0].disturbed_share is not None
    assert c.domains[0].disturbed_share > 0.5


def test_stolen_time_counts_as_disturbance() -> None:
    stolen = iter(range(0, 10**12, 10_000_000))
    c, _ = compare(noisy(MS), noisy(2 * MS), stolen=lambda: next(stolen))
    assert c.domains[0].disturbed_share == 1.0
    assert all(taken.stolen for taken in c.rounds[1:])


def test_long_windows_that_are_cut_are_timed_by_cpu_time_and_say_so() -> None:
    c, _ = compare(noisy(50 * MS, preempted_ns=30 * MS), noisy(80 * MS, preempted_ns=30 * MS))
    assert c.domains[0].clock == "cpu"
    assert c.ratio == pytest.approx(20 / 50)
    assert Flag.CONTENDED in c.flags


def test_with_several_threads_cpu_time_says_nothing_and_the_domain_is_unmeasurable() -> None:
    wide = Task(id="fake/wide", reference="reference", inputs="inputs", domains=("stress-x",), cores=2)
    c, _ = compare(noisy(50 * MS, preempted_ns=30 * MS), noisy(80 * MS, preempted_ns=30 * MS), task=wide)
    assert (c.verdict, c.stop, c.ratio) == (Answer.UNRESOLVED, StopReason.UNMEASURABLE, None)
    assert "windows of 80 ms are cut" in c.reason
    assert Flag.UNMEASURABLE in c.flags


def test_short_windows_stand_some_preemption() -> None:
    c, _ = compare(noisy(MS, preempted_ns=0), noisy(2 * MS, preempted_ns=0))
    assert c.domains[0].clock == "wall"


def test_a_liar_is_flagged() -> None:
    c, _ = compare(noisy(3 * MS, claimed_ns=MS // 10), noisy(MS))
    assert c.a_flags == (Flag.CLOCK_TAMPER,)
    assert c.b_flags == ()
    assert (c.domains[0].clock, c.verdict, c.ratio) == ("envelope", Answer.SLOWER, pytest.approx(3.0))
    assert c.a_seconds == pytest.approx(3e-3)


def test_work_between_turns_is_flagged() -> None:
    c, _ = compare(noisy(MS, between_ns=2 * MS), noisy(2 * MS))
    assert c.a_flags == (Flag.ASYNC_WORK,)


def test_a_wrong_candidate_is_data() -> None:
    wrong: Script = lambda program, case, call: FakeCall(answer="wrong")  # noqa: E731
    c, executor = compare(wrong, noisy(MS))
    assert (c.verdict, c.a_verdict, c.b_verdict) == (Answer.UNRESOLVED, Verdict.WRONG_ANSWER, Verdict.PASS)
    assert "is not correct (wrong_answer): correctness-small, seed 42: 'wrong' != 42" in c.reason
    assert "pair 0" not in executor.events


def test_an_answer_that_turns_wrong_while_turns_are_taken_is_found() -> None:
    def later(program: Program, case: CaseInput, call: int) -> FakeCall:
        return FakeCall(MS, answer=case.seed if call < 12 else "wrong")

    c, executor = compare(later, noisy(2 * MS))
    assert c.a_verdict is Verdict.WRONG_ANSWER
    assert c.verdict is Answer.UNRESOLVED
    assert executor.events.count("end pair 2") == 1


def test_a_program_that_dies_in_a_turn_has_its_verdict() -> None:
    def dies(program: Program, case: CaseInput, call: int) -> FakeCall:
        return FakeCall(MS, answer=case.seed, stop=Stop.DONE if call < 12 else Stop.CRASHED, reason="gone")

    c, _ = compare(noisy(MS), dies)
    assert (c.a_verdict, c.b_verdict) == (Verdict.PASS, Verdict.RUNTIME_ERROR)
    assert "gone" in c.reason


def test_different_right_answers_are_flagged_and_each_is_judged() -> None:
    count = iter(range(100_000))

    def unstable(program: Program, case: CaseInput, call: int) -> FakeCall:
        return FakeCall(MS, answer=case.seed + next(count) % 3 / 10)

    executor = FakeExecutor(
        by_source(a=unstable), accept=lambda expected, answer: int(answer) == int(expected)
    )
    with Session(executor=executor, cases_per_domain=2) as session:
        c = session.compare("a", "b", TASK)
    assert Flag.UNSTABLE_OUTPUT in c.a_flags


def test_a_comparison_survives_json() -> None:
    c, _ = compare(noisy(MS), noisy(2 * MS))
    assert Comparison.from_json(c.to_json()) == c
    frame = c.to_frame()
    assert len(frame) == 2 * len(c.rounds)
    assert set(frame["side"]) == {"a", "b"}


# --- time(protocol="paired") ---


def timed(candidate: Script) -> tuple[Measurement, FakeExecutor]:
    executor = FakeExecutor(by_source(candidate=candidate))
    task = Task(id="fake/t", reference="reference", inputs="i", domains=("stress-x",))
    with Session(executor=executor, cases_per_domain=2, protocol="paired") as session:
        return session.time("candidate", task), executor


def test_time_gives_the_ratio_to_the_reference_per_case_and_for_the_task() -> None:
    m, _ = timed(noisy(3 * MS))
    assert m.verdict is Verdict.PASS
    assert m.ratio == pytest.approx(3.0)
    assert [case.ratio for case in m.cases] == [pytest.approx(3.0)] * 2
    assert m.seconds == pytest.approx(3e-3)
    assert m.paired is not None
    assert m.paired.verdict is Answer.SLOWER


def test_a_wrong_candidate_is_not_timed() -> None:
    m, executor = timed(lambda program, case, call: FakeCall(answer="wrong"))
    assert (m.verdict, m.paired, m.ratio) == (Verdict.WRONG_ANSWER, None, None)
    assert "pair 0" not in executor.events


def test_a_candidate_that_fails_in_a_turn_fails() -> None:
    m, _ = timed(
        lambda program, case, call: FakeCall(MS, case.seed, stop=Stop.DONE if call < 9 else Stop.TIME)
    )
    assert m.verdict is Verdict.TIME_LIMIT


def test_a_reference_that_fails_in_a_turn_is_the_tasks_fault() -> None:
    executor = FakeExecutor(
        by_source(
            reference=lambda program, case, call: FakeCall(
                MS, case.seed, stop=Stop.DONE if call < 9 else Stop.CRASHED, reason="gone"
            )
        )
    )
    with (
        Session(executor=executor, cases_per_domain=1, protocol="paired") as session,
        pytest.raises(TaskError, match=r"reference\.py: runtime_error: .*gone"),
    ):
        session.time("candidate", TASK)


def test_paired_needs_a_reference() -> None:
    task = Task(id="fake/cases", cases=(LiteralCase(domain="correctness-x", input=1, expected=0),))
    with (
        Session(executor=FakeExecutor(by_source()), protocol="paired") as session,
        pytest.raises(UsageError, match="fake/cases has no reference"),
    ):
        session.time("candidate", task)
