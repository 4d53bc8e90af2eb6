"""Which arguments drive the hottest line: rank correlation of their sizes with its hits, over what was tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from effibench.audit.shapes import byte_size
from effibench.stats.correlation import rank_correlation
from effibench.stress.prober import LineHits

MIN_HISTORY = 4
MIN_CORRELATION = 0.5
MAX_HISTORY = 200  # a correlation looks at all pairs


class Feedback:
    """The history of a search: sizes of arguments and hits of lines."""

    def __init__(self) -> None:
        self._sizes: list[list[int]] = []
        self._hits: list[LineHits] = []

    def add(self, arguments: Sequence[Any], hits: LineHits) -> None:
        """Remembers what one input did."""
        self._sizes.append([argument_size(value) for value in arguments])
        self._hits.append(hits)
        del self._sizes[:-MAX_HISTORY], self._hits[:-MAX_HISTORY]

    def hottest_line(self) -> int | None:
        """The line with the most hits over the history, the first one among equals; None without any hit."""
        total: Counter[int] = Counter()
        for hits in self._hits:
            total.update(hits.hits)
        return min(total, key=lambda line: (-total[line], line), default=None)

    def correlations(self) -> list[float | None]:
        """For each argument, Spearman's rho of its size and the hottest line's hits; None if one never changed."""
        line = self.hottest_line()
        if line is None or len(self._hits) < 2:
            return [None for _ in self._sizes[0]] if self._sizes else []
        of_line = [float(hits.hits.get(line, 0)) for hits in self._hits]
        columns = zip(*self._sizes, strict=True)
        return [rank_correlation(map(float, column), of_line).spearman for column in columns]

    def choice(self) -> tuple[int, ...] | None:
        """The arguments to change next: those with the largest correlation; None while nothing is known."""
        if len(self._hits) < MIN_HISTORY:
            return None
        known = [-1.0 if rho is None else rho for rho in self.correlations()]
        best = max(known, default=-1.0)
        if best < MIN_CORRELATION:
            return None
        return tuple(number for number, rho in enumerate(known) if rho == best)

    def order(self) -> tuple[int, ...]:
        """All arguments with a positive correlation, the largest first."""
        known = [
            (rho, number) for number, rho in enumerate(self.correlations()) if rho is not None and rho > 0
        ]
        return tuple(number for _, number in sorted(known, key=lambda pair: (-pair[0], pair[1])))


def argument_size(value: Any) -> int:
    """Length of a container, magnitude of a number, bytes of anything else."""
    if isinstance(value, str | list | tuple | set | frozenset | dict):
        return len(value)
    if type(value) is int:
        return abs(value)
    return byte_size(value)
