"""The whole search on scripted solutions: what is confirmed, how often, and what is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from scripted_prober import ScriptedProber, length, one_below

from effibench.errors import UsageError
from effibench.stress.batches import Diagnosis, ProposedTest, State
from effibench.stress.engine import Engine, Stressed
from effibench.stress.prober import LineHits, Reason, Refusal, Side
from effibench.stress.record import Outcome, StressFinding, StressInput, StressSettings
from effibench.tasks.task import Entry, EntryKind

SEEDS = [[[3, 1, 2, 9]], [[5, 4, 8, -7, 6]], [[2, 2]]]
STATE = State("", "", Entry(kind=EntryKind.FUNCTION, name="f"))
FOUND = StressFinding(problem="task", task_digest="t", pair_digest="p", outcome=Outcome.INVALID)


def run(prober: ScriptedProber, seeds: Any = SEEDS, **more: Any) -> Stressed:
    generator = more.pop("generator", None)
    settings = StressSettings(**{"max_bytes": 20_000, **more})
    engine = Engine(prober, STATE, settings, prober.clock, generator=generator)
    return engine.run(FOUND, seeds)


def quadratic(**more: Any) -> ScriptedProber:
    return ScriptedProber(fast=lambda a: 1e-3, slow=lambda a: 1e-3 * (1 + length(a) ** 2 / 1e4), **more)


def test_a_pair_becomes_separable_with_one_confirmation() -> None:
    prober = quadratic()
    stressed = run(prober)
    found = stressed.finding
    assert found.outcome is Outcome.SEPARABLE
    assert found.reason == ""
    # From 4 on: 4, 8, 16, 32, 64, the first at which 1 + n²/10⁴ is 1.2 or more.
    assert (found.problem, found.task_digest, found.pair_digest) == ("task", "t", "p")
    assert (found.size, found.largest, found.family) == (64, 64, "random")
    assert found.ratio == pytest.approx(1.4096)
    assert (found.tests, found.dropped, found.probes) == (10, 0, 5)
    assert len(prober.sizes("confirm")) == 1
    assert [len(given.arguments[0]) for given in stressed.inputs] == 10 * [64]
    assert prober.confirmed == [[given.arguments for given in stressed.inputs]]
    assert list(stressed.seeds) == SEEDS
    assert found.test is not None
    assert found.test.delta == 1.0
    assert found.growth is not None
    assert found.growth.largest == 64


@pytest.mark.parametrize("alpha", [0.005, 1e-6])
def test_the_level_of_the_confirmation_is_not_that_of_the_search(alpha: float) -> None:
    """Five runs of each side can never be significant at such levels."""
    found = run(quadratic(), alpha=alpha).finding
    assert (found.outcome, found.size) == (Outcome.SEPARABLE, 64)
    assert found.growth is not None
    assert found.growth.sizes[-1].gap


def test_making_the_suite_ends_with_the_budget() -> None:
    def refuse(arguments: Sequence[Any]) -> Refusal | None:
        generated = len(arguments[0]) == 64 and prober.seconds >= 16
        return Refusal(reason=Reason.DISAGREE, message="no") if generated else None

    # Three inputs of its own and five sizes: the suite begins at 8 s. From its eighth test on all fail.
    prober = quadratic(refuse=refuse)
    found = run(prober, budget_seconds=20.0).finding
    assert found.outcome is Outcome.SEPARABLE
    assert prober.seconds == 20
    assert (found.tests, found.dropped) == (7, 3)


def test_a_difference_in_the_other_direction_is_said() -> None:
    prober = ScriptedProber(fast=lambda a: 1e-3 * (1 + length(a) ** 2 / 1e4), slow=lambda a: 1e-3)
    found = run(prober, budget_seconds=30.0).finding
    assert found.outcome is Outcome.NOT_SEPARABLE
    why = f"no difference up to size {found.largest} in which the slow side is the slower one; "
    assert found.reason.startswith(f"{why}in quick runs at size {found.largest} the fast side was, ratio 0.")
    assert found.test is None


def test_inputs_with_an_argument_that_others_lack_make_the_task_invalid() -> None:
    found = run(quadratic(), seeds=[[[3, 1, 2]], [[5, 4], 2]]).finding
    assert found.outcome is Outcome.INVALID
    assert found.reason == "its own inputs: inputs have 1 or 2 arguments; all need the same number"


def test_growth_is_told_without_size_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("effibench.stress.growing.make", one_below)
    prober = ScriptedProber(fast=lambda a: 1e-3, slow=lambda a: 1e-3 * (1 + a[0] / 100), probe_seconds=0.1)
    found = run(prober, seeds=[[0], [1], [1]], budget_seconds=10.0).finding
    assert (found.outcome, found.size) == (Outcome.SEPARABLE, 31)
    assert found.growth is not None
    assert [gap.size for gap in found.growth.sizes] == [1, 3, 7, 15, 31]


def test_a_failed_confirmation_is_the_result_and_is_not_tried_again() -> None:
    prober = quadratic(confirmation=(1.0, 1.0))
    stressed = run(prober)
    assert stressed.finding.outcome is Outcome.NOT_SEPARABLE
    assert stressed.finding.reason.startswith("not confirmed: p = ")
    assert stressed.inputs == ()
    assert len(prober.sizes("confirm")) == 1


def test_a_confirmed_difference_that_does_not_matter_is_none() -> None:
    found = run(quadratic(confirmation=(1.0, 1.04))).finding
    assert found.test is not None
    assert found.test.significant
    assert found.outcome is Outcome.NOT_SEPARABLE


def test_equal_solutions_are_not_confirmed() -> None:
    prober = ScriptedProber(fast=lambda a: 1e-3, slow=lambda a: 1e-3, probe_seconds=0.5)
    found = run(prober, budget_seconds=30).finding
    assert found.outcome is Outcome.NOT_SEPARABLE
    assert found.reason == f"no difference up to size {found.largest}"
    assert found.largest >= 64
    assert found.test is None
    assert prober.sizes("confirm") == []
    assert prober.seconds <= 40


def test_the_search_gets_its_share_of_the_budget() -> None:
    def hits(arguments: Sequence[Any], side: Side) -> LineHits:
        return LineHits({1: 1 + (len(arguments[0]) if side is Side.SLOW else 0)})

    prober = ScriptedProber(fast=lambda a: 1e-3, slow=lambda a: 1e-3, hits=hits)
    run(prober, budget_seconds=50)
    grown = prober.events.index(("lines slow", prober.sizes("lines slow")[0]))
    assert 27 <= sum(name == "validate" for name, _ in prober.events[:grown]) <= 31
    assert 45 <= prober.seconds <= 55, "the last tenth is for the suite"


def test_inputs_that_no_side_answers_make_the_task_invalid() -> None:
    why = Refusal(reason=Reason.RAISED, message="fast side: runtime_error: KeyError: 1")
    found = run(quadratic(refuse=lambda a: why)).finding
    assert (found.outcome, found.test) == (Outcome.INVALID, None)
    assert found.reason == "its own inputs: fast side: runtime_error: KeyError: 1"
    assert run(quadratic(), seeds=[]).finding.reason == "the task has no input"


def test_own_inputs_have_a_share_of_the_time() -> None:
    many = [[[3, 1, 2, number]] for number in range(20)]
    prober = quadratic()
    assert len(run(prober, seeds=many).seeds) == 8
    assert len(run(quadratic(probe_seconds=5.0), seeds=many).seeds) == 3, "15 s of 60 s"
    slow_start = quadratic(
        probe_seconds=5.0,
        refuse=lambda a: Refusal(reason=Reason.TIME, message="t") if a[0][-1] < 5 else None,
    )
    assert run(slow_start, seeds=many).finding.outcome is not Outcome.INVALID
    assert slow_start.sizes("validate")[:7] == [4, 4, 4, 4, 4, 4, 4]


def test_generated_inputs_that_are_all_refused_are_said() -> None:
    def refuse(arguments: Sequence[Any]) -> Refusal | None:
        return None if list(arguments) in SEEDS else Refusal(reason=Reason.DISAGREE, message="differ")

    found = run(quadratic(refuse=refuse)).finding
    assert found.outcome is Outcome.NOT_SEPARABLE
    assert found.reason == "no generated input is valid (disagree: differ)"


def test_tests_that_fail_are_dropped_or_replaced() -> None:
    def refuse(arguments: Sequence[Any]) -> Refusal | None:
        odd = len(arguments[0]) == 64 and arguments[0][0] % 2
        return Refusal(reason=Reason.DISAGREE, message="odd") if odd else None

    stressed = run(quadratic(refuse=refuse))
    assert stressed.finding.tests + stressed.finding.dropped == 10
    assert stressed.finding.tests >= 9
    assert all(given.arguments[0][0] % 2 == 0 for given in stressed.inputs)


def test_as_many_tests_are_kept_as_the_confirmation_has_time_for() -> None:
    prober = ScriptedProber(fast=lambda a: 0.5, slow=lambda a: 1.5)
    # 31 rounds of 2 s an input: 4 inputs take 248 s, 5 would take 310 s.
    assert run(prober, confirm_seconds=300.0).finding.tests == 4
    assert run(prober, confirm_seconds=1.0).finding.tests == 1


def test_the_profile_chooses_what_grows_first() -> None:
    seeds = [[[1, 2, 3], [1]], [[1, 5], [1, 2, 9, 4]], [[9], [4, 4, 4, 4, 8, 1, 7]]]
    prober = ScriptedProber(
        fast=lambda a: 1e-3,
        slow=lambda a: 1e-3 * (1 + len(a[1])),
        hits=lambda a, side: LineHits({3: len(a[1])}),
    )
    stressed = run(prober, seeds=seeds)
    assert stressed.inputs[0].recipe is not None
    assert prober.sizes("lines slow") == [3, 2, 1]
    assert stressed.finding.outcome is Outcome.SEPARABLE


def test_another_generator_can_be_plugged_in() -> None:
    class Model:
        def generate(self, state: State, count: int) -> Sequence[StressInput]:
            return [StressInput([list(range(100 + 10 * state.batch + n))]) for n in range(count)]

        def diagnose(self, state: State, failing: Sequence[ProposedTest]) -> Sequence[Diagnosis]:
            raise AssertionError

        def repair(self, *_: Any) -> Sequence[StressInput | None]:
            raise AssertionError

    stressed = run(quadratic(), generator=Model())
    assert [len(given.arguments[0]) for given in stressed.inputs] == [*range(100, 105), *range(110, 115)]


@pytest.mark.parametrize(
    ("name", "value", "flag"),
    [
        ("budget_seconds", 0, "--budget"),
        ("confirm_seconds", float("inf"), "--confirm-seconds"),
        ("call_seconds", float("nan"), "--call-seconds"),
        ("tests", 0, "--tests"),
        ("alpha", 5.0, "--alpha"),
        ("min_ratio", 1.0, "--minimum-ratio"),
        ("target_ratio", 1.01, ""),
        ("quick_runs", 3, ""),
        ("batches", 0, ""),
        ("max_bytes", 0, ""),
    ],
)
def test_settings_are_checked(name: str, value: Any, flag: str) -> None:
    with pytest.raises(UsageError) as raised:
        StressSettings(**{name: value}).checked()
    named = f" (flag {flag})" if flag else ""
    assert str(raised.value).startswith(f"{name} = {value}{named}: expected ")
