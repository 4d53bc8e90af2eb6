"""compare() on Python's own types."""

from __future__ import annotations

import datetime as dt
import math
import subprocess
import sys
from collections import OrderedDict, namedtuple
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from effibench.tasks.comparison import compare

# A busy machine is no failure.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

NAN, INF = math.nan, math.inf
UTC = dt.UTC
PLUS_2 = dt.timezone(dt.timedelta(hours=2))
POLICIES = ("exact", "kind", "any")

# pred, ref, and the policies at which they are equal
TABLE = [
    (1, 1, POLICIES),
    (1, 2, ()),
    (10**400, 10**400, POLICIES),
    (10**400, 10**400 + 1, ()),
    (10**15, 10**15 + 1, ()),  # ints have no tolerance
    (10**5000, 0, ()),
    (1, 1.0, ("any",)),
    (1.0, 1, ("any",)),
    (10**400, 1.0, ()),
    (2**53 + 1, float(2**53), ("any",)),
    (1.0, 1.0 + 1e-7, POLICIES),
    (1.0, 1.0 + 1e-5, ()),
    (0.0, -0.0, POLICIES),
    (NAN, NAN, POLICIES),
    (NAN, 1.0, ()),
    (1.0, NAN, ()),
    (INF, INF, POLICIES),
    (INF, -INF, ()),
    (1e308, INF, ()),
    (INF, 1e308, ()),
    (1e308, -1e308, ()),
    (1.0, 1 + 0j, ("any",)),
    (1 + 1j, 1 + 1.0000001j, POLICIES),
    (1 + 1j, 1 - 1j, ()),
    (complex(NAN, 1), complex(NAN, 1), POLICIES),
    (complex(NAN, 1), complex(NAN, 2), ()),
    (complex(INF, 0), complex(0, INF), ()),
    (True, True, POLICIES),
    (True, False, ()),
    (True, 1, ()),
    (1, True, ()),
    (False, 0.0, ()),
    (None, None, POLICIES),
    (None, 0, ()),
    (None, False, ()),
    (None, NAN, ()),
    ("a", "a", POLICIES),
    ("a", "b", ()),
    ("a", b"a", ()),
    ("", None, ()),
    ("1", 1, ()),
    (b"a", bytearray(b"a"), ("any",)),
    ([1, 2], [1, 2], POLICIES),
    ([1, 2], [1, 2, 3], ()),
    ([1, 2, 3], [1, 2], ()),
    ([], [1], ()),
    ([1], [], ()),
    ([], [], POLICIES),
    ([], (), ("any",)),
    ([1, 2], (1, 2), ("any",)),
    ([1, 2], {1, 2}, ()),
    ([1, 2], [2, 1], ()),
    ([1, True], [True, 1], ()),
    ([1.0, NAN], [1.0, NAN], POLICIES),
    ([1.0, 2.0], [1.0, 2.0000001], POLICIES),
    ([1.0, 2], [1.0, 2.0], ("any",)),
    ([[1.0], [2.0]], [[1.0], [2.5]], ()),
    ({"a": 1}, {"a": 1}, POLICIES),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}, POLICIES),
    ({"a": 1}, {"b": 1}, ()),
    ({"a": 1}, {"a": 1, "b": 2}, ()),
    ({}, {"a": 1}, ()),
    ({1: "x"}, {True: "x"}, ()),
    ({1: "x"}, {1.0: "x"}, ("any",)),
    ({1: "x"}, {np.int64(1): "x"}, ("kind", "any")),
    ({("a", 1): 2.0}, {("a", 1): 2.0}, POLICIES),
    ({"a": {"b": [1.0]}}, {"a": {"b": [2.0]}}, ()),
    ({1, 2}, {2, 1}, POLICIES),
    ({1, 2}, {1, 3}, ()),
    ({1, 2}, {1}, ()),
    ({1}, {True}, ()),
    ({1}, {1.0}, ("any",)),
    ({1.0}, {1.0 + 1e-12}, ()),  # members are exact
    ({NAN}, {float("nan")}, POLICIES),
    ({1}, frozenset({1}), ("any",)),
    ({frozenset({1, 2})}, {frozenset({2, 1})}, POLICIES),
    (Decimal("1.0"), Decimal("1.00"), POLICIES),
    (Decimal("1"), Decimal("1.00000001"), ("kind", "any")),
    (Decimal("1"), Decimal("1.1"), ()),
    (Decimal("1"), 1, ("any",)),
    (Decimal("0.1"), 0.1, ("any",)),
    (Decimal("NaN"), Decimal("NaN"), POLICIES),
    (Decimal("sNaN"), Decimal("NaN"), POLICIES),
    (Decimal("Infinity"), Decimal("-Infinity"), ()),
    (Decimal("1e999999"), Decimal("2e999999"), ()),
    (Decimal("1e999999"), INF, ()),
    (Fraction(1, 3), Fraction(1, 3), POLICIES),
    (Fraction(1, 3), Fraction(1, 4), ()),
    (Fraction(1, 2), 0.5, ("any",)),
    (dt.date(2020, 1, 1), dt.date(2020, 1, 1), POLICIES),
    (dt.date(2020, 1, 1), dt.datetime(2020, 1, 1), ()),
    (dt.datetime(2020, 1, 1), dt.datetime(2020, 1, 2), ()),
    (dt.datetime(2020, 1, 1, tzinfo=UTC), dt.datetime(2020, 1, 1), ()),
    (dt.datetime(2020, 1, 1, 2, tzinfo=PLUS_2), dt.datetime(2020, 1, 1, tzinfo=UTC), ("kind", "any")),
    (dt.timedelta(1), dt.timedelta(hours=24), POLICIES),
    (np.float64(1), 1.0, ("kind", "any")),
    (1.0, np.float64(1), ("kind", "any")),
    (np.float32(1), np.float64(1), ("kind", "any")),
    (np.int32(1), 1, ("kind", "any")),
    (np.int32(1), 1.0, ("any",)),
    (np.bool_(True), True, ("kind", "any")),
    (np.bool_(True), 1, ()),
    (np.str_("a"), "a", ("kind", "any")),
    ([np.float64(1), np.float64(2)], [1.0, 2.0], ("kind", "any")),
    (OrderedDict(a=1), {"a": 1}, ()),
    (namedtuple("Point", "x")(1), (1,), ()),
]


