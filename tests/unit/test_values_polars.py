"""polars through the value codec."""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from polars.testing import assert_frame_equal, assert_series_equal
from polars.testing.parametric import dataframes
from values_support import QUICK, refuse, round_trip, survives_mutations

from effibench.values import UnsupportedType, decode, encode

PLAIN = [
    *(pl.Int8, pl.Int64, pl.UInt16, pl.UInt64, pl.Float32, pl.Float64, pl.Boolean, pl.String, pl.Binary),
    *(pl.Date, pl.Time, pl.Datetime, pl.Duration, pl.Null),
]


@QUICK
@given(
    dataframes(
        allowed_dtypes=[*PLAIN, pl.List(pl.Int16), pl.Struct({"a": pl.String})], max_cols=4, max_size=6
    )
)
def test_any_frame_comes_back(frame: pl.DataFrame) -> None:
    result = round_trip(frame)
    assert result.schema == frame.schema
    assert_frame_equal(result, frame, check_exact=True)


SERIES = {
    "int": pl.Series("a", [1, 2, None]),
    "float": pl.Series("a", [1.5, None, float("nan")]),
    "f32": pl.Series("a", [1.5, 2], dtype=pl.Float32),
    "bool": pl.Series([True, None]),
    "text": pl.Series(["a", None, "é"]),
    "binary": pl.Series([b"a", None]),
    "date": pl.Series([date(2024, 1, 1), None]),
    "datetime": pl.Series([datetime(2024, 1, 1, 1, 2, 3), None]),
    "zone": pl.Series([datetime(2024, 1, 1)], dtype=pl.Datetime("ns", "Europe/Paris")),
    "duration": pl.Series([timedelta(1), None]),
    "time": pl.Series([time(1, 2), None]),
    "decimal": pl.Series([Decimal("1.25"), None, Decimal("-3.00")]),
    "categorical": pl.Series(["a", "b", None, "a"], dtype=pl.Categorical),
    "enum": pl.Series(["a", None, "b"], dtype=pl.Enum(["b", "a", "c"])),
    "null": pl.Series([None, None]),
    "list": pl.Series([[1, 2], None, [], [None, 3]]),
    "list of text": pl.Series([["a"], None, []]),
    "nested": pl.Series([[[1], []], None, [None]], dtype=pl.List(pl.List(pl.Int8))),
    "array": pl.Series([[1, 2], None, [3, None]], dtype=pl.Array(pl.Int32, 2)),
    "array of arrays": pl.Series([[[1, 2]], [[3, 4]]], dtype=pl.Array(pl.Int32, (1, 2))),
    "struct": pl.Series([{"x": 1, "y": "a"}, None, {"x": None, "y": None}]),
    "deep": pl.Series([{"x": [1, None], "z": {"q": date(2024, 1, 1)}}]),
    "int128": pl.Series([10**20, None], dtype=pl.Int128),
    "list of stamps": pl.Series([[datetime(2024, 1, 1)], []], dtype=pl.List(pl.Datetime("ns"))),
    "list of categories": pl.Series([["a", "b"], []], dtype=pl.List(pl.Categorical)),
    "list of decimals": pl.Series([[Decimal("1.5")], None]),
    "list of nothing": pl.Series([[]], dtype=pl.List(pl.Null)),
}


@pytest.mark.parametrize("name", SERIES)
def test_series(name: str) -> None:
    series = SERIES[name]
    chunks = pl.concat([series, series], rechunk=False)
    for value in (
        series,
        series.head(0),
        series[1:],
        series.gather([0, 0]),
        chunks,
        chunks[1:],
        series.clear(),
    ):
        result = round_trip(value)
        assert result.dtype == value.dtype
        assert_series_equal(result, value, check_exact=True)
    assert_frame_equal(round_trip(series.to_frame()), series.to_frame())


def test_frames() -> None:
    frame = pl.DataFrame({"k": [1, 2, 1], "v": [1.0, 2.0, 3.0], "s": ["a", "b", "a"]})
    for value in (
        frame,
        frame.clear(),
        pl.DataFrame(),
        frame.group_by("k", maintain_order=True).agg("v", pl.col("s").first()),
        frame.with_columns(pl.struct("k", "s").alias("t")),
    ):
        assert_frame_equal(round_trip(value), value)


def test_codes_of_categories_do_not_matter() -> None:
    first = pl.Series(["x", "y"], dtype=pl.Categorical)
    pl.Series(["q", "r", "y"], dtype=pl.Categorical)
    second = pl.Series(["y", "x"], dtype=pl.Categorical).reverse()
    assert encode(first) == encode(second)


@pytest.mark.parametrize(
    "value",
    [pl.LazyFrame(), pl.col("a"), pl.Series([object()]), pl.DataFrame({"a": [object()]})],
    ids=range(4),
)
def test_refused(value: Any) -> None:
    with pytest.raises(UnsupportedType) as failure:
        encode({"r": value})
    assert failure.value.path == "['r']"


def test_mutated_documents() -> None:
    for value in SERIES.values():
        survives_mutations(value, 40)


VALUES = np.arange(2)


@pytest.mark.parametrize(
    ("dtype", "body"),
    [
        ("Int64", (None, np.arange(2.0))),
        ("Int64", (None, VALUES.reshape(1, 2))),
        ("Int64", (np.array([True]), VALUES)),
        ("Int64", (VALUES, VALUES)),
        ("Object", (None, VALUES)),
        ("String", ["a", 1]),
        ("String", ("a",)),
        ("Int128", [2**200]),
        ("Null", -1),
        ("Null", 2**40),
        ("Time", (None, np.array([86_400_000_000_000]))),
        ("Date", (None, np.array([2**30], np.int32))),
        (("Datetime", "ms", None), (None, np.array([2**62]))),
        (("Datetime", "us", "No/Where"), (None, VALUES)),
        (("Datetime", "s", None), (None, VALUES)),
        (("Duration", "s"), (None, VALUES)),
        (("Decimal", 99, 2), [1]),
        (("Decimal", 5, 2), [10**9]),
        (("Decimal", 38, 99), [1]),
        (("Enum", ["a"]), ["b"]),
        (("Enum", ["a", "a"]), ["a"]),
        (("Enum", [1]), []),
        (("List", "Int64"), (None, np.array([1, 2]), (None, VALUES))),
        (("List", "Int64"), (None, np.array([-1, 3]), (None, VALUES))),
        (("List", "Int64"), (None, np.array([2**62, 2**62, 2**62, 2**62]), (None, VALUES))),
        (("Array", "Int64", 2), (None, np.array([1, 1]), (None, VALUES))),
        (("Array", "Int64", -1), (None, np.array([1, 1]), (None, VALUES))),
        (("Struct", [("a", "Int64")]), (None, [])),
        (("Struct", [("a", "Int64"), ("a", "Int64")]), (None, [(None, VALUES), (None, VALUES)])),
        (("Struct", []), (None, [])),
        ((), None),
    ],
    ids=lambda part: str(part)[:60],
)
def test_broken_series_are_refused(dtype: object, body: object) -> None:
    refuse("pl.series", ("a", dtype, body))


def test_broken_frames_are_refused() -> None:
    column = ("a", "Int64", (None, VALUES))
    refuse("pl.dataframe", (3, [column]), "length")
    refuse("pl.dataframe", (2, [column, column]), "same name")
    refuse("pl.dataframe", (2, []), "no columns")


def test_result_is_a_private_copy() -> None:
    document = bytearray(encode(pl.Series([1, 2, 3])))
    result = decode(document)
    document[:] = bytes(len(document))
    assert result.to_list() == [1, 2, 3]
