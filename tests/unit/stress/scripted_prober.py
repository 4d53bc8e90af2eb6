"""Two solutions played by formulas, and a clock that only they move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from effibench.scoring.ranks import RankTest, rank_test
from effibench.stress.prober import LineHits, Quick, Reason, Refusal, Side
from effibench.stress.record import Recipe, StressInput

Times = Callable[[Sequence[Any]], float]


def length(arguments: Sequence[Any]) -> int:
    """Of the first argument."""
    return len(arguments[0])


def one_below(schema: Any, recipe: Recipe, max_bytes: int) -> StressInput:
    """An input as `growing.make` may give it where a number of size 1 is asked for: neighbours of 1 begin with 0."""
    return StressInput([recipe.size - 1], recipe)


@dataclass
class ScriptedProber:
    """Times by formulas of the arguments, with a fixed spread of one in a thousand a run.

    Attributes:
        refuse: why an input is no test.
        hits: lines that a side runs.
        seconds: what the clock of the engine says.
        events: everything that was asked, in order.
        confirmed: the inputs of the confirmations.
        confirmation: times of both sides at the confirmation; None = the formulas.
    """

    fast: Times
    slow: Times
    refuse: Callable[[Sequence[Any]], Refusal | None] = lambda arguments: None
    hits: Callable[[Sequence[Any], Side], LineHits | Refusal] = lambda arguments, side: LineHits({1: 1})
    overhead_seconds: float = 0.0
    probe_seconds: float = 1.0
    call_seconds: float = 5.0
    seconds: float = 0.0
    events: list[tuple[str, int]] = field(default_factory=list)
    confirmed: list[list[Any]] = field(default_factory=list)
    confirmation: tuple[float, float] | None = None

    def clock(self) -> float:
        return self.seconds

    def sizes(self, what: str) -> list[int]:
        return [size for name, size in self.events if name == what]

    def validate(self, arguments: Sequence[Any], seconds: float | None = None) -> Refusal | None:
        self.events.append(("validate", len(repr(arguments)) if not arguments else _size(arguments)))
        self.seconds += self.probe_seconds
        if self.slow(arguments) > min(self.call_seconds, seconds or self.call_seconds):
            return Refusal(reason=Reason.TIME, message="too slow")
        return self.refuse(arguments)

    def quick(self, arguments: Sequence[Any], runs: int) -> Quick:
        self.events.append(("quick", _size(arguments)))
        return Quick(_spread(self.fast(arguments), runs), _spread(self.slow(arguments), runs))

    def lines(self, arguments: Sequence[Any], side: Side) -> LineHits | Refusal:
        self.events.append((f"lines {side.value}", _size(arguments)))
        self.seconds += self.probe_seconds
        return self.hits(arguments, side)

    def confirm(self, inputs: Sequence[Sequence[Any]]) -> RankTest:
        self.events.append(("confirm", len(inputs)))
        self.confirmed.append([list(arguments) for arguments in inputs])
        fast, slow = self.confirmation or (
            sum(self.fast(one) for one in inputs),
            sum(self.slow(one) for one in inputs),
        )
        return rank_test(_spread(fast, 30), _spread(slow, 30))


def _size(arguments: Sequence[Any]) -> int:
    first = arguments[0]
    return first if isinstance(first, int) else len(first)


def _spread(seconds: float, runs: int) -> tuple[float, ...]:
    return tuple(seconds * (1 + 0.001 * number / runs) for number in range(runs))
