"""Generated inputs conform, have the size that was asked for, and are the same each time."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effibench.audit.shapes import (
    Family,
    InputTooLargeError,
    byte_size,
    families,
    generate,
    growable,
    input_size,
    mutate,
    schema_of,
    violations,
)
from effibench.errors import UsageError

# --- properties ---

SCALARS = [
    st.integers(-50, 50),
    st.integers(0, 9),
    st.floats(-5, 5),
    st.booleans(),
    st.text("abz", max_size=6),
    st.none(),
]


def nested(element: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.lists(element, max_size=5),
        st.lists(element, max_size=5).map(tuple),
        st.tuples(element, st.integers(0, 5)),
        st.dictionaries(st.text("ab", min_size=1, max_size=3), element, max_size=4),
        st.none(),
    )


ARGUMENTS = [
    *SCALARS,
    st.text("ab", min_size=1, max_size=9),
    st.lists(st.integers(0, 99), min_size=1, max_size=8),
    st.lists(st.integers(0, 99), max_size=8).map(sorted),
    st.lists(st.integers(0, 9), min_size=5, max_size=9, unique=True),
    st.lists(st.text("xy", max_size=4), max_size=5),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=6),
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 9), min_size=n, max_size=n), min_size=n, max_size=n)
    ),
    st.sets(st.integers(0, 99), max_size=6),
    st.frozensets(st.text("abc", max_size=3), max_size=4),
    st.recursive(st.one_of(*SCALARS), nested, max_leaves=8),
]


@st.composite
def inputs(draw: st.DrawFn) -> list[list[Any]]:
    chosen = draw(st.lists(st.sampled_from(ARGUMENTS), min_size=1, max_size=3))
    return draw(st.lists(st.tuples(*chosen).map(list), min_size=1, max_size=7))


@given(inputs(), st.data())
@settings(max_examples=150)
def test_generated_inputs_conform_and_come_again(seeds: list[list[Any]], data: st.DataObject) -> None:
    schema = schema_of(seeds)
    for arguments in seeds:
        assert violations(arguments, schema) == []
    family = data.draw(st.sampled_from(families(schema)))
    size, seed = data.draw(st.integers(1, 70)), data.draw(st.integers(0, 3))
    made = generate(schema, family, size, seed)
    assert violations(made, schema) == []
    assert repr(generate(schema, family, size, seed)) == repr(made)
    assert byte_size(made) < 1 << 20


@given(inputs(), st.data())
@settings(max_examples=150)
def test_changed_inputs_conform(seeds: list[list[Any]], data: st.DataObject) -> None:
    schema = schema_of(seeds)
    arguments, other = data.draw(st.sampled_from(seeds)), data.draw(st.sampled_from([None, *seeds]))
    before = copy.deepcopy((arguments, other))
    seed = data.draw(st.integers(0, 10**6))
    changed = arguments
    for _ in range(5):
        changed = mutate(changed, schema, Random(seed), other=other)
        assert violations(changed, schema) == []
    assert (arguments, other) == before
    assert repr(mutate(arguments, schema, Random(seed))) == repr(mutate(arguments, schema, Random(seed)))


# --- sizes ---

LISTS = [[[5, 2, 9, 9]], [[1, 7]], [[3, 3, 3]]]
WORDS = [["abca"], ["bb"], ["cab"]]
NUMBERS = [[12], [7]]
EDGES = [[3, [[0, 1], [1, 2]]], [5, [[4, 0], [2, 3], [1, 0]]], [2, [[0, 1]]]]
PAIRED = [[[1], [2.5]], [[1, 2], [5.0, 5.5]], [[3, 3, 9], [1.0, 0.0, 5.0]]]


@pytest.mark.parametrize("seeds", [LISTS, WORDS, EDGES, PAIRED], ids=["lists", "words", "edges", "paired"])
def test_lengths_are_the_size_in_every_family(seeds: list[list[Any]]) -> None:
    schema = schema_of(seeds)
    for family in families(schema):
        for size in (1, 2, 3, 10, 100, 1000):
            made = generate(schema, family, size, 1)
            assert input_size(made, schema) == size
            assert {len(made[number]) for number in growable(schema)} == {size}


def test_numbers_are_of_the_size() -> None:
    schema = schema_of(NUMBERS)
    assert families(schema) == (
        Family.RANDOM,
        Family.POWERS_OF_TWO,
        Family.PRIMES,
        Family.SEMIPRIMES,
        Family.FIBONACCI,
    )
    for family in families(schema):
        for size in (10, 1000, 10**12):
            (number,) = generate(schema, family, size, 3)
            assert size // 2 - 1 <= number <= size + 1 or (family is Family.SEMIPRIMES and number > size // 3)


def test_one_argument_may_grow_alone() -> None:
    schema = schema_of([[[5, 2], "abc", 4], [[1], "xyz", 9]])
    made = generate(schema, Family.RANDOM, 500, 1, grow=[0])
    assert (len(made[0]), len(made[1])) == (500, 3)
    assert 4 <= made[2] <= 9
    assert generate(schema, Family.RANDOM, 500, 1, grow=[2])[2] >= 250


def test_what_has_the_same_length_grows_too() -> None:
    made = generate(schema_of(PAIRED), Family.RANDOM, 50, 1, grow=[1])
    assert (len(made[0]), len(made[1])) == (50, 50)


def test_a_length_follows() -> None:
    schema = schema_of([["a", 1], ["abc", 3], ["ab", 2]])
    assert generate(schema, Family.RANDOM, 1000, 1)[1] == 1000


def test_limits() -> None:
    schema = schema_of(LISTS)
    with pytest.raises(InputTooLargeError, match="most"):
        generate(schema, Family.RANDOM, 10**15, 1)
    with pytest.raises(InputTooLargeError, match="takes 816 bytes or more"):
        generate(schema, Family.RANDOM, 101, 1, max_bytes=815)
    assert byte_size(generate(schema, Family.RANDOM, 100, 1, max_bytes=824)) == 816
    square = schema_of([[[[1, 2, 3, 4]] * 4]])
    with pytest.raises(InputTooLargeError):
        generate(square, Family.RANDOM, 10_000, 1)
    with pytest.raises(UsageError, match="size is 0"):
        generate(schema, Family.RANDOM, 0, 1)
    with pytest.raises(UsageError, match="does not suit"):
        generate(schema, Family.WORST_CASE_STRING, 10, 1)
    for grow in ([1], [-1]):
        with pytest.raises(UsageError, match="grow names"):
            generate(schema, Family.RANDOM, 10, 1, grow=grow)
    with pytest.raises(UsageError, match="cannot grow"):
        generate(schema_of([[True, [1, 2]]]), Family.RANDOM, 10, 1, grow=[0])


def test_nesting_does_not_explode() -> None:
    seen: Any = [1] * 30
    for part in ([1], [[1]], [[[1]]]):
        seen = [seen] + [part] * 29
    # Lengths up to 30 were seen at each of three levels, but their mean is 2.
    assert byte_size(generate(schema_of([[seen]]), Family.RANDOM, 30, 1)) < 50_000
    wide: Any = [1] * 10
    for _ in range(3):
        wide = [wide] * 9 + [[]]
    with pytest.raises(InputTooLargeError, match="more than 65536 bytes"):
        generate(schema_of([[[], 3], [wide, 4]]), Family.RANDOM, 1000, 1, max_bytes=1 << 16)


def test_a_changed_input_shares_nothing_with_the_old_one() -> None:
    rng, arguments = Random(1), [[[1, 2], None, [4, 5, 6]], [[7], None]]
    schema = schema_of([arguments])
    for _ in range(20):
        for argument in mutate(arguments, schema, rng):
            for row in filter(None, argument):
                row.clear()
    assert arguments == [[[1, 2], None, [4, 5, 6]], [[7], None]]


def test_changes_stay_below_the_limit() -> None:
    schema = schema_of(LISTS)
    rng = Random(1)
    arguments: list[Any] = [[1, 2, 3]]
    for _ in range(300):
        arguments = mutate(arguments, schema, rng, max_bytes=200)
        assert byte_size(arguments) <= 200


def test_sizes_in_bytes() -> None:
    assert byte_size(3) == 8
    assert byte_size("abc") == 11
    assert byte_size("ä€") == 8 + 2 + 3
    assert byte_size(["abc", {"k": 1.5}]) == 8 + 11 + 8 + 9 + 8
    assert byte_size(1 << 164) == 8 + 101 // 8
    assert byte_size(b"12") == 10


def test_another_process_makes_the_same() -> None:
    code = (
        "from effibench.audit.shapes import *; from random import Random\n"
        "schema = schema_of([[{'ab', 'c'}, {'x': 1, 'yz': 2}, {b'a', b'b', b'c', b'd'}], [{'b'}, {'z': 3}, {b'e'}]])\n"
        "made = generate(schema, Family.RANDOM, 20, 1)\n"
        "changed = [sorted(part) for part in mutate(made, schema, Random(2))]\n"
        "few = [sorted(generate(schema, Family.RANDOM, 2, seed)[2]) for seed in range(5)]\n"
        "print([sorted(made[0]), made[1], few, changed])\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
