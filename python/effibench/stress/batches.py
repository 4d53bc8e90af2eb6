"""Building a suite in batches: generate, run, diagnose, repair.

Source: "Rethinking Code Performance Benchmarks for LLMs", multi-agent generator: 10 tests in 2 batches; failing tests
alone are diagnosed and repaired, at most 3 times a batch and then 5 times for the whole suite; what still fails is
dropped. Here a generator proposes inputs only; expected answers come from the trusted solution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import msgspec

from effibench.stress.prober import Reason, Refusal
from effibench.stress.record import StressInput, StressSettings
from effibench.tasks.task import Entry


@dataclass(frozen=True, slots=True)
class ProposedTest:
    """A test of the suite under construction; `failure` says why it is none yet."""

    id: int
    input: StressInput
    failure: Refusal | None = None


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """Why a test fails, for its repair. Source: the fields of the published diagnosis."""

    test_id: int
    error_type: str
    message: str
    root_cause: str
    line: int | None = None


class State(NamedTuple):
    """What a generator sees.

    Attributes:
        problem: the task in words.
        code: the solution under test, the slow side.
        entry: what is called, said explicitly because guesses pick helpers.
        tests: so far, in order of their ids.
        batch: number of the batch that is being made, from 0.
    """

    problem: str
    code: str
    entry: Entry
    tests: tuple[ProposedTest, ...] = ()
    batch: int = 0


class Generator(Protocol):
    """Proposes inputs: by shapes, or by a language model."""

    def generate(self, state: State, count: int) -> Sequence[StressInput]:
        """New inputs, as many as asked for, or fewer."""

    def diagnose(self, state: State, failing: Sequence[ProposedTest]) -> Sequence[Diagnosis]:
        """What is wrong with each of the tests."""

    def repair(
        self, state: State, failing: Sequence[ProposedTest], diagnoses: Sequence[Diagnosis]
    ) -> Sequence[StressInput | None]:
        """Other inputs for the tests, in their order; None leaves one as it is."""


class Built(NamedTuple):
    """The tests that pass, in order, and those that were dropped."""

    tests: tuple[ProposedTest, ...]
    dropped: tuple[ProposedTest, ...]


def build_tests(
    generator: Generator,
    state: State,
    validate: Callable[[Sequence[Any]], Refusal | None],
    settings: StressSettings,
    has_time: Callable[[], bool] = lambda: True,
) -> Built:
    """Runs the loop.

    An input that another test has already counts as failing: solutions that keep results would answer it from memory.

    Args:
        validate: why an input is no test; None if it is one.
        has_time: whether another input may be tried. The first one always is; what fails when time is up is dropped.
    """
    made = _Suite(generator, state._replace(tests=()), validate, has_time)
    for batch, count in enumerate(_shares(settings.tests, settings.batches)):
        made.begin(batch, count)
        made.refine(settings.refinements, of_batch=True)
    made.refine(settings.iterations, of_batch=False)
    tests = made.state.tests
    passing = tuple(test for test in tests if test.failure is None)
    return Built(passing, tuple(test for test in tests if test.failure is not None))


def _shares(tests: int, batches: int) -> list[int]:
    whole, rest = divmod(tests, batches)
    shares = [whole + (number < rest) for number in range(batches)]
    return [share for share in shares if share]


class _Suite:
    def __init__(
        self,
        generator: Generator,
        state: State,
        validate: Callable[[Sequence[Any]], Refusal | None],
        has_time: Callable[[], bool],
    ) -> None:
        self.state = state
        self._generator, self._validate, self._has_time = generator, validate, has_time
        self._known: set[str] = set()
        self._first_of_batch = 0

    def begin(self, batch: int, count: int) -> None:
        """Generates a batch and runs it."""
        self.state = self.state._replace(batch=batch)
        self._first_of_batch = len(self.state.tests)
        if self.state.tests and not self._has_time():
            return
        for given in list(self._generator.generate(self.state, count))[:count]:
            if self.state.tests and not self._has_time():
                return
            test = self._checked(ProposedTest(len(self.state.tests), given))
            self.state = self.state._replace(tests=(*self.state.tests, test))

    def refine(self, times: int, *, of_batch: bool) -> None:
        """Repairs what fails, as often as allowed."""
        for _ in range(times):
            first = self._first_of_batch if of_batch else 0
            failing = [test for test in self.state.tests[first:] if test.failure is not None]
            if not failing or not self._has_time():
                return
            diagnoses = self._generator.diagnose(self.state, failing)
            repaired = self._generator.repair(self.state, failing, diagnoses)
            tests = list(self.state.tests)
            for test, given in zip(failing, repaired, strict=False):
                if given is not None and self._has_time():
                    tests[test.id] = self._checked(replace(test, input=given))
            self.state = self.state._replace(tests=tuple(tests))

    def _checked(self, test: ProposedTest) -> ProposedTest:
        key = repr(test.input.arguments)
        if key in self._known:
            failure: Refusal | None = Refusal(reason=Reason.DISAGREE, message="another test has this input")
        else:
            failure = self._validate(test.input.arguments)
        if failure is None:
            self._known.add(key)
        return replace(test, failure=failure)
