"""compare() on pandas and polars values."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pytest

from effibench.tasks.comparison import compare

POLICIES = ("exact", "kind", "any")
NAN = float("nan")
S, F = pd.Series, pd.DataFrame
FRAME = F(
    {
        "i": [1, 2, 3],
        "f": [1.0, NAN, 3.0],
        "s": ["x", None, "z"],
        "c": pd.Categorical(["u", "v", None]),
        "t": pd.to_datetime(["2020-01-01", None, "2020-01-03"]),
        "z": pd.to_datetime(["2020-01-01", None, "2020-01-03"], utc=True),
        "n": pd.array([1, None, 3], dtype="Int64"),
        "b": [True, False, True],
        "o": [1, "a", None],
    }
)


def cat(*items, categories=None, ordered=False):
    return S(pd.Categorical(items, categories=categories, ordered=ordered))


def times(*items, unit="ns", tz=None):
    return S(pd.DatetimeIndex(items, tz=tz).as_unit(unit))


PANDAS = [
    (FRAME, FRAME.copy(), POLICIES),
    (FRAME, FRAME.iloc[:2], ()),
    (FRAME.iloc[:0], FRAME.iloc[:0], POLICIES),
    (FRAME.iloc[:0], FRAME, ()),
    (FRAME, FRAME[list(FRAME.columns[::-1])], ()),
    (FRAME, FRAME.rename(columns={"i": "j"}), ()),
    (FRAME, FRAME.set_axis([1, 2, 3]), ()),
    (FRAME.set_axis(pd.Index([0, 1, 2])), FRAME, ("kind", "any")),
    (FRAME.rename_axis("rows"), FRAME, ()),
    (FRAME.rename_axis(columns="columns"), FRAME, ()),
    (FRAME[["i"]], FRAME["i"], ()),
    (F({"a": [1]}), F({"a": [True]}), ()),
    (F([[1, 2]], columns=["a", "a"]), F([[1, 2]], columns=["a", "a"]), POLICIES),
    (F([[1, 2]], columns=["a", "a"]), F([[1, 3]], columns=["a", "a"]), ()),
    (F([[1]], columns=[1]), F([[1]], columns=["1"]), ()),
    (F([[1]], columns=pd.Index(["a"], dtype=object)), F([[1]], columns=["a"]), POLICIES),
    (S([1, 2]), S([1, 2]), POLICIES),
    (S([1, 2]), S([1.0, 2.0]), ("any",)),
    (S([1, 2], dtype="int32"), S([1, 2]), ("kind", "any")),
    (S([1, 2], name="a"), S([1, 2]), ()),
    (S([1, 2]), np.array([1, 2]), ()),
    (S([1.0, NAN]), S([1.0, NAN]), POLICIES),
    (S([1.0, NAN]), S([NAN, 1.0]), ()),
    (S([1, 2], dtype="Int64"), S([1, 2]), ("kind", "any")),
    (S([1, None], dtype="Int64"), S([1, None], dtype="Int64"), POLICIES),
    (S([1, None], dtype="Int64"), S([1, 0], dtype="Int64"), ()),
    (S([1, None], dtype="Float64"), S([1, NAN]), ("kind", "any")),
    (S([1, None], dtype="Int64"), S([1, NAN]), ("any",)),
    (S([True, None], dtype="boolean"), S([True, None], dtype="boolean"), POLICIES),
    (S([True, None], dtype="boolean"), S([False, None], dtype="boolean"), ()),
    (S(["a", None], dtype="str"), S(["a", None], dtype="string"), ("kind", "any")),
    (S(["a", None], dtype="str"), S(["a", None], dtype=object), ("kind", "any")),
    (S(["a", "b"], dtype="str"), S(["a", "c"], dtype="str"), ()),
    (S(["a", "b"], dtype="str"), S(["a", 1], dtype=object), ()),
    (S([None, 1], dtype=object), S([NAN, 1], dtype=object), ("any",)),
    (S([pd.NA, 1], dtype=object), S([NAN, 1], dtype=object), ("any",)),
    (S([pd.NA, 1], dtype=object), S([pd.NA, 1], dtype=object), POLICIES),
    (S([pd.NaT], dtype=object), S([pd.NaT], dtype=object), POLICIES),
    (S([1, 2], dtype=object), S([1, 2]), ("any",)),
    (S([1, True], dtype=object), S([1, 1]), ()),
    (cat("a", "b"), cat("a", "b"), POLICIES),
    (cat("a", "b", categories=["b", "a"]), cat("a", "b"), ("kind", "any")),
    (cat("a", "b", categories=["a", "b", "c"]), cat("a", "b"), ("kind", "any")),
    (cat("a", "b", ordered=True), cat("a", "b"), ("any",)),
    (cat("a", "b", categories=["b", "a"], ordered=True), cat("a", "b", ordered=True), ("any",)),
    (cat("a", "b"), cat("a", "a", categories=["a", "b"]), ()),
    (cat("a", "b"), S(["a", "b"]), ("any",)),
    (cat("a", None), S(["a", None]), ("any",)),
    (cat("a", None), cat("a", None), POLICIES),
    (times("2020-01-01"), times("2020-01-01"), POLICIES),
    (times("2020-01-01", unit="s"), times("2020-01-01"), ("kind", "any")),
    (times("2020-01-01", tz="UTC"), times("2020-01-01"), ()),
    (times("2020-01-01 01:00", tz="Europe/Berlin"), times("2020-01-01", tz="UTC"), ("kind", "any")),
    (times("2020-01-01", tz="Europe/Berlin"), times("2020-01-01", tz="UTC"), ()),
    (S(pd.to_timedelta([1], "D")), S(pd.to_timedelta([1], "D")), POLICIES),
    (S(pd.to_timedelta([1], "D")), S(pd.to_timedelta([2], "D")), ()),
    (
        S(pd.period_range("2020", periods=2, freq="M")),
        S(pd.period_range("2020", periods=2, freq="M")),
        POLICIES,
    ),
    (S(pd.interval_range(0, 2)), S(pd.interval_range(0, 2)), POLICIES),
    (S(pd.interval_range(0, 2)), S(pd.interval_range(1, 3)), ()),
    (S(pd.arrays.SparseArray([0, 1.0])), S(pd.arrays.SparseArray([0, 1.0])), POLICIES),
    (S(pd.arrays.SparseArray([0, 1.0])), S([0, 1.0]), ("kind", "any")),
    (S([1, 2], dtype="int64[pyarrow]"), S([1, 2]), ("kind", "any")),
    (S([1, 2], dtype="int64[pyarrow]"), S([1, 3], dtype="int64[pyarrow]"), ()),
    (S([[1.0], [2.0]]), S([[1.0], [2.0]]), POLICIES),
    (S([[1.0], [2.0]]), S([[1.0], [2.5]]), ()),
    (pd.RangeIndex(3), pd.Index([0, 1, 2]), ("kind", "any")),
    (pd.Index([0, 1]), pd.Index([0, 2]), ()),
    (pd.Index([0, 1], name="a"), pd.Index([0, 1]), ()),
    (pd.MultiIndex.from_tuples([(1, "a")]), pd.MultiIndex.from_tuples([(1, "a")]), POLICIES),
    (pd.MultiIndex.from_tuples([(1, "a")]), pd.MultiIndex.from_tuples([(1, "b")]), ()),
    (pd.MultiIndex.from_tuples([(1, "a")], names=["x", None]), pd.MultiIndex.from_tuples([(1, "a")]), ()),
    (pd.MultiIndex.from_tuples([(1, "a")]), pd.Index([1]), ()),
    (pd.Timestamp("2020"), pd.Timestamp("2020"), POLICIES),
    (pd.Timestamp("2020"), pd.Timestamp("2021"), ()),
    (pd.Timestamp("2020"), dt.datetime(2020, 1, 1), ("kind", "any")),
    (pd.Timestamp("2020", tz="UTC"), pd.Timestamp("2020"), ()),
    (pd.NaT, pd.NaT, POLICIES),
    (pd.NA, pd.NA, POLICIES),
    (pd.NA, None, ()),
    (pd.NaT, pd.NA, ()),
    (pd.Categorical(["a"]), pd.Categorical(["a"]), POLICIES),
    (pd.Categorical(["a"]), pd.Categorical(["b"]), ()),
]

P, PF = pl.Series, pl.DataFrame
NESTED = PF(
    {"l": [[1.0, 2.0], [], None], "d": [{"a": 1, "b": [1]}, {"a": None, "b": None}, None], "x": [1, None, 3]}
)
DAY = dt.datetime(2020, 1, 1)
POLARS = [
    (NESTED, NESTED.clone(), POLICIES),
    (NESTED, NESTED.reverse(), ()),
    (NESTED, NESTED[:2], ()),
    (NESTED[:0], NESTED[:0], POLICIES),
    (NESTED, NESTED.select("d", "l", "x"), ()),
    (NESTED, NESTED.rename({"x": "y"}), ()),
    (NESTED, NESTED.with_columns(l=P([[1.0, 2.5], [], None])), ()),
    (NESTED, NESTED.with_columns(l=P([[1.0], [2.0], None])), ()),
    (NESTED, NESTED.with_columns(l=P([[1.0, 2.0], None, []])), ()),
    (NESTED, NESTED.lazy(), ()),
    (NESTED.lazy(), NESTED.lazy(), ()),
    (PF({"a": [1]}), F({"a": [1]}), ()),
    (P([1, 2]), P([1, 2]), POLICIES),
    (P([1, 2]), P([1, 3]), ()),
    (P("a", [1]), P("b", [1]), ()),
    (P([1, None]), P([1, 0]), ()),
    (P([1.0, None]), P([1.0, NAN]), ()),
    (P([1.0, NAN]), P([1.0, NAN]), POLICIES),
    (P([1, 2], dtype=pl.Int32), P([1, 2]), ("kind", "any")),
    (P([1, 2]), P([1.0, 2.0]), ("any",)),
    (P([1, None]), P([1.0, None]), ("any",)),
    (P([1]), P([True]), ()),
    (P(["a", None]), P(["a", None]), POLICIES),
    (P(["a"]), P(["b"]), ()),
    (P(["a"], dtype=pl.Categorical), P(["a"]), ("any",)),
    (P(["a"], dtype=pl.Enum(["a", "b"])), P(["a"], dtype=pl.Enum(["b", "a"])), ("kind", "any")),
    (P(["a"], dtype=pl.Enum(["a"])), P(["a"], dtype=pl.Categorical), ("kind", "any")),
    (P([b"a"]), P([b"a"]), POLICIES),
    (P([b"a"]), P([b"b"]), ()),
    (P([dt.date(2020, 1, 1), None]), P([dt.date(2020, 1, 1), None]), POLICIES),
    (P([dt.date(2020, 1, 1)]), P([dt.date(2020, 1, 2)]), ()),
    (P([DAY]).dt.cast_time_unit("ns"), P([DAY]), ("kind", "any")),
    (P([DAY]).dt.replace_time_zone("UTC"), P([DAY]), ()),
    (
        P([DAY]).dt.replace_time_zone("UTC").dt.convert_time_zone("Asia/Tokyo"),
        P([DAY]).dt.replace_time_zone("UTC"),
        ("kind", "any"),
    ),
    (P([dt.timedelta(1)]), P([dt.timedelta(1)]), POLICIES),
    (P([dt.timedelta(1)]), P([dt.timedelta(2)]), ()),
    (P([dt.time(1)]), P([dt.time(1)]), POLICIES),
    (P([dt.time(1)]), P([dt.time(2)]), ()),
    (P([None, None]), P([None, None]), POLICIES),
    (P(["1.10"]).cast(pl.Decimal(10, 2)), P(["1.10"]).cast(pl.Decimal(10, 2)), POLICIES),
    (P(["1.10"]).cast(pl.Decimal(10, 2)), P(["1.20"]).cast(pl.Decimal(10, 2)), ()),
    (P(["1.10"]).cast(pl.Decimal(10, 2)), P([1.1]), ("any",)),
    (P([2**100], dtype=pl.Int128), P([2**100], dtype=pl.Int128), POLICIES),
    (P([2**100], dtype=pl.Int128), P([2**100 + 1], dtype=pl.Int128), ()),
    (P([[1, 2]], dtype=pl.Array(pl.Int64, 2)), P([[1, 2]], dtype=pl.Array(pl.Int64, 2)), POLICIES),
    (P([[1, 2]], dtype=pl.Array(pl.Int64, 2)), P([[1, 3]], dtype=pl.Array(pl.Int64, 2)), ()),
    (P([[1, 2]], dtype=pl.Array(pl.Int64, 2)), P([[1, 2]]), ()),
    (P([[1, 2]], dtype=pl.List(pl.Int32)), P([[1, 2]]), ("kind", "any")),
    (P([{"a": 1}]), P([{"a": 1.0}]), ("any",)),
    (P([{"a": 1}]), P([{"b": 1}]), ()),
]


TABLE = [*PANDAS, *POLARS]


@pytest.mark.parametrize("dtype", POLICIES)
@pytest.mark.parametrize(("pred", "ref", "accepted"), TABLE, ids=map(str, range(len(TABLE))))
def test_table(pred, ref, accepted, dtype):
    found = compare(pred, ref, dtype=dtype)
    assert found.equal is (dtype in accepted), found.reason
    assert "cannot be compared" not in found.reason
    assert compare(ref, pred, dtype=dtype).equal is found.equal


@pytest.mark.parametrize("label", FRAME.columns)
def test_each_pandas_column_is_looked_at(label):
    pred = FRAME.copy()
    pred[label] = pred[label].iloc[[2, 1, 0]].set_axis(pred.index) if label != "b" else ~pred[label]
    found = compare(pred, FRAME)
    assert found.reason.startswith(f"[{label!r}]"), found
    assert not compare(pred, FRAME, dtype="any").equal


def test_reasons():
    pred = FRAME.copy()
    pred.loc[0, "f"] = 1.5
    assert compare({"t": pred}, {"t": FRAME}).reason == (
        "['t']['f'][0]: 1.5 != 1.0 (|diff| 0.5 > 1.001e-06); 1 of 3 elements differ"
    )
    assert compare(FRAME.astype({"i": float}), FRAME).reason == "['i']: dtype is float64, expected int64"
    assert compare(FRAME.iloc[:2], FRAME).reason == "result: shape is (2, 9), expected (3, 9)"
    assert compare(NESTED.cast({"x": pl.Int8}), NESTED).reason == "['x']: dtype is Int8, expected Int64"
    assert (
        compare(NESTED.lazy(), NESTED).reason == "result: type is polars.LazyFrame, expected polars.DataFrame"
    )
