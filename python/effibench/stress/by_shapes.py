"""The generator of a suite that needs no language model: more inputs of the kind that growth or search has found."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from effibench.audit.shapes import Schema, mutate
from effibench.errors import UsageError
from effibench.stress.batches import Diagnosis, ProposedTest, State
from effibench.stress.growing import make
from effibench.stress.prober import TOO_MUCH
from effibench.stress.record import Recipe, StressInput, StressSettings

_TRIES = 20


class ByShapes:
    """Inputs like one that shows the difference: other seeds of its recipe, or mutants where it has none."""

    def __init__(self, schema: Schema, found: StressInput, settings: StressSettings, rng: Random) -> None:
        self._schema, self._found, self._settings, self._rng = schema, found, settings, rng
        self._first: StressInput | None = found
        self._seeds = itertools.count(settings.seed + 1)

    def generate(self, state: State, count: int) -> Sequence[StressInput]:
        """The one that was found, then others."""
        return list(itertools.islice(self._others(), count))

    def diagnose(self, state: State, failing: Sequence[ProposedTest]) -> Sequence[Diagnosis]:
        """Restates the failures; a repair needs no more."""
        return [
            Diagnosis(
                test_id=test.id,
                error_type=test.failure.error_type or test.failure.reason.value,
                message=test.failure.message,
                root_cause="too large" if test.failure.reason in TOO_MUCH else "not valid",
                line=test.failure.line,
            )
            for test in failing
            if test.failure is not None
        ]

    def repair(
        self, state: State, failing: Sequence[ProposedTest], diagnoses: Sequence[Diagnosis]
    ) -> Sequence[StressInput | None]:
        """Half the size where an input was too much, else another seed."""
        others = self._others()
        return [self._smaller(test) or next(others, None) for test in failing]

    def _smaller(self, test: ProposedTest) -> StressInput | None:
        recipe = test.input.recipe
        if test.failure is None or test.failure.reason not in TOO_MUCH or recipe is None or recipe.size < 2:
            return None
        return self._made(msgspec.structs.replace(recipe, size=recipe.size // 2))

    def _others(self) -> Iterator[StressInput]:
        """At most so many as tries allow."""
        if self._first is not None:
            first, self._first = self._first, None
            yield first
        for _ in range(_TRIES):
            recipe = self._found.recipe
            if recipe is None:
                yield StressInput(
                    mutate(
                        self._found.arguments,
                        self._schema,
                        self._rng,
                        max_bytes=self._settings.max_bytes,
                    )
                )
            else:
                made = self._made(msgspec.structs.replace(recipe, seed=next(self._seeds)))
                if made is not None:
                    yield made

    def _made(self, recipe: Recipe) -> StressInput | None:
        try:
            return make(self._schema, recipe, self._settings.max_bytes)
        except UsageError:
            return None
