"""The whole search on one pair: learn from its inputs, grow, search, build a suite, confirm once.

Theory of operation. Everything before the confirmation only chooses inputs: its runs are few, and they are looked at as
often as there is time. The confirmation is one test on new samples, made once, so its level holds whatever was looked
at before; a pair that fails it is reported as not separable, and nothing is tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any, NamedTuple

import msgspec

from effibench.audit.growth import GrowthReport, Sample, growth_report
from effibench.audit.growth_gaps import LARGE_DELTA
from effibench.audit.shapes import Schema, growable, input_size, schema_of
from effibench.errors import UsageError
from effibench.scoring.ranks import RUNS, RankTest
from effibench.stress.batches import Generator, State, build_tests
from effibench.stress.by_shapes import ByShapes
from effibench.stress.feedback import Feedback
from effibench.stress.gaps import SEARCH_LEVEL, Point
from effibench.stress.growing import Arm, Growth
from effibench.stress.prober import Prober, Reason, Refusal, Side
from effibench.stress.record import Outcome, StressFinding, StressInput, StressSettings
from effibench.stress.search import Search

_ROUNDS = RUNS + 1  # of a confirmation, with the one that warms up
_MAX_SEEDS = 8
_SHARE_OF_SEEDS = 0.25  # of the budget, for trying the benchmark's own inputs; one valid one is waited for
_SHARE_OF_GROWTH = 0.6  # up to its end, so that the search has some
_SHARE_OF_SEARCH = 0.9  # up to its end, so that making the suite has some


class Stressed(NamedTuple):
    """What was found, and the inputs that were confirmed; without any if nothing was.

    Attributes:
        seeds: the benchmark's own valid inputs, which the schema was learned from.
        max_bytes: of one input.
        call_seconds: limit of a call, which the inputs were answered in.
    """

    finding: StressFinding
    inputs: tuple[StressInput, ...] = ()
    seeds: tuple[list[Any], ...] = ()
    max_bytes: int = 0
    call_seconds: float = 0.0


@dataclass(slots=True)
class Engine:
    """One pair.

    Attributes:
        state: what a generator is told of the problem.
        settings: how tests are looked for.
        clock: seconds from some start.
        order: arguments to grow first, by hints from the source; the rest is chosen by profile.
        generator: of the suite; None = by shapes.
    """

    prober: Prober
    state: State
    settings: StressSettings
    clock: Callable[[], float]
    order: Sequence[int] = ()
    generator: Generator | None = None

    def run(self, found: StressFinding, inputs: Sequence[Sequence[Any]]) -> Stressed:
        """Looks for tests.

        Args:
            found: to be completed: it names what is tried, and calls it invalid as long as nothing is known.
            inputs: lists of arguments that the benchmark has for the task.
        """
        settings, began = self.settings, self.clock()

        def has_time(share: float) -> Callable[[], bool]:
            return lambda: self.clock() - began < share * settings.budget_seconds

        seeds, refused = self._valid(inputs, has_time)
        if not seeds:
            why = "the task has no input" if refused is None else f"its own inputs: {refused.message}"
            return Stressed(msgspec.structs.replace(found, reason=why))
        try:
            schema = schema_of(seeds)
        except UsageError as error:  # such as an argument that not all of them have
            return Stressed(msgspec.structs.replace(found, reason=f"its own inputs: {error}"))
        order = self.order or self._profiled(seeds, schema)
        growth = Growth(self.prober, schema, settings, has_time(_SHARE_OF_GROWTH), order)
        best = growth.run(sorted(input_size(seed, schema) for seed in seeds)[len(seeds) // 2])
        probes, arm = growth.probes, None
        if best is not None:
            arm = growth.arm_of(best)
            if not best.visible:
                search = Search(
                    self.prober,
                    schema,
                    settings,
                    has_time=has_time(_SHARE_OF_SEARCH),
                    rng=Random(settings.seed),
                )
                best = search.run(best)
                probes += search.probes
        found = msgspec.structs.replace(
            found,
            outcome=Outcome.NOT_SEPARABLE,
            probes=probes,
            largest=max(growth.largest, best.size if best else 0),
            growth=_growth(arm, settings),
        )
        if best is None:
            ends = {arm.ended for arm in growth.arms if arm.ended}
            why = f"no generated input is valid ({min(ends)})" if ends else "no time to try an input"
            return Stressed(msgspec.structs.replace(found, reason=why))
        recipe = best.input.recipe
        family = recipe.family.value if recipe else ""
        found = msgspec.structs.replace(found, ratio=best.ratio, size=best.size, family=family)
        if not best.worth_a_test:
            why = _no_difference(found.largest, growth.other_way())
            return Stressed(msgspec.structs.replace(found, reason=why))
        return self._confirmed(found, best, schema, seeds, has_time(1.0))

    def _valid(
        self, inputs: Sequence[Sequence[Any]], has_time: Callable[[float], Callable[[], bool]]
    ) -> tuple[list[list[Any]], Refusal | None]:
        """The benchmark's own inputs that both sides answer, up to some; the last that was refused."""
        settings = self.settings
        valid: list[list[Any]] = []
        refused = None
        for arguments in inputs:
            enough = len(valid) == _MAX_SEEDS or (valid and not has_time(_SHARE_OF_SEEDS)())
            if enough or not has_time(1.0)():
                break
            why = _unprintable(arguments) or self.prober.validate(arguments, settings.longest_probe)
            if why is None:
                valid.append(list(arguments))
            else:
                refused = why
        return valid, refused

    def _profiled(self, seeds: Sequence[list[Any]], schema: Schema) -> tuple[int, ...]:
        """Arguments whose size goes with the hits of the slow side's hottest line, over the benchmark's own inputs."""
        history = Feedback()
        if len(growable(schema)) < 2:
            return ()
        for seed in seeds:
            hits = self.prober.lines(seed, Side.SLOW)
            if not isinstance(hits, Refusal):
                history.add(seed, hits)
        return history.order()

    def _confirmed(
        self,
        found: StressFinding,
        best: Point,
        schema: Schema,
        seeds: list[list[Any]],
        has_time: Callable[[], bool],
    ) -> Stressed:
        rng = Random(self.settings.seed)
        generator = self.generator or ByShapes(schema, best.input, self.settings, rng)
        wanted = msgspec.structs.replace(self.settings, tests=self._affordable(best))
        built = build_tests(generator, self.state, self.prober.validate, wanted, has_time)
        kept = tuple(test.input for test in built.tests)
        found = msgspec.structs.replace(found, tests=len(kept), dropped=len(built.dropped))
        if not kept:
            return Stressed(msgspec.structs.replace(found, reason="no test of the suite is valid"))
        test = self.prober.confirm([given.arguments for given in kept])
        found = msgspec.structs.replace(found, test=test, **self._judged(test))
        if found.outcome is not Outcome.SEPARABLE:
            return Stressed(found)
        return Stressed(found, kept, tuple(seeds), self.settings.max_bytes, self.settings.call_seconds)

    def _affordable(self, best: Point) -> int:
        """How many such inputs a confirmation can go over in its time."""
        beside = 2 * self.prober.overhead_seconds
        left = self.settings.confirm_seconds / _ROUNDS - beside
        each = median(best.quick.fast_seconds) + median(best.quick.slow_seconds)
        return max(1, min(self.settings.tests, int(left / each)))

    def _judged(self, test: RankTest) -> dict[str, Any]:
        if not test.valid:
            return {"outcome": Outcome.INVALID, "reason": test.reason}
        if test.p_value is None or not test.a_seconds or not test.b_seconds:
            return {"reason": test.reason or "a side took no time"}
        ratio = test.b_seconds / test.a_seconds
        enough = (test.delta or 0.0) >= LARGE_DELTA and ratio >= self.settings.min_ratio
        if test.significant and enough:
            return {"outcome": Outcome.SEPARABLE, "ratio": ratio}
        return {"ratio": ratio, "reason": f"not confirmed: p = {test.p_value:.2g}, ratio {ratio:.3g}"}


def _unprintable(arguments: Sequence[Any]) -> Refusal | None:
    """Numbers of thousands of digits have no text, by which inputs are compared."""
    try:
        repr(arguments)
    except ValueError as error:
        return Refusal(reason=Reason.SIZE, message=str(error))
    return None


def _no_difference(largest: int, other_way: Point | None) -> str:
    why = f"no difference up to size {largest}"
    if other_way is None:
        return why
    return (
        f"{why} in which the slow side is the slower one; in quick runs at size {other_way.size} the fast side was, "
        f"ratio {other_way.ratio:.3g}"
    )


def _growth(arm: Arm | None, settings: StressSettings) -> GrowthReport | None:
    if arm is None:
        return None
    samples = [
        Sample(point.size, fast, slow)
        for point in arm.points
        if point.size  # a power of the size says nothing of size 0
        for fast, slow in zip(point.quick.fast_seconds, point.quick.slow_seconds, strict=True)
    ]
    if not samples:
        return None
    return growth_report(samples, min_ratio=settings.min_ratio, alpha=SEARCH_LEVEL)
