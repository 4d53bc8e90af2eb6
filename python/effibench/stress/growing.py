"""Adaptive growth: inputs of several kinds, each twice as large as the one before, until a difference shows.

Source: the schedule n0 * 2^i and its limits (64 MB, a time for a call) are those of EvalPerf's input growth. Here a
round tries one size on all kinds of inputs, and after each round the worse half of the kinds is given up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from effibench.audit.shapes import (
    Family,
    Schema,
    families,
    generate,
    growable,
    input_size,
)
from effibench.errors import UsageError
from effibench.stress.gaps import Point, probe
from effibench.stress.prober import TOO_MUCH, Prober, Refusal
from effibench.stress.record import Recipe, StressInput, StressSettings

_SEEDS = 2  # inputs of one kind and size that are tried before the kind is given up
_MAX_SIZE = 1 << 62


@dataclass(slots=True)
class Arm:
    """One kind of input: a family, and the arguments that grow.

    Attributes:
        points: of the sizes that were tried, in order.
        ended: why it grows no further; empty while it may.
    """

    family: Family
    grow: tuple[int, ...]
    points: list[Point] = field(default_factory=list)
    ended: str = ""

    @property
    def ratio(self) -> float:
        """Of its largest input; 0 without one."""
        return self.points[-1].ratio if self.points else 0.0


@dataclass(slots=True)
class Growth:
    """All kinds of inputs for a schema.

    Attributes:
        schema: of the arguments.
        order: the arguments to grow first; the rest follows.
        has_time: whether another input may be tried.
        probes: inputs that were tried.
        largest: the largest that was tried with success.
    """

    prober: Prober
    schema: Schema
    settings: StressSettings
    has_time: Callable[[], bool]
    order: Sequence[int] = ()
    probes: int = 0
    largest: int = 0
    arms: list[Arm] = field(default_factory=list)

    def run(self, first_size: int) -> Point | None:
        """Grows until a difference is expected to be visible, nothing grows any more, or time is up.

        Returns:
            The point with the largest ratio, visible ones first; None if no input was valid.
        """
        self.arms = [Arm(family, grow) for grow in self._grown() for family in families(self.schema)]
        size, going = max(1, first_size), list(self.arms)
        while going and size <= _MAX_SIZE:
            for arm in going:
                if not self.has_time():
                    return self.best()
                self._try(arm, size)
            if any(point.visible for arm in self.arms for point in arm.points[-1:]):
                break
            going = self._kept([arm for arm in going if not arm.ended])
            size *= 2
        return self.best()

    def best(self) -> Point | None:
        """The point with the largest ratio, visible ones first."""
        points = [point for arm in self.arms for point in arm.points]
        return max(points, key=lambda point: (point.visible, point.ratio), default=None)

    def arm_of(self, point: Point) -> Arm | None:
        """The arm that a point belongs to."""
        return next((arm for arm in self.arms if any(one is point for one in arm.points)), None)

    def _grown(self) -> list[tuple[int, ...]]:
        """Which arguments grow together: each alone, those that are hinted at first, and all."""
        known = growable(self.schema)
        order = [number for number in dict.fromkeys([*self.order, *known]) if number in known]
        alone: list[tuple[int, ...]] = [(number,) for number in order]
        return alone if len(alone) < 2 else [alone[0], tuple(sorted(order)), *alone[1:]]

    def _kept(self, going: list[Arm]) -> list[Arm]:
        count = max(self.settings.arms, math.ceil(len(going) / 2))
        best = sorted(going, key=lambda arm: -arm.ratio)[:count]
        for arm in going:
            if arm not in best:
                arm.ended = "others show more"
        return [arm for arm in going if not arm.ended]

    def _try(self, arm: Arm, size: int) -> None:
        refused: Refusal | None = None
        for seed in range(_SEEDS):
            recipe = Recipe(family=arm.family, size=size, seed=self.settings.seed + seed, grow=arm.grow)
            try:
                given = make(self.schema, recipe, self.settings.max_bytes)
            except UsageError as error:  # too large, or no input of that size meets the conditions
                arm.ended = str(error)
                return
            came_out = input_size(given.arguments, self.schema)
            if arm.points and came_out <= arm.points[-1].size:
                arm.ended = f"does not grow beyond {came_out}"
                return
            self.probes += 1
            found = probe(self.prober, given, came_out, self.settings)
            if isinstance(found, Point):
                arm.points.append(found)
                self.largest = max(self.largest, came_out)
                self._look_ahead(arm)
                return
            refused = found
            if found.reason in TOO_MUCH:
                break
        assert refused is not None
        arm.ended = f"{refused.reason.value}: {refused.message}"

    def _look_ahead(self, arm: Arm) -> None:
        """Ends an arm whose next size is expected to take too long, by the growth of its last two."""
        if len(arm.points) < 2:
            return
        (before, first), (after, last) = (
            (point.size, median(point.quick.slow_seconds)) for point in arm.points[-2:]
        )
        exponent = max(0.0, math.log(last / first) / math.log(after / before))
        if last * 2**exponent > self.settings.call_seconds:
            arm.ended = f"the next size would take about {last * 2**exponent:.2g} s"


def make(schema: Schema, recipe: Recipe, max_bytes: int) -> StressInput:
    """The input of a recipe.

    Raises:
        InputTooLargeError: it would exceed `max_bytes`.
        UsageError: there is no such input.
    """
    arguments = generate(
        schema, recipe.family, recipe.size, recipe.seed, grow=recipe.grow, max_bytes=max_bytes
    )
    return StressInput(arguments, recipe)
