"""What reaches a validator through the codec, and whether the comparison tells it from the right answer.

Equality of the encodings, a different thing made by different code, is the yardstick: with zero tolerance two answers
are equal if and only if their bytes are, but for the order of dicts, the sign of zeros and the payload of NaN.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from any_values import atoms, everything, library_values
from float_leaves import rewritten
from hypothesis import given, settings
from hypothesis import strategies as st
from soundness import unsound
from values_framing import framed

from effibench import values
from effibench.tasks.comparison import Comparison, compare
from effibench.tasks.corruptions import corruptions

POLICIES = ("exact", "kind", "any")
THOROUGH = settings(max_examples=400)


def strictly(answer: Any, reference: Any, **options: Any) -> Comparison:
    return compare(answer, reference, rtol=0.0, atol=0.0, **options)


def ordered(value: Any) -> Any:
    """The value with the items of its dicts in an order of their own."""
    if type(value) in (list, tuple):
        return type(value)(map(ordered, value))
    if type(value) is dict:
        return {key: ordered(value[key]) for key in sorted(value, key=values.encode)}
    return value


def plain_zeros(array: Any) -> Any:
    with np.errstate(all="ignore"):
        return np.where(np.isnan(array), array.dtype.type(np.nan), array + array.dtype.type(0))


def canonical(value: Any) -> bytes:
    return values.encode(ordered(value))


@THOROUGH
@given(everything, everything)
def test_equal_only_if_the_bytes_are(left: Any, right: Any) -> None:
    same = canonical(left) == canonical(right)
    assert strictly(left, right).equal is same
    assert strictly(right, left).equal is same


@THOROUGH
@given(st.data(), st.one_of(atoms, library_values))
def test_one_wrong_part_anywhere_is_noticed(data: st.DataObject, part: Any) -> None:
    """A part that differs makes every structure around it differ, at every policy that tells the parts apart."""
    other = data.draw(st.one_of(atoms, library_values))
    for wrap in (
        lambda x: [0, x],
        lambda x: (x, None),
        lambda x: {"a": 1, "k": x},
        lambda x: [[{"k": (x,)}]],
    ):
        for dtype in POLICIES:
            inside = strictly(wrap(other), wrap(part), dtype=dtype).equal
            assert inside is strictly(other, part, dtype=dtype).equal


@settings(max_examples=200)
@given(everything)
def test_what_travelled_equals_what_was_sent(value: Any) -> None:
    for dtype in POLICIES:
        for order in ("exact", "any"):
            found = strictly(values.decode(values.encode(value)), value, dtype=dtype, order=order)
            assert found.equal, found.reason


@settings(max_examples=200)
@given(everything)
def test_every_corruption_of_any_value_is_noticed(value: Any) -> None:
    """Corruptions that the codec takes arrive as they were sent, and are still wrong."""
    tried = 0
    for corruption in corruptions(value, leaves=3):
        try:
            arrived = values.decode(values.encode(corruption.value))
        except values.CodecError:
            continue
        tried += 1
        assert not compare(arrived, value).equal, corruption.name
    assert tried


@THOROUGH
@given(everything, st.integers(0, 2**32), st.integers(1, 255))
def test_a_changed_byte_is_noticed(value: Any, place: int, change: int) -> None:
    """One byte of the encoding changed under a right checksum: unreadable, or an answer that is not the right one."""
    body = bytearray(values.encode(value)[24:])
    body[place % len(body)] ^= change
    try:
        answer = values.decode(framed(bytes(body)))
    except values.DecodeError:
        return
    assert not unsound(answer), unsound(answer)
    if strictly(answer, value).equal:
        sides = [canonical(rewritten(side, plain_zeros)) for side in (answer, value)]
        assert sides[0] == sides[1] or harmless(answer, value)


def harmless(answer: Any, value: Any) -> bool:
    """Says whether two equal answers differ only in what the comparison says it doesn't look at."""
    return repr(answer) == repr(value) or type(value).__module__.startswith(("torch", "scipy", "numpy.ma"))


prefixes = st.one_of(
    st.lists(atoms, min_size=1, max_size=4),
    st.lists(atoms, min_size=1, max_size=4).map(tuple),
    st.text(min_size=1, max_size=4),
    st.binary(min_size=1, max_size=4),
    library_values.filter(lambda value: len(getattr(value, "shape", ())) > 0 and value.shape[0] > 0).filter(
        lambda value: not type(value).__module__.startswith("scipy")
    ),
)


@given(prefixes, st.data())
def test_a_prefix_is_not_the_whole(value: Any, data: st.DataObject) -> None:
    rows = value.shape[0] if hasattr(value, "shape") else len(value)
    count = data.draw(st.integers(0, rows - 1))
    rest = value.iloc if hasattr(value, "iloc") else value
    for dtype in POLICIES:
        for order in ("exact", "any"):
            assert not strictly(rest[:count], value, dtype=dtype, order=order).equal
            assert not strictly(value, rest[:count], dtype=dtype, order=order).equal


@pytest.mark.parametrize("depth", [100, 150])
def test_the_innermost_value_counts(depth: int) -> None:
    def nested(leaf: object) -> object:
        for level in range(depth):
            leaf = (leaf,) if level % 3 == 0 else [leaf] if level % 3 == 1 else {"k": leaf}
        return leaf

    sent = values.decode(values.encode(nested(1.0)))
    assert strictly(sent, nested(1.0)).equal
    assert not strictly(sent, nested(1.5)).equal
    assert not strictly(sent, nested(1)).equal


@pytest.mark.parametrize("at", [0, 499_999, 999_999])
def test_one_of_a_million_counts(at: int) -> None:
    numbers = [float(i) for i in range(1_000_000)]
    wrong = numbers.copy()
    wrong[at] += 0.5
    for build in (list, np.array):
        assert not strictly(build(wrong), build(numbers)).equal
        assert strictly(build(numbers), build(numbers)).equal
