"""What the search for performance tests needs to know of two solutions, whoever runs them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

import msgspec

from effibench.scoring.ranks import RankTest


class Side(StrEnum):
    """Which of the two solutions."""

    FAST = "fast"
    SLOW = "slow"


class Reason(StrEnum):
    """Why an input is no test."""

    RAISED = "raised"  # a solution raised or crashed
    TIME = "time"  # a call took longer than its budget
    MEMORY = "memory"
    SIZE = "size"  # the input has too many bytes
    DISAGREE = "disagree"  # a side's answer is not the expected one, or not the one it gave before
    UNENCODABLE = "unencodable"  # of a type that cannot travel to a process


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """An input that is no test.

    Attributes:
        error_type: class of the exception, where there was one.
        line: of the solution that failed, from 1; None if unknown.
    """

    reason: Reason
    message: str
    error_type: str = ""
    line: int | None = None


TOO_MUCH = frozenset({Reason.TIME, Reason.MEMORY, Reason.SIZE})
"""Reasons that a smaller input of the same kind would not have."""


class Quick(NamedTuple):
    """A few runs of each side on one input, times in s."""

    fast_seconds: tuple[float, ...]
    slow_seconds: tuple[float, ...]


class LineHits(NamedTuple):
    """How often one call ran each line of the solution; of an incomplete one, until it was cut off."""

    hits: dict[int, int]
    complete: bool = True

    @property
    def total(self) -> int:
        """Lines that were run."""
        return sum(self.hits.values())


class Prober(Protocol):
    """Two solutions of one task that can be tried on inputs."""

    @property
    def overhead_seconds(self) -> float:
        """What a run of the confirmation takes beside the calls, such as the start of an interpreter."""

    def validate(self, arguments: Sequence[Any], seconds: float | None = None) -> Refusal | None:
        """Whether the input is a test: no side raises, both give the expected answer, twice, within their budgets.

        Args:
            seconds: limit of a call, where it is to be shorter than the usual one.
        """

    def quick(self, arguments: Sequence[Any], runs: int) -> Quick | Refusal:
        """Times of some runs a side, in turns. The input is valid."""

    def lines(self, arguments: Sequence[Any], side: Side) -> LineHits | Refusal:
        """Lines that one call of a side runs; the same for the same input."""

    def confirm(self, inputs: Sequence[Sequence[Any]]) -> RankTest:
        """The published test on new samples: 30 runs a side, each over all inputs."""
