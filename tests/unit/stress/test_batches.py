"""The loop of generation, diagnosis and repair with a scripted generator: who is asked what, how often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from effibench.stress.batches import Diagnosis, ProposedTest, State, build_tests
from effibench.stress.prober import Reason, Refusal
from effibench.stress.record import StressInput, StressSettings
from effibench.tasks.task import Entry, EntryKind

STATE = State("Add.", "def add(n): ...", Entry(kind=EntryKind.FUNCTION, name="add"))


@dataclass
class Scripted:
    """Generates 0, 1, 2, …; a repair adds 1000 to what fails, as often as it is asked."""

    short_of: int = 0
    events: list[str] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    seen: list[Sequence[Diagnosis]] = field(default_factory=list)
    made: int = 0

    def generate(self, state: State, count: int) -> Sequence[StressInput]:
        self.events.append(f"generate {count} in batch {state.batch}")
        self.states.append(state)
        first, self.made = self.made, self.made + count
        return [StressInput([number]) for number in range(first, first + count - self.short_of)]

    def diagnose(self, state: State, failing: Sequence[ProposedTest]) -> Sequence[Diagnosis]:
        self.events.append(f"diagnose {[test.id for test in failing]}")
        return [
            Diagnosis(test_id=test.id, error_type="E", message=test.failure.message, root_cause="", line=None)
            for test in failing
            if test.failure is not None
        ]

    def repair(
        self, state: State, failing: Sequence[ProposedTest], diagnoses: Sequence[Diagnosis]
    ) -> Sequence[StressInput | None]:
        self.seen.append(diagnoses)
        self.events.append(f"repair {[test.id for test in failing]}")
        return [StressInput([test.input.arguments[0] + 1000]) for test in failing]


def refusing(*numbers: int, until: int = 10**9) -> Any:
    """Inputs that come from these numbers fail until they were repaired so often."""

    def validate(arguments: Sequence[Any]) -> Refusal | None:
        repairs, number = divmod(arguments[0], 1000)
        if number in numbers and repairs < until:
            return Refusal(reason=Reason.RAISED, message=f"KeyError: {number}", error_type="KeyError")
        return None

    return validate


def test_a_suite_without_failures_takes_two_batches_of_five() -> None:
    generator = Scripted()
    built = build_tests(generator, STATE, refusing(), StressSettings())
    assert generator.events == ["generate 5 in batch 0", "generate 5 in batch 1"]
    assert [test.input.arguments for test in built.tests] == [[number] for number in range(10)]
    assert built.dropped == ()
    assert [len(state.tests) for state in generator.states] == [0, 5]
    assert generator.states[1].entry.name == "add"


def test_only_failing_tests_are_repaired_and_the_loop_ends_when_all_pass() -> None:
    generator = Scripted()
    built = build_tests(generator, STATE, refusing(1, 3, until=2), StressSettings())
    assert generator.events == [
        "generate 5 in batch 0",
        "diagnose [1, 3]",
        "repair [1, 3]",
        "diagnose [1, 3]",
        "repair [1, 3]",
        "generate 5 in batch 1",
    ]
    assert [one.message for one in generator.seen[0]] == ["KeyError: 1", "KeyError: 3"]
    assert [test.input.arguments[0] for test in built.tests] == [0, 2001, 2, 2003, 4, 5, 6, 7, 8, 9]


def test_three_refinements_a_batch_five_of_the_suite_and_then_it_is_dropped() -> None:
    generator = Scripted()
    built = build_tests(generator, STATE, refusing(2, 7), StressSettings())
    of_batches = [event for event in generator.events if event.startswith("repair")]
    assert of_batches == 3 * ["repair [2]"] + 3 * ["repair [7]"] + 5 * ["repair [2, 7]"]
    assert [test.id for test in built.dropped] == [2, 7]
    assert len(built.tests) == 8
    assert built.dropped[0].input.arguments == [8002]


def test_the_whole_suite_gets_a_test_that_its_batch_could_not_repair() -> None:
    generator = Scripted()
    built = build_tests(generator, STATE, refusing(4, until=5), StressSettings())
    assert generator.events.count("repair [4]") == 5
    assert len(built.tests) == 10


def test_an_input_that_is_already_there_fails() -> None:
    class Same(Scripted):
        def generate(self, state: State, count: int) -> Sequence[StressInput]:
            return [StressInput([7]) for _ in range(count)]

    generator = Same()
    built = build_tests(generator, STATE, refusing(), StressSettings(tests=3, batches=1))
    assert [test.input.arguments for test in built.tests] == [[7], [1007], [2007]]


def test_a_generator_may_give_up() -> None:
    class GivesUp(Scripted):
        def repair(self, *_: Any) -> Sequence[StressInput | None]:
            return [None]

    built = build_tests(GivesUp(short_of=2), STATE, refusing(0), StressSettings())
    assert [test.input.arguments[0] for test in built.tests] == [1, 2, 5, 6, 7]
    assert len(built.dropped) == 1


def lasting(answers: int) -> Callable[[], bool]:
    """Time for so many more inputs."""
    left = iter([True] * answers)
    return lambda: next(left, False)


def test_when_time_is_up_nothing_more_is_tried() -> None:
    generator = Scripted()
    built = build_tests(generator, STATE, refusing(), StressSettings(), lasting(3))
    assert generator.events == ["generate 5 in batch 0"]
    assert [test.input.arguments[0] for test in built.tests] == [0, 1, 2, 3]
    assert built.dropped == ()


def test_the_first_input_is_tried_in_any_case() -> None:
    generator = Scripted()
    assert len(build_tests(generator, STATE, refusing(), StressSettings(), lambda: False).tests) == 1
    built = build_tests(Scripted(), STATE, refusing(0), StressSettings(), lambda: False)
    assert ([len(part) for part in built], generator.events) == ([0, 1], ["generate 5 in batch 0"])


def test_what_fails_when_time_is_up_is_dropped() -> None:
    generator = Scripted()
    # Four more inputs of the batch, one look before the repair, and one repair.
    built = build_tests(generator, STATE, refusing(1, 2, until=1), StressSettings(), lasting(6))
    assert generator.events == ["generate 5 in batch 0", "diagnose [1, 2]", "repair [1, 2]"]
    assert [test.input.arguments[0] for test in built.tests] == [0, 1001, 3, 4]
    assert [test.id for test in built.dropped] == [2]


@pytest.mark.parametrize(("tests", "batches", "shares"), [(10, 2, [5, 5]), (7, 2, [4, 3]), (1, 2, [1])])
def test_batches_share_the_tests(tests: int, batches: int, shares: list[int]) -> None:
    generator = Scripted()
    build_tests(generator, STATE, refusing(), StressSettings(tests=tests, batches=batches))
    assert [int(event.split()[1]) for event in generator.events] == shares
