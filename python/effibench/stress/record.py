"""What a search for performance tests is told and what it finds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec

from effibench.audit.growth import GrowthReport
from effibench.audit.growth_gaps import MIN_RATIO
from effibench.audit.record import Granularity
from effibench.audit.shapes import MAX_BYTES, Family
from effibench.audit.walk import HostFailure
from effibench.errors import UsageError
from effibench.model import Host
from effibench.scoring.ranks import RankTest

SCHEMA_VERSION = 1


class StressSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How tests are looked for.

    Attributes:
        granularity: what a run of the confirmation is.
        budget_seconds: for looking and for making the suite, on each task; the confirmation comes on top.
        confirm_seconds: what the confirmation may be expected to take, by the times of the input that was found; as
            many tests are kept as fit, and one at least.
        call_seconds: limit of one call of either side.
        max_bytes: of one input.
        quick_runs: of each side on one input.
        tests, batches: inputs of a suite, and in how many steps they are made.
        refinements: repairs of a batch at most.
        iterations: repairs of the whole suite at most, after its batches.
        alpha: of the confirmation; the search has a level of its own (`gaps.SEARCH_LEVEL`).
        min_ratio: ratio of times below which a difference does not count.
        target_ratio: ratio at which inputs are large enough to stop growing them.
        arms: kinds of inputs that are never given up for being behind.
        children: mutants of one generation of the search.
        patience: generations without progress after which the search ends.
        seed: of everything random but the order of runs.
    """

    granularity: Granularity = Granularity.CALL
    budget_seconds: float = 60.0
    confirm_seconds: float = 60.0
    call_seconds: float = 5.0
    max_bytes: int = MAX_BYTES
    quick_runs: int = 5
    tests: int = 10
    batches: int = 2
    refinements: int = 3
    iterations: int = 5
    alpha: float = 0.05
    min_ratio: float = MIN_RATIO
    target_ratio: float = 1.2
    arms: int = 3
    children: int = 4
    patience: int = 6
    seed: int = 42

    @property
    def longest_probe(self) -> float:
        """Calls that are expected to take longer are not tried, in s: an input takes some 20 calls."""
        return min(self.call_seconds, self.budget_seconds / 24)

    def checked(self) -> StressSettings:
        """Itself.

        Raises:
            UsageError: a setting makes no sense.
        """
        above, count = "a finite number above 0", "1 or more"
        for name, flag, sensible, expected in (
            ("budget_seconds", "--budget", 0 < self.budget_seconds < math.inf, above),
            ("confirm_seconds", "--confirm-seconds", 0 < self.confirm_seconds < math.inf, above),
            ("call_seconds", "--call-seconds", 0 < self.call_seconds < math.inf, above),
            ("max_bytes", "", self.max_bytes >= 1, count),
            ("quick_runs", "", self.quick_runs >= 4, "4 or more: fewer of each side are never significant"),
            ("tests", "--tests", self.tests >= 1, count),
            ("batches", "", self.batches >= 1, count),
            ("alpha", "--alpha", 0 < self.alpha < 1, "a number between 0 and 1"),
            ("min_ratio", "--minimum-ratio", 1 < self.min_ratio < math.inf, "more than 1"),
            ("target_ratio", "", self.min_ratio <= self.target_ratio < math.inf, "min_ratio or more"),
        ):
            if not sensible:
                named = f" (flag {flag})" if flag else ""
                raise UsageError(f"{name} = {getattr(self, name)}{named}: expected {expected}")
        return self


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """How an input is made from a schema."""

    family: Family
    size: int
    seed: int
    grow: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StressInput:
    """One input. `recipe` is None if no recipe makes it, as after a mutation."""

    arguments: list[Any]
    recipe: Recipe | None = None


class Outcome(StrEnum):
    """What came out for a task."""

    SEPARABLE = "separable"
    NOT_SEPARABLE = "not_separable"  # up to the largest size that was tried
    INVALID = "invalid"  # the pair cannot be tried at all


class StressFinding(msgspec.Struct, frozen=True, kw_only=True):
    """One task.

    Attributes:
        task_digest, pair_digest: of what was tried: the task, and the sources of both sides.
        reason: why there is no test, or why a confirmed suite was not written.
        ratio: slow side's time / fast side's, of the confirmation where there was one, else the largest of quick runs.
        size, family: of the inputs with it; the family is empty for inputs that the search has changed.
        largest: the largest size that was tried.
        test: the confirmation; None if nothing was worth one.
        tests: inputs of the suite that was confirmed; `dropped` were left out of it.
        growth: times of the best kind of inputs over sizes, with fits and where a gap may be expected.
        probes: inputs that were tried.
        folder: name of the written suite; empty without one (`reason`).
    """

    problem: str
    task_digest: str
    pair_digest: str
    outcome: Outcome
    reason: str = ""
    ratio: float | None = None
    size: int = 0
    family: str = ""
    largest: int = 0
    test: RankTest | None = None
    tests: int = 0
    dropped: int = 0
    growth: GrowthReport | None = None
    probes: int = 0
    folder: str = ""


class StressReport(msgspec.Struct, frozen=True, kw_only=True):
    """A benchmark.

    Attributes:
        without_pair: tasks that have no two solutions to be told apart.
        failed, not_reached, ended: what is missing and why (`walk.Walked`).
    """

    schema: int = SCHEMA_VERSION
    benchmark: str
    settings: StressSettings
    findings: tuple[StressFinding, ...]
    without_pair: tuple[str, ...] = ()
    failed: tuple[HostFailure, ...] = ()
    not_reached: tuple[str, ...] = ()
    ended: str = ""
    conclusion: str = ""
    host: Host | None = None
