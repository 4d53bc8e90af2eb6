"""Search for inputs that are worse for the slow side: a (1+lambda) evolutionary strategy with profile feedback.

Source: named as future work in "Rethinking Code Performance Benchmarks for LLMs"; the idea of maximising counts of
executed code is that of fuzzers such as SlowFuzz and PerfFuzz. Counts of lines come first, because they are free of
noise and cheap; work inside of builtins does not show in them, so times decide in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from effibench.audit.shapes import Schema, input_size, mutate
from effibench.stress.feedback import Feedback
from effibench.stress.gaps import Point, probe
from effibench.stress.growing import MAX_SIZE
from effibench.stress.prober import LineHits, Prober, Refusal, Side
from effibench.stress.record import StressInput, StressSettings

_FREE_CHILD = 4  # every fourth child ignores the feedback, so that other arguments keep a chance
_TIMED = 3  # of the inputs that counting found, the last that are timed


class Search:
    """A search from one input.

    Attributes:
        feedback: of the counting.
        probes: inputs that were tried.
    """

    def __init__(
        self,
        prober: Prober,
        schema: Schema,
        settings: StressSettings,
        *,
        has_time: Callable[[], bool],
        rng: Random,
    ) -> None:
        self.feedback = Feedback()
        self.probes = 0
        self._prober, self._schema, self._settings = prober, schema, settings
        self._has_time, self._rng = has_time, rng
        self._children = 0

    def run(self, start: Point) -> Point:
        """The best input by time; the one that was given if there is no better."""
        best = start
        for arguments in self._by_lines(start.input.arguments)[-_TIMED:]:
            if not self._has_time():
                return best
            found = self._probe(arguments)
            if found is not None and _better(found, best):
                best = found
        return self._by_time(best)

    def _by_lines(self, start: list[Any]) -> list[list[Any]]:
        """Inputs with ever larger ratios of counts, without the first."""
        parent, score = start, self._score(start)
        found: list[list[Any]] = []
        idle = 0
        while score is not None and idle < self._settings.patience and self._has_time():
            idle += 1
            best: tuple[float, list[Any]] | None = None
            for _ in range(self._settings.children):
                child = self._child(parent, found[-1] if found else start)
                counted = self._score(child)
                if counted is not None and (best is None or counted > best[0]):
                    best = counted, child
            if best is None or best[0] < score:
                continue
            if best[0] > score:
                idle = 0
                found.append(best[1])
            score, parent = best  # an equal one, too: a way over a plateau
        return found

    def _by_time(self, best: Point) -> Point:
        idle = 0
        while not best.visible and idle < self._settings.patience and self._has_time():
            idle += 1
            parent = best
            for _ in range(self._settings.children):
                if not self._has_time():
                    break
                found = self._probe(self._child(parent.input.arguments, parent.input.arguments))
                if found is not None and _better(found, best):
                    best, idle = found, 0
        return best

    def _child(self, parent: Sequence[Any], other: Sequence[Any]) -> list[Any]:
        self._children += 1
        among = None if self._children % _FREE_CHILD == 0 else self.feedback.choice()
        return mutate(
            parent,
            self._schema,
            self._rng,
            other=other,
            among=among,
            max_bytes=self._settings.max_bytes,
        )

    def _score(self, arguments: list[Any]) -> float | None:
        """Lines of the slow side for each of the fast side; None if a side fails or its count was cut off."""
        self.probes += 1
        slow = self._prober.lines(arguments, Side.SLOW)
        if isinstance(slow, Refusal) or not slow.complete:
            return None
        fast = self._prober.lines(arguments, Side.FAST)
        if isinstance(fast, Refusal) or not fast.complete:
            return None
        self.feedback.add(arguments, LineHits(slow.hits))
        return slow.total / max(1, fast.total)

    def _probe(self, arguments: list[Any]) -> Point | None:
        self.probes += 1
        size = min(MAX_SIZE, input_size(arguments, self._schema))
        found = probe(
            self._prober,
            StressInput(arguments),
            size,
            self._settings,
            seconds=self._settings.longest_probe,
        )
        return found if isinstance(found, Point) else None


def _better(one: Point, other: Point) -> bool:
    return (one.visible, one.ratio) > (other.visible, other.ratio)
