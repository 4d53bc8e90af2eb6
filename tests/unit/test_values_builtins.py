"""Builtins and the standard library through the value codec."""

import math
import os
import struct
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from values_support import QUICK, body, refuse, round_trip, survives_mutations

from effibench.values import DecodeError, UnsupportedType, ValueTooLarge, decode, encode, encode_to_fd

TEXT = st.text(st.characters(exclude_categories=[]))  # with lone surrogates
ATOMS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(2**80), 2**80)
    | st.floats()
    | st.complex_numbers()
    | TEXT
    | st.binary()
    | st.just(...)
    | st.dates()
    | st.times(timezones=st.none() | st.just(UTC))
    | st.datetimes(timezones=st.none() | st.timezones())
    | st.timedeltas()
    | st.decimals()
    | st.fractions()
)
HASHABLE = st.recursive(
    ATOMS.filter(lambda x: not (x.is_nan() if isinstance(x, Decimal) else x != x)),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3),
    max_leaves=6,
)
VALUES = st.recursive(
    ATOMS | st.binary().map(bytearray) | st.sets(HASHABLE, max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(HASHABLE, inner, max_size=4)
        | st.dictionaries(HASHABLE, inner, max_size=4).map(OrderedDict)
        | st.lists(inner, max_size=4).map(lambda items: deque(items, 9))
    ),
    max_leaves=15,
)


