"""The codec over values of all types nested in one another, and over bytes that nobody encoded."""

from __future__ import annotations

import resource
import tracemalloc
from typing import Any

from any_values import everything, library_values
from hypothesis import given, settings
from hypothesis import strategies as st
from soundness import unsound
from values_framing import framed

from effibench import values

THOROUGH = settings(max_examples=400)
HEADER = 24
# What reading a document may take: a byte of it becomes at most one small Python object.
BASE, PER_BYTE = 2 << 20, 256


@THOROUGH
@given(everything)
def test_any_nested_value_comes_back(value: Any) -> None:
    document = values.encode(value)
    result = values.decode(document)
    assert type(result) is type(value)
    assert repr(result) == repr(value) or isinstance(value, set | frozenset | list | tuple | dict)
    assert values.encode(result) == document
    assert values.encode(value) == document  # encoding changes nothing
    assert not unsound(result)


@THOROUGH
@given(everything)
def test_what_comes_back_shares_nothing_with_the_document(value: Any) -> None:
    document = bytearray(values.encode(value))
    result = values.decode(document)
    right = bytes(document)
    document[:] = bytes(len(document))
    assert values.encode(result) == right


def read(document: bytes) -> Any:
    """Decodes within bounds of memory and CPU time; None for a document that is refused."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    tracemalloc.start()
    try:
        return values.decode(document)
    except values.DecodeError:
        return None
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        after = resource.getrusage(resource.RUSAGE_SELF)
        assert peak <= BASE + PER_BYTE * len(document)
        assert after.ru_utime - before.ru_utime < 20  # CPU time, and a hundred times what it needs


@given(st.binary(max_size=300))
def test_random_bytes_are_refused(data: bytes) -> None:
    assert read(data) is None


@THOROUGH
@given(st.binary(max_size=300))
def test_a_random_body_is_refused_or_a_sound_value(body: bytes) -> None:
    result = read(framed(body))
    assert not unsound(result)
    values.encode(result)


@THOROUGH
@given(st.one_of(everything, library_values), st.data())
def test_a_damaged_body_is_refused_or_a_sound_value(value: Any, data: st.DataObject) -> None:
    body = bytearray(values.encode(value)[HEADER:])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(body) - 1))
        match data.draw(st.sampled_from(["change", "remove", "insert", "repeat", "count"])):
            case "change":
                body[place] = data.draw(st.integers(0, 255))
            case "remove" if len(body) > 1:
                del body[place]
            case "insert":
                body.insert(place, data.draw(st.integers(0, 255)))
            case "repeat":
                body[place:place] = body[place : place + data.draw(st.integers(1, 20))]
            case _:
                body[place : place + 1] = data.draw(
                    st.sampled_from([b"\xff\xff\xff\x7f", b"\x80\x80\x04", b"\xff" * 8])
                )
    result = read(framed(bytes(body)))
    assert not unsound(result), unsound(result)
    again = values.encode(result)
    assert values.encode(values.decode(again)) == again