@pytest.mark.parametrize("dtype", POLICIES)
@pytest.mark.parametrize(("pred", "ref", "accepted"), TABLE, ids=map(str, range(len(TABLE))))
def test_table(pred, ref, accepted, dtype):
    found = compare(pred, ref, dtype=dtype)
    assert found.equal is (dtype in accepted)
    assert bool(found.reason) is not found.equal


@pytest.mark.parametrize(
    ("pred", "ref", "reason"),
    [
        ([1.0, 1.25], [1.0, 1.5], "[1]: 1.25 != 1.5 (|diff| 0.25 > 1.501e-06); 1 of 2 elements differ"),
        (
            [3.0, 1.0],
            [1.0, 1.5],
            "[0]: 3.0 != 1.0 (|diff| 2 > 1.001e-06); 2 of 2 elements differ, largest |diff| 2",
        ),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, "['a']['b'][1]: 2 != 3; 1 of 2 elements differ"),
        ([1], (1,), "result: type is list, expected tuple"),
        ([1], [1, 2], "result: length is 1, expected 2"),
        ({"a": 1, "c": 2}, {"a": 1, "b": 2}, "result: missing key 'b'; unexpected key 'c'"),
        ({1, 2}, {1, 3}, "result: missing member 3; unexpected member 2"),
        (1, 2.0, "result: type is int, expected float"),
        (np.float64(1), 1.0, "result: type is numpy.float64, expected float"),
    ],
)
def test_reasons_say_where_and_by_how_much(pred, ref, reason):
    assert compare(pred, ref) == (False, reason)


def test_unpacks_as_a_validators_answer():
    ok, reason = compare(1, 1)
    assert ok is True
    assert reason == ""


