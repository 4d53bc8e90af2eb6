"""What each family of inputs looks like."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from effibench.audit.shapes import Family, families, generate, schema_of
from effibench.audit.shapes.integers import (
    is_prime,
    near_fibonacci,
    near_power_of_two,
    prime_up_to,
    semiprime_up_to,
)
from effibench.audit.shapes.patterns import ranks

LISTS = [[[5, 2, 9, 9]], [[1, 7]], [[3, 3, 3]]]
WORDS = [["abca"], ["bb"], ["cab"]]
EDGES = [[3, [[0, 1], [1, 2]]], [5, [[4, 0], [2, 3], [1, 0]]], [2, [[0, 1]]]]


def made(seeds: list[list[Any]], family: Family, size: int = 100) -> Any:
    return generate(schema_of(seeds), family, size, 7)[0]


def test_orders_of_numbers() -> None:
    ascending = made(LISTS, Family.SORTED)
    assert ascending == sorted(ascending)
    assert made(LISTS, Family.REVERSED) == ascending[::-1]
    assert len(set(made(LISTS, Family.ALL_EQUAL))) == 1
    assert len(set(made(LISTS, Family.ALL_DISTINCT))) == 100
    alternating = made(LISTS, Family.ALTERNATING)
    assert alternating[:4] == [min(alternating), max(alternating)] * 2
    assert len(set(alternating)) == 2
    assert len(set(made(LISTS, Family.FEW_DISTINCT))) <= 4
    almost = made(LISTS, Family.ALMOST_SORTED)
    assert almost != ascending
    assert sum(left > right for left, right in pairwise(almost)) <= 6
    palindrome = made(LISTS, Family.PALINDROMIC)
    assert palindrome == palindrome[::-1]
    saw = made(LISTS, Family.SAWTOOTH)
    falls = sum(left > right for left, right in pairwise(saw))
    assert 5 <= falls <= 15


def test_numbers_of_number_theory() -> None:
    assert sum(map(is_prime, made(LISTS, Family.PRIMES, 1000))) > 990
    near = {2**power + step for power in range(20) for step in (-1, 0, 1)}
    assert sum(value in near for value in made(LISTS, Family.POWERS_OF_TWO)) > 95


def test_texts() -> None:
    assert made(WORDS, Family.WORST_CASE_STRING, 5) == "aaaac"
    assert made(WORDS, Family.ALL_EQUAL, 5) == "bbbbb"
    assert made(WORDS, Family.PALINDROMIC, 9) == made(WORDS, Family.PALINDROMIC, 9)[::-1]
    assert made(WORDS, Family.SORTED, 6) == "aabbcc"
    both = generate(schema_of([["abc", "ab"], ["bc", "c"]]), Family.COMMON_PREFIX, 20, 1)
    assert both[0][:19] == both[1][:19] == "a" * 19
    words = made([[["abc", "b"]], [["ca"]]], Family.COMMON_PREFIX)
    assert len({word[:16] for word in words}) == 1
    assert len(set(words)) > 50
    assert set(made([[["abc", "b"]], [["ca"]]], Family.WORST_CASE_STRING)) == {"a" * 15 + "c"}


def test_graphs() -> None:
    schema = schema_of(EDGES)
    count, sparse = generate(schema, Family.SPARSE_GRAPH, 100, 1)
    vertices = {vertex for edge in sparse for vertex in edge}
    assert (len(vertices), max(vertices)) == (50, 49)
    assert count > max(vertices)
    joined = {0}
    for _ in range(50):
        joined |= {vertex for edge in sparse if joined & {*edge} for vertex in edge}
    assert joined == vertices
    count, dense = generate(schema, Family.DENSE_GRAPH, 105, 1)
    assert len({frozenset(edge) for edge in dense}) == 105
    assert max(vertex for edge in dense for vertex in edge) == 14  # 15 vertices have 105 pairs


def test_conditions_limit_the_families() -> None:
    assert families(schema_of([[[1, 2, 3, 4, 5]]])) == (
        Family.RANDOM,
        Family.ALL_EQUAL,
        Family.ALL_DISTINCT,
        Family.FEW_DISTINCT,
        Family.POWERS_OF_TWO,
        Family.PRIMES,
        Family.SEMIPRIMES,
        Family.FIBONACCI,
    )
    assert Family.ALL_EQUAL not in families(schema_of([[[3, 1, 9, 5, 7, 2, 8, 6, 4]]]))
    assert families(schema_of([[True]])) == (Family.RANDOM,)
    digits = schema_of([[[*range(10), *range(10)]], [[1, 2]], [[0, 9]]])
    assert Family.PRIMES not in families(digits)
    assert set(generate(digits, Family.RANDOM, 1000, 1)[0]) == set(range(10))


def test_rows_have_one_length() -> None:
    schema = schema_of([[[[1, 7, 7], [40, 2, 2], [0, 3, 0]]], [[[8, 2], [5, 5]]]])
    (square,) = generate(schema, Family.RANDOM, 30, 1)
    assert (len(square), {len(row) for row in square}) == (30, {30})


@given(st.sampled_from(list(Family)), st.integers(1, 60), st.booleans())
def test_ranks(family: Family, n: int, distinct: bool) -> None:
    found = ranks(family, n, Random(1), distinct=distinct)
    assert len(found) == n
    assert min(found) >= 0
    assert max(found) < n
    assert not distinct or len(set(found)) == n


def test_integers() -> None:
    plain = [
        number for number in range(2, 2000) if all(number % low for low in range(2, math.isqrt(number) + 1))
    ]
    assert [number for number in range(2000) if is_prime(number)] == plain
    assert is_prime(2**61 - 1)
    assert not is_prime(3215031751)  # passes Miller-Rabin to bases 2, 3, 5 and 7
    assert (prime_up_to(100), prime_up_to(1)) == (97, 2)
    assert semiprime_up_to(100) == 7 * 13
    assert semiprime_up_to(1) == 4
    assert {near_power_of_two(100, Random(seed)) for seed in range(20)} == {63, 64, 65}
    assert {near_fibonacci(100, Random(seed)) for seed in range(20)} == {88, 89, 90}
