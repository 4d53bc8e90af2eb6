"""Values of any shape in the order of a family."""

from __future__ import annotations

import copy
import math
from random import Random
from typing import Any

from effibench.audit.shapes import integers
from effibench.audit.shapes.patterns import GRAPH_FAMILIES, Family, ranks
from effibench.audit.shapes.schema import (
    BoolShape,
    DictShape,
    FloatShape,
    InputTooLargeError,
    IntShape,
    NoneShape,
    OneOfShape,
    RecordShape,
    SampleShape,
    SequenceShape,
    Shape,
    StrShape,
)
from effibench.audit.shapes.sizes import PER_VALUE, byte_size

_LONG_WORD = 16


class Budget:
    """Bytes that may still be made."""

    def __init__(self, most: int) -> None:
        self._most = self._left = most

    def spend(self, count: int) -> None:
        """Takes so many bytes.

        Raises:
            InputTooLargeError: there are fewer left.
        """
        self._left -= count
        if self._left < 0:
            raise InputTooLargeError(f"the input takes more than {self._most} bytes")


class Values:
    """Makes values for one family.

    Args:
        span: how far whole numbers and others may go beyond what was seen; 0 keeps them in the range that was seen.
        last: largest whole number that is allowed, if there is a bound.
        budget: of bytes; all that is made counts.

    Its methods raise InputTooLargeError once the budget is spent.
    """

    def __init__(
        self, family: Family, rng: Random, *, budget: Budget, span: int = 0, last: int | None = None
    ) -> None:
        self._family, self._rng, self._budget = family, rng, budget
        self._span, self._last = span, last

    def series(self, shape: Shape, n: int, *, distinct: bool = False) -> list[Any]:
        """Values of one shape, as many as asked, in the family's order."""
        if n <= 0:
            return []
        if self._family in GRAPH_FAMILIES and is_edge(shape) and isinstance(shape, RecordShape):
            return self._edges(shape, n)
        order = ranks(self._family, n, self._rng, distinct=distinct)
        if isinstance(shape, SequenceShape | DictShape) and not distinct:
            alike: dict[int, Any] = {}  # equal ranks are equal values
            made = []
            for rank in order:
                made.append(self._copied(alike[rank]) if rank in alike else self.any(shape))
                alike.setdefault(rank, made[-1])
            return made
        return [self.at(shape, rank, n) for rank in order]

    def at(self, shape: Shape, rank: int, count: int) -> Any:
        """The value with a rank among `count`; higher ranks have higher values, as far as the type has an order."""
        self._budget.spend(PER_VALUE)
        if isinstance(shape, IntShape):
            return self._integer(shape, rank, count)
        if isinstance(shape, FloatShape):
            low, high = self._floats(shape)
            return low + (high - low) * (rank / count)
        if isinstance(shape, StrShape):
            return self._word(shape, rank, count)
        if isinstance(shape, BoolShape):
            return 2 * rank >= count
        if isinstance(shape, RecordShape):
            first, *rest = shape.parts
            parts = [
                self.at(first, rank, count),
                *(self.at(part, self._rng.randrange(count), count) for part in rest),
            ]
            return parts if shape.kind == "list" else tuple(parts)
        return self.any(shape)

    def any(self, shape: Shape) -> Any:
        """Some value of the shape, of a length that was seen."""
        if isinstance(shape, NoneShape):
            return None
        if isinstance(shape, SampleShape):
            return self._copied(self._rng.choice(shape.values))
        if isinstance(shape, OneOfShape):
            return self.any(self._rng.choice(shape.options))
        if isinstance(shape, SequenceShape | DictShape | StrShape):
            # Twice the mean at most: what is nested in what is nested would else explode.
            longest = max(shape.shortest, min(shape.longest, 2 * shape.usual))
            return self.of_length(shape, self._rng.randint(shape.shortest, longest))
        return self.at(shape, self._rng.randrange(1 << 16), 1 << 16)

    def _copied(self, value: Any) -> Any:
        self._budget.spend(byte_size(value))
        return copy.deepcopy(value)

    def of_length(self, shape: SequenceShape | DictShape | StrShape, n: int) -> Any:
        """A sequence, dict or text of length n; shorter where there are not as many distinct elements or keys."""
        if isinstance(shape, SequenceShape):
            return self.sequence(shape, n)
        return self.mapping(shape, n) if isinstance(shape, DictShape) else self.text(shape, n)

    def sequence(self, shape: SequenceShape, n: int) -> Any:
        """A sequence of n elements; fewer where they have to be distinct and there are not as many."""
        distinct = shape.distinct or shape.kind in {"set", "frozenset"}
        if shape.rows and isinstance(shape.element, SequenceShape):
            longest = shape.element.longest
            width = n if shape.rows == "square" else self._rng.randint(min(1, longest), longest)
            made: list[Any] = [self.sequence(shape.element, width) for _ in range(n)]
        else:
            made = self.series(shape.element, n, distinct=distinct)
        if distinct and shape.distinct:
            made = list(dict.fromkeys(made))
        if shape.order:
            made.sort(reverse=shape.order == "descending")
        kinds = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
        return kinds[shape.kind](made)

    def mapping(self, shape: DictShape, n: int) -> dict[Any, Any]:
        """A dict of n entries; fewer where there are not as many keys."""
        return dict(zip(self.series(shape.key, n, distinct=True), self.series(shape.value, n), strict=True))

    def text(self, shape: StrShape, n: int) -> str:
        """A text of n characters."""
        self._budget.spend(PER_VALUE + n)
        letters = shape.alphabet
        if not letters or n <= 0:
            return ""
        if self._family is Family.WORST_CASE_STRING:
            return letters[0] * (n - 1) + letters[-1]
        if self._family is Family.COMMON_PREFIX:
            return letters[0] * (n - 1) + self._rng.choice(letters)
        return "".join(letters[rank * len(letters) // n] for rank in ranks(self._family, n, self._rng))

    def number(self, shape: IntShape | FloatShape, size: int) -> Any:
        """A number of the size that is asked for."""
        made = self._special(size)
        if made is None:
            made = self._rng.randint(max(1, size // 2), max(1, size))
        return made if isinstance(shape, IntShape) else float(made)

    def _special(self, limit: int) -> int | None:
        if self._family is Family.PRIMES:
            return integers.prime_up_to(limit)
        if self._family is Family.SEMIPRIMES:
            return integers.semiprime_up_to(limit)
        if self._family is Family.POWERS_OF_TWO:
            return integers.near_power_of_two(limit, self._rng)
        return integers.near_fibonacci(limit, self._rng) if self._family is Family.FIBONACCI else None

    def _integer(self, shape: IntShape, rank: int, count: int) -> int:
        low, high = self._integers(shape)
        plain = low + rank * (high - low + 1) // count
        special = self._special(plain) if shape.at_most is None else None
        return plain if special is None or not low <= special <= high else special

    def _integers(self, shape: IntShape) -> tuple[int, int]:
        low, high = shape.low, shape.high
        if shape.at_most is None and self._span:
            low = shape.at_least if shape.at_least is not None else min(low, -self._span)
            high = max(high, low + self._span, self._span)
        if self._last is not None:
            high = max(low, min(high, self._last))
        return low, high

    def _floats(self, shape: FloatShape) -> tuple[float, float]:
        low = 0.0 if shape.at_least is not None else min(shape.low, -float(self._span))
        bounds = (low, max(shape.high, float(self._span))) if self._span else (shape.low, shape.high)
        return bounds if math.isfinite(bounds[1] - bounds[0]) else (bounds[0] / 2, bounds[1] / 2)

    def _word(self, shape: StrShape, rank: int, count: int) -> str:
        word = self._letters(shape, rank, count)
        self._budget.spend(len(word))
        return word

    def _letters(self, shape: StrShape, rank: int, count: int) -> str:
        letters = shape.alphabet
        if not letters:
            return ""
        if shape.longest == 1:
            return letters[rank * len(letters) // count]
        if self._family is Family.WORST_CASE_STRING:
            return letters[0] * (max(shape.longest, _LONG_WORD) - 1) + letters[-1]
        if len(letters) == 1:
            return letters * (max(1, shape.shortest) + rank % max(1, shape.longest))
        length = shape.longest
        while len(letters) ** length < count:
            length += 1
        prefix = max(shape.longest, _LONG_WORD) if self._family is Family.COMMON_PREFIX else 0
        place, word = rank * len(letters) ** length // count, ""
        for _ in range(length):
            place, digit = divmod(place, len(letters))
            word = letters[digit] + word
        return letters[0] * prefix + word

    def _edges(self, shape: RecordShape, n: int) -> list[Any]:
        """Edges, each a record that begins with two vertices."""
        pairs = self._sparse(n) if self._family is Family.SPARSE_GRAPH else self._dense(n)
        first, second, *rest = shape.parts
        assert isinstance(first, IntShape)
        assert isinstance(second, IntShape)
        least = max(first.at_least or 0, second.at_least or 0)
        made = [[least + left, least + right, *(self.any(part) for part in rest)] for left, right in pairs]
        return made if shape.kind == "list" else [tuple(edge) for edge in made]

    def _sparse(self, n: int) -> list[tuple[int, int]]:
        """A random tree, and as many more edges."""
        vertices = max(2, n // 2)
        tree = [(self._rng.randrange(vertex), vertex) for vertex in range(1, min(vertices, n + 1))]
        more = [(self._rng.randrange(vertices), self._rng.randrange(vertices)) for _ in range(n - len(tree))]
        made = tree + more
        self._rng.shuffle(made)
        return made

    def _dense(self, n: int) -> list[tuple[int, int]]:
        """All pairs of the fewest vertices that have n of them."""
        vertices = 2
        while vertices * (vertices - 1) // 2 < n:
            vertices += 1
        made = [(left, right) for right in range(vertices) for left in range(right)]
        self._rng.shuffle(made)
        return made[:n]


def is_edge(shape: Shape) -> bool:
    """Whether the shape is a record that begins with two whole numbers without a narrow range: two vertices."""
    if not isinstance(shape, RecordShape) or len(shape.parts) < 2:
        return False
    return all(isinstance(part, IntShape) and part.at_most is None for part in shape.parts[:2])
