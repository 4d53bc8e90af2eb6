"""Adaptive growth: larger and larger inputs of several kinds, until a difference shows.

Source: the schedule n0 * 2^i and its limits (64 MB, a time for a call) are those of EvalPerf's input growth. Here sizes
whose calls would be far too short to tell anything are left out, random inputs go first and find out which arguments
matter, and of the other kinds the worse half is given up after each round.
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
from effibench.stress.prober import TOO_MUCH, Prober, Reason, Refusal
from effibench.stress.record import Recipe, StressInput, StressSettings

_STEP = 2
_LEAP = 8  # still of the schedule, with two sizes left out
_SHORT_SECONDS = 1e-4  # the slow side's call is far from telling anything
_LEAP_SECONDS = 0.05  # a leap to where the slow side takes longer was too long
_SEEDS = 2  # inputs of one kind and size that are tried before the kind is given up
MAX_SIZE = 1 << 62  # of numbers; larger ones count as this


@dataclass(slots=True)
class Arm:
    """One kind of input: a family, and the arguments that grow.

    Attributes:
        size: to be tried next.
        step: how many times that is the size before.
        points: of the sizes that were tried, in order.
        ended: why it grows no further; empty while it may.
    """

    family: Family
    grow: tuple[int, ...]
    size: int
    step: int = 1
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
        arms: all kinds so far.
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
        first = min(MAX_SIZE, max(1, first_size))
        sets = self._sets()
        if not self._rounds([Arm(Family.RANDOM, grow, first) for grow in sets]):
            leader = max(self.arms, key=lambda arm: arm.ratio, default=None)
            if leader is not None and leader.points:
                sets = [leader.grow]
                first = max(first, _requested(leader.points[-1]) // _LEAP)
            others = [family for family in families(self.schema) if family is not Family.RANDOM]
            self._rounds([Arm(family, grow, first) for grow in sets for family in others])
        return self.best()

    def best(self) -> Point | None:
        """The point with the largest ratio, visible ones first."""
        points = [point for arm in self.arms for point in arm.points]
        return max(points, key=lambda point: (point.visible, point.ratio), default=None)

    def other_way(self) -> Point | None:
        """The point at which the slow side is the faster one by the most; None without such a point."""
        points = [point for arm in self.arms for point in arm.points if point.gap.gap and point.ratio < 1]
        return min(points, key=lambda point: point.ratio, default=None)

    def arm_of(self, point: Point) -> Arm | None:
        """The arm that a point belongs to."""
        return next((arm for arm in self.arms if any(one is point for one in arm.points)), None)

    def _sets(self) -> list[tuple[int, ...]]:
        """Which arguments grow together: the first one, all, and each of the others alone."""
        known = growable(self.schema)
        order = [number for number in dict.fromkeys([*self.order, *known]) if number in known]
        alone: list[tuple[int, ...]] = [(number,) for number in order]
        return alone if len(alone) < 2 else [alone[0], tuple(sorted(order)), *alone[1:]]

    def _rounds(self, arms: list[Arm]) -> bool:
        """Tries one size of each, over and over; whether a difference became visible."""
        self.arms += arms
        going = arms
        while going:
            for arm in going:
                if not self.has_time():
                    return any(point.visible for one in arms for point in one.points)
                self._try(arm)
            if any(point.visible for arm in going for point in arm.points[-1:]):
                return True
            going = self._kept([arm for arm in going if not arm.ended])
        return False

    def _kept(self, going: list[Arm]) -> list[Arm]:
        count = max(self.settings.arms, math.ceil(len(going) / 2))
        for arm in sorted(going, key=lambda arm: -arm.ratio)[count:]:
            arm.ended = "others show more"
        return [arm for arm in going if not arm.ended]

    def _try(self, arm: Arm) -> None:
        for seed in range(_SEEDS):
            recipe = Recipe(family=arm.family, size=arm.size, seed=self.settings.seed + seed, grow=arm.grow)
            try:
                given = make(self.schema, recipe, self.settings.max_bytes)
            except UsageError as error:  # too large, or no input of that size meets the conditions
                self._refused(arm, Refusal(reason=Reason.SIZE, message=str(error)))
                return
            came_out = min(MAX_SIZE, input_size(given.arguments, self.schema))
            if arm.points and came_out <= arm.points[-1].size:
                arm.ended = f"does not grow beyond {came_out}"
                return
            self.probes += 1
            found = probe(self.prober, given, came_out, self.settings, seconds=self._limit(arm))
            if isinstance(found, Point):
                arm.points.append(found)
                self.largest = max(self.largest, came_out)
                self._next(arm)
                return
            self._refused(arm, found)
            if found.reason in TOO_MUCH:
                return

    def _limit(self, arm: Arm) -> float | None:
        """Of a call: a leap must not land where every run takes seconds."""
        return min(_LEAP_SECONDS, self.settings.call_seconds) if arm.step > _STEP else None

    def _refused(self, arm: Arm, refused: Refusal) -> None:
        """Ends an arm, or lets it go a smaller step."""
        if refused.reason in TOO_MUCH and arm.step > _STEP and arm.points:
            arm.size = _STEP * arm.size // arm.step
            arm.step = _STEP
        else:
            arm.ended = f"{refused.reason.value}: {refused.message}"

    def _next(self, arm: Arm) -> None:
        """Chooses the next size; ends an arm whose next call is expected to take too long."""
        arm.ended = ""
        last = median(arm.points[-1].quick.slow_seconds)
        arm.step = _LEAP if last < _SHORT_SECONDS and arm.step != _STEP else _STEP
        arm.size *= arm.step
        if arm.size > MAX_SIZE:
            arm.ended = f"sizes end at {MAX_SIZE}"
        if len(arm.points) < 2 or not arm.points[-2].size:  # a power of the size says nothing of size 0
            return
        before = arm.points[-2]
        growth = arm.points[-1].size / before.size
        exponent = max(0.0, math.log(last / median(before.quick.slow_seconds)) / math.log(growth))
        ceiling = self.settings.longest_probe
        if last * _STEP**exponent > ceiling:
            arm.ended = f"the next size would take about {last * _STEP**exponent:.2g} s"
        elif last * arm.step**exponent > _LEAP_SECONDS:
            arm.size = _STEP * arm.size // arm.step
            arm.step = _STEP


def _requested(point: Point) -> int:
    """The size that was asked for, which is what grows."""
    return point.input.recipe.size if point.input.recipe is not None else point.size


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