def test_tolerances_are_relative_to_the_reference():
    assert compare(1.1, 1.0, rtol=0.1, atol=1e-12).equal
    assert not compare(1.2, 1.0, rtol=0.1).equal
    assert compare(0.05, 0.0, atol=0.1).equal
    assert not compare(1.0 + 1e-15, 1.0, rtol=0, atol=0).equal


@pytest.mark.parametrize(
    "options",
    [
        {"rtol": 1.0},
        {"rtol": -1},
        {"rtol": NAN},
        {"atol": -1},
        {"atol": INF},
        {"dtype": "same"},
        {"order": "some"},
    ],
)
def test_bad_options_are_named(options):
    with pytest.raises(ValueError, match=next(iter(options))):
        compare(1, 1, **options)


class Odd:
    def __eq__(self, other):
        raise RuntimeError("no")

    __hash__ = None


class LyingInt(int):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


def odd_values():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    loop: list = []
    loop.append(loop)
    return [Odd(), (i for i in ()), lambda: 1, math, object(), Odd, deep, loop, {1: Odd()}, [Odd()], range(3)]


@pytest.mark.parametrize("order", ["exact", "any"])
@pytest.mark.parametrize("dtype", POLICIES)
def test_odd_values_never_raise(dtype, order):
    for value in odd_values():
        assert not compare(value, value, dtype=dtype, order=order).equal
        assert not compare(value, [1], dtype=dtype, order=order).equal
        assert not compare([1], value, dtype=dtype, order=order).equal


@pytest.mark.parametrize("dtype", POLICIES)
def test_a_subclass_is_another_type(dtype):
    assert not compare(LyingInt(3), 5, dtype=dtype).equal
    assert not compare([LyingInt(3)], [5], dtype=dtype).equal
    assert not compare({LyingInt(3)}, {1}, dtype=dtype).equal


def test_reasons_stay_short():
    assert len(compare("x" * 10**6, "y" * 10**6).reason) < 250
    assert len(compare({str(i): 1 for i in range(10**4)}, {"a": 1}).reason) < 250
    assert len(compare([10**5000], [10**5001]).reason) < 250
    assert "at least 1000 of 100000" in compare([0] * 100_000, [1] * 100_000).reason


def test_plain_values_import_no_library():
    code = (
        "import sys; from effibench.tasks.comparison import compare; "
        "assert compare([1, {'a': (2.0, None)}], [1, {'a': (2.0, None)}]).equal; "
        "assert not {'numpy', 'pandas', 'polars', 'torch', 'scipy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text(max_size=5)
    | st.binary(max_size=5)
    | st.decimals()
    | st.datetimes()
)
keys = st.booleans() | st.integers() | st.text(max_size=3) | st.floats(allow_nan=False)
values = st.recursive(
    scalars | st.frozensets(keys, max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(keys, inner, max_size=4)
    ),
    max_leaves=12,
)


def copied(value):
    """Returns an equal value that shares nothing with the given one, floats and NaN included."""
    if type(value) is float:
        return float.fromhex(value.hex())
    if type(value) in (list, tuple, frozenset):
        return type(value)(copied(item) for item in value)
    if type(value) is dict:
        return {copied(key): copied(item) for key, item in reversed(value.items())}
    return value


@unhurried
@given(values, st.sampled_from(POLICIES), st.sampled_from(["exact", "any"]))
def test_equals_itself(value, dtype, order):
    assert compare(copied(value), value, dtype=dtype, order=order) == (True, "")


@unhurried
@given(values, values)
def test_symmetric_without_relative_tolerance(left, right):
    for dtype in POLICIES:
        one = compare(left, right, rtol=0, dtype=dtype).equal
        assert one is compare(right, left, rtol=0, dtype=dtype).equal


@unhurried
@given(values, values)
def test_a_looser_policy_accepts_more(left, right):
    verdicts = [compare(left, right, dtype=dtype).equal for dtype in POLICIES]
    assert verdicts == sorted(verdicts)
