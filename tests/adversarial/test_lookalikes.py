"""Values that look alike, each sent through the codec: none may stand for another."""

from __future__ import annotations

import datetime as dt
import itertools
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
import torch

from effibench import values
from effibench.tasks.comparison import compare

POLICIES = ("exact", "kind", "any")
NAN = float("nan")
DAY = dt.datetime(2020, 1, 1)


def arrived(value: Any) -> Any:
    return values.decode(values.encode(value))


ONES = [
    *(True, np.True_, 1, np.int64(1), np.int32(1), np.uint8(1), 1.0, np.float64(1), np.float32(1), 1 + 0j),
    *("1", np.str_("1"), b"1", np.bytes_(b"1"), bytearray(b"1"), Decimal(1), Fraction(1), dt.timedelta(1)),
    *(
        [1],
        (1,),
        {1},
        frozenset({1}),
        {1: 1},
        {"1": 1},
        {True: 1},
        {1.0: 1},
        [1.0],
        [True],
        ["1"],
        [[1]],
        [(1,)],
    ),
    *(
        np.array(1),
        np.array([1]),
        np.array([1.0]),
        np.array([True]),
        np.array([1], ">i8"),
        np.array([1], "i4"),
    ),
    *(np.array(["1"]), np.array([1], object), np.ma.array([1]), np.array([(1,)], [("a", "i8")])),
    *(pd.Series([1]), pd.Index([1]), pd.DataFrame([1]), pd.Series([1.0]), pd.Series([1], dtype="Int64")),
    *(
        pd.Series(["1"]),
        pd.Series(["1"], dtype="category"),
        pd.Series([1], index=["0"]),
        pd.Series([1], name="a"),
    ),
    *(pd.RangeIndex(1, 2), pd.MultiIndex.from_tuples([(1,)]), pd.Timedelta(1)),
    *(pl.Series([1]), pl.Series([1.0]), pl.DataFrame({"a": [1]}), pl.DataFrame({"b": [1]}), pl.Series([[1]])),
    *(
        torch.tensor(1),
        torch.tensor([1]),
        torch.tensor([1.0]),
        torch.tensor([[1]]),
        torch.tensor([1]).to_sparse(),
    ),
    *(
        sp.csr_array([[1]]),
        sp.csr_matrix([[1]]),
        sp.csc_array([[1]]),
        sp.coo_array([1]),
        sp.csr_array([[1.0]]),
    ),
]
MISSING = [
    *(
        None,
        NAN,
        complex(NAN, 0),
        np.float64(NAN),
        np.float32(NAN),
        Decimal("NaN"),
        pd.NaT,
        pd.NA,
        "",
        "nan",
        0,
    ),
    *(np.datetime64("NaT", "ns"), np.timedelta64("NaT", "ns"), np.datetime64("NaT", "s"), [], (), {}, set()),
    *(
        pd.Series([None]),
        pd.Series([NAN]),
        pd.Series([pd.NaT]),
        pd.Series([pd.NA], dtype=object),
        [None],
        [NAN],
    ),
    *(pd.Series([None], dtype="Int64"), pd.Series([None], dtype="str"), pd.Series([], dtype=float)),
    *(pl.Series([None]), pl.Series([NAN]), pl.Series([None], dtype=pl.Float64), pl.Series([0.0])),
    *(np.array([NAN]), np.array([None]), np.array(["NaT"], "M8[ns]"), np.ma.array([1.0], mask=[True])),
]
SHAPES = [
    build(np.ones(shape))
    for build in (np.array, torch.from_numpy, np.ma.array, lambda a: a.astype(object))
    for shape in ((), (1,), (2,), (1, 1), (1, 2), (2, 1), (2, 2), (0,), (0, 2), (2, 0), (1, 1, 1))
]
TIMES = [
    *(DAY, DAY.date(), DAY.replace(tzinfo=dt.UTC), DAY.replace(fold=1), DAY.replace(tzinfo=dt.timezone.min)),
    *(pd.Timestamp(DAY), pd.Timestamp(DAY, tz="UTC"), pd.Timestamp(DAY, tz="Europe/London"), "2020-01-01"),
    *(
        np.datetime64(DAY, "s"),
        np.datetime64(DAY, "ns"),
        pd.Series([DAY]),
        pd.Series([DAY]).dt.tz_localize("UTC"),
    ),
    *(
        pd.Series([DAY]).dt.tz_localize("Europe/London"),
        pd.Series([DAY]).astype("M8[s]"),
        pd.Period("2020-01-01"),
    ),
    *(
        pl.Series([DAY]),
        pl.Series([DAY]).dt.replace_time_zone("UTC"),
        pl.Series([DAY]).dt.cast_time_unit("ns"),
    ),
    *(pl.Series([DAY.date()]), pd.DatetimeIndex([DAY]), pd.DatetimeIndex([DAY], tz="UTC"), dt.time(0)),
]
LABELS = [
    pd.DataFrame({"a": [1, 2], "b": [3, 4]}).set_axis(index)[columns].rename_axis(columns=fields)
    for index in (
        [2, 1],
        [1, 2],
        ["1", "2"],
        pd.Index([1, 2], name="k"),
        pd.MultiIndex.from_tuples([(0, 0), (0, 1)]),
    )
    for columns in (["a", "b"], ["b", "a"])
    for fields in (None, "f")
]
CATEGORIES = [
    pd.Categorical(items, categories=list(names), ordered=order)
    for items in (["a", "b"], ["b", "a"], ["a", None])
    for names in ("ab", "ba", "abc")
    for order in (False, True)
]
KEYS = [
    *({-1: "x"}, {-2: "x"}, {2**61 - 2: "x"}, {True: "x"}, {1: "x"}, {1.0: "x"}, {(1,): "x"}, {(True,): "x"}),
    *(
        {1: "x", 2: "y"},
        {1: "y", 2: "x"},
        {None: "x"},
        {"None": "x"},
        {"": "x"},
        {b"": "x"},
        {frozenset(): "x"},
    ),
    *({"a": 1}, {b"a": 1}, {np.str_("a"): 1}, {np.int64(1): "x"}, {dt.date(2020, 1, 1): "x"}, {DAY: "x"}),
]
FAMILIES = {
    "ones": ONES,
    "missing": MISSING,
    "shapes": SHAPES,
    "times": TIMES,
    "labels": LABELS,
    "categories": CATEGORIES,
    "keys": KEYS,
}