def same(a: Any, b: Any) -> bool:
    """Equal in type, order and value, NaN being equal to NaN."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return len(a) == len(b) and all(map(same, a.items(), b.items()))
    if isinstance(a, list | tuple | deque):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float):
        return struct.pack("d", a) == struct.pack("d", b)
    return repr(a) == repr(b) or a == b


@QUICK
@given(VALUES)
def test_any_value_comes_back(value: Any) -> None:
    assert same(round_trip(value), value)


@pytest.mark.parametrize("exponent", [7, 8, 31, 32, 62, 63, 64, 71, 72, 127, 128, 1000])
def test_integers_around_a_power_of_two(exponent: int) -> None:
    for number in (2**exponent + d for d in (-2, -1, 0, 1, 2)):
        assert round_trip(number) == number
        assert round_trip(-number) == -number


def test_nan_payload_and_sign_are_kept() -> None:
    nan = struct.unpack("d", b"\x01\x02\x03\x04\x05\x06\xf8\xff")[0]
    assert struct.pack("d", round_trip(nan)) == b"\x01\x02\x03\x04\x05\x06\xf8\xff"
    assert math.copysign(1, round_trip(-0.0)) == -1


def test_distinct_nans_stay_in_a_set() -> None:
    assert len(round_trip({float("nan"), float("nan"), 1})) == 3


@pytest.mark.parametrize(
    "value",
    [
        range(3, 20, 4),
        range(10**30),
        slice(None, 3, "x"),
        Counter("abracadabra"),
        deque([1, 2]),
        OrderedDict(b=1, a=2),
        time(1, 2, fold=1),
        datetime(2024, 10, 27, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Paris")),
        timezone(timedelta(hours=1)),
        timezone(timedelta(hours=1), "MEZ"),
        UTC,
        ZoneInfo("Asia/Tokyo"),
        Decimal("sNaN7"),
        Decimal("-0E+5"),
        Decimal("1.50"),
        Fraction(-3, 7),
        timedelta(-1, 5, 7),
    ],
    ids=repr,
)
def test_standard_library(value: Any) -> None:
    assert repr(round_trip(value)) == repr(value)


def test_defaultdict_loses_its_factory_only() -> None:
    value = defaultdict(list, {"a": [1]})
    result = decode(encode(value))
    assert type(result) is defaultdict
    assert result.default_factory is None
    assert dict(result) == {"a": [1]}


def test_equal_sets_have_equal_bytes_whatever_their_history() -> None:
    forward, backward = set(), set()
    for i in range(1000):
        forward.add(f"{i:x}")
        backward.add(f"{999 - i:x}")
    assert encode(forward) == encode(backward)


class Floaty(float): ...


class Texty(str): ...


class Listy(list): ...


class Dicty(dict): ...


class Colour(IntEnum):
    RED = 1


class Zone(tzinfo): ...


Point = namedtuple("Point", "x y")


@pytest.mark.parametrize(
    "value",
    [
        Floaty(1),
        Texty("a"),
        Listy(),
        Dicty(),
        Colour.RED,
        Point(1, 2),
        object(),
        print,
        lambda: 0,
        int,
        iter([]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_subclasses_and_foreign_objects_are_refused(value: Any) -> None:
    with pytest.raises(UnsupportedType) as failure:
        encode({"x": [0, (1, value)]})
    assert failure.value.path == "['x'][1][1]"
    assert type(value).__qualname__ in failure.value.type_name


def test_a_refused_key_and_element_are_located() -> None:
    with pytest.raises(UnsupportedType) as failure:
        encode([{1: 2, Colour.RED: 3, Texty("k"): 4}])
    assert failure.value.path == "[0][<key 1>]"
    with pytest.raises(UnsupportedType) as failure:
        encode({"s": {Floaty(2)}})
    assert failure.value.path == "['s']{}"


def test_a_foreign_time_zone_is_refused() -> None:
    with pytest.raises(UnsupportedType, match="Zone"):
        encode(datetime(2024, 1, 1, tzinfo=Zone()))


def test_no_method_of_a_subclass_is_called() -> None:
    class Liar(dict):
        def __iter__(self) -> Any:
            raise AssertionError("called")

        items = keys = values = __len__ = __reduce__ = __iter__

    with pytest.raises(UnsupportedType):
        encode(Liar(a=1))


def test_a_cycle_ends_at_the_depth_cap() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    with pytest.raises(ValueTooLarge, match="deeper"):
        encode(cycle)


def test_depth_cap_is_exact_and_the_same_on_both_sides() -> None:
    value: Any = 1
    for _ in range(5):
        value = [value]
    document = encode(value, max_depth=5)
    assert decode(document, max_depth=5) == value
    with pytest.raises(ValueTooLarge):
        encode(value, max_depth=4)
    with pytest.raises(DecodeError, match="deeper"):
        decode(document, max_depth=4)
    with pytest.raises(ValueError, match="max_depth is 1001"):
        encode(value, max_depth=1001)


def test_byte_and_node_caps_are_exact() -> None:
    value = ["abc"] * 10
    document = encode(value)
    assert encode(value, max_bytes=len(document), max_nodes=11) == document
    assert decode(document, max_bytes=len(document), max_nodes=11) == value
    for caps in ({"max_bytes": len(document) - 1}, {"max_nodes": 10}, {"max_bytes": 3}):
        with pytest.raises(ValueTooLarge):
            encode(value, **caps)
        with pytest.raises(DecodeError):
            decode(document, **caps)


def test_deep_values_within_the_cap_survive() -> None:
    value: Any = ()
    for _ in range(999):
        value = (value,)
    result: Any = decode(encode(value, max_depth=1000), max_depth=1000)
    for _ in range(999):
        (result,) = result
    assert result == ()


def test_encode_to_fd_appends_the_same_bytes() -> None:
    value = {"x": list(range(1000))}
    fd = os.memfd_create("values")
    try:
        os.write(fd, b"before")
        written = encode_to_fd(value, fd)
        os.lseek(fd, 0, os.SEEK_SET)
        assert os.read(fd, 10**6) == b"before" + encode(value)
        assert written == len(encode(value))
    finally:
        os.close(fd)
    with pytest.raises(OSError, match="Bad file descriptor"):
        encode_to_fd(value, fd)


def test_decode_takes_any_buffer() -> None:
    document = encode([1])
    for buffer in (bytearray(document), memoryview(document)):
        assert decode(buffer) == [1]
    with pytest.raises(TypeError):
        decode("text")


def test_dicts_keep_their_order() -> None:
    value = {"b": 1, 3: 2, None: 3, (1, "a"): 4}
    assert list(round_trip(value)) == list(value)


@pytest.mark.parametrize(
    "value",
    [
        [
            None,
            True,
            -5,
            2**70,
            1.5,
            1j,
            "é",
            b"b",
            bytearray(b"a"),
            (1,),
            {1: "a"},
            {1, 2},
            frozenset("a"),
            ...,
        ],
        [date(2024, 1, 1), datetime(2024, 1, 1, tzinfo=UTC), timedelta(1), Decimal("1.5"), Fraction(1, 3)],
        {"range": range(5), "slice": slice(1, 2), "counter": Counter("aab"), "deque": deque([1], 3)},
    ],
    ids=["builtins", "times", "containers"],
)
def test_mutated_documents(value: Any) -> None:
    survives_mutations(value, 1500)


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("py.date", (2024, 13, 1)),
        ("py.date", [2024, 1, 1]),
        ("py.date", (True, 1, 1)),
        ("py.datetime", (2024, 1, 1, 0, 0, 0, 0, 0, "UTC")),
        ("py.timedelta", (0, 86_400, 0)),
        ("py.timezone", (timedelta(days=2), None)),
        ("py.zoneinfo", "../../etc/passwd"),
        ("py.zoneinfo", "/etc/passwd"),
        ("py.zoneinfo", "No/Where"),
        ("py.decimal", "1e5"),
        ("py.decimal", " 1"),
        ("py.decimal", "1_0"),
        ("py.decimal", "01"),
        ("py.fraction", (2, 4)),
        ("py.fraction", (1, 0)),
        ("py.range", (1, 2, 0)),
        ("py.range", (1, 2, 1.0)),
        ("py.deque", ([1, 2], 1)),
        ("py.deque", ([1], -1)),
        ("py.counter", [("a", 1)]),
        ("py.ordereddict", None),
    ],
    ids=repr,
)
def test_broken_extensions_are_refused(name: str, payload: Any) -> None:
    refuse(name, payload)


@pytest.mark.parametrize(
    "name", ["", "os.system", "py.", "py.eval", "pickle", "np.\xff", "builtins.eval", "py"]
)
def test_unknown_extensions_are_refused(name: str) -> None:
    refuse(name, (1,), "unknown extension")


def test_body_starts_after_the_header() -> None:
    assert body(None) == b"\x00"
