"""Orders of values: each family as a sequence of ranks, which any type with an order can stand for."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import StrEnum
from random import Random


class Family(StrEnum):
    """Shapes that performance inputs come in."""

    RANDOM = "random"
    SORTED = "sorted"
    REVERSED = "reversed"
    ALL_EQUAL = "all_equal"
    ALL_DISTINCT = "all_distinct"
    ALTERNATING = "alternating"
    SAWTOOTH = "sawtooth"
    FEW_DISTINCT = "few_distinct"
    ALMOST_SORTED = "almost_sorted"
    PALINDROMIC = "palindromic"
    COMMON_PREFIX = "common_prefix"  # texts that differ in their last characters only
    WORST_CASE_STRING = "worst_case_string"  # a … a b
    POWERS_OF_TWO = "powers_of_two"  # and their neighbours
    PRIMES = "primes"
    SEMIPRIMES = "semiprimes"
    FIBONACCI = "fibonacci"  # and their neighbours
    SPARSE_GRAPH = "sparse_graph"  # pairs over half as many vertices as there are pairs
    DENSE_GRAPH = "dense_graph"  # all pairs of few vertices


NUMBER_FAMILIES = (Family.POWERS_OF_TWO, Family.PRIMES, Family.SEMIPRIMES, Family.FIBONACCI)
TEXT_FAMILIES = (Family.COMMON_PREFIX, Family.WORST_CASE_STRING)
GRAPH_FAMILIES = (Family.SPARSE_GRAPH, Family.DENSE_GRAPH)
# Orders that a sequence without repeated elements can have.
DISTINCT_FAMILIES = (Family.RANDOM, Family.SORTED, Family.REVERSED, Family.ALMOST_SORTED)


def ranks(family: Family, n: int, rng: Random, *, distinct: bool = False) -> list[int]:
    """As many ranks in 0 … n - 1; all different if they have to be. A family without an order of its own is random."""
    if distinct and family not in DISTINCT_FAMILIES:
        family = Family.RANDOM
    if family is Family.RANDOM and distinct:
        family = Family.ALL_DISTINCT
    return _MAKERS.get(family, _random)(n, rng)


def _random(n: int, rng: Random) -> list[int]:
    return [rng.randrange(n) for _ in range(n)]


def _all_distinct(n: int, rng: Random) -> list[int]:
    made = list(range(n))
    rng.shuffle(made)
    return made


def _few_distinct(n: int, rng: Random) -> list[int]:
    return [rng.randrange(4) * n // 4 for _ in range(n)]


def _almost_sorted(n: int, rng: Random) -> list[int]:
    """Sorted but for one exchange of neighbours or of any two in fifty elements."""
    made = list(range(n))
    for _ in range(n // 50 + 1 if n > 1 else 0):
        first, second = rng.randrange(n), rng.randrange(n)
        made[first], made[second] = made[second], made[first]
    return made


def _palindromic(n: int, rng: Random) -> list[int]:
    half = [rng.randrange(n) for _ in range((n + 1) // 2)]
    return half + half[: n // 2][::-1]


_MAKERS: dict[Family, Callable[[int, Random], list[int]]] = {
    Family.SORTED: lambda n, rng: list(range(n)),
    Family.REVERSED: lambda n, rng: list(range(n - 1, -1, -1)),
    Family.ALL_EQUAL: lambda n, rng: [n // 2] * n,
    Family.ALL_DISTINCT: _all_distinct,
    Family.ALTERNATING: lambda n, rng: [(n - 1) * (position % 2) for position in range(n)],
    Family.SAWTOOTH: lambda n, rng: [
        position % (math.isqrt(n) + 1) * math.isqrt(n) % n for position in range(n)
    ],
    Family.FEW_DISTINCT: _few_distinct,
    Family.ALMOST_SORTED: _almost_sorted,
    Family.PALINDROMIC: _palindromic,
}