@pytest.mark.parametrize("family", FAMILIES)
def test_no_two_of_a_family_are_equal(family: str) -> None:
    sent = [arrived(value) for value in FAMILIES[family]]
    for value in sent:
        assert compare(value, value).equal, repr(value)
    equal = [
        (left, right)
        for left, right in itertools.permutations(sent, 2)
        if compare(left, right, rtol=0.5, atol=0.5).equal
    ]
    assert equal == []


def test_a_bool_is_no_number_and_a_text_no_value_at_any_policy() -> None:
    for left, right in (
        (True, 1),
        (np.True_, 1),
        ("1", 1),
        (b"1", "1"),
        (None, NAN),
        (pd.NaT, None),
        ([1], {1}),
    ):
        for wrap in (
            lambda x: x,
            lambda x: [x],
            lambda x: {"k": (x,)},
            lambda x: np.array([x, 5], object),
            lambda x: pd.Series([x, ()]),
        ):
            for dtype, order in itertools.product(POLICIES, ("exact", "any")):
                pair = wrap(left), wrap(right)
                if isinstance(pair[0], pd.Series) and dtype == "any" and left in (None, pd.NaT):
                    continue  # what is missing is missing, in a column at this policy
                assert not compare(*pair, dtype=dtype, order=order).equal
                assert not compare(*pair[::-1], dtype=dtype, order=order).equal
