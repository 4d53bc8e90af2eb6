"""pandas through the value codec."""

from datetime import date
from decimal import Decimal
from typing import Any

import hypothesis.extra.pandas as hpd
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from values_support import QUICK, refuse, round_trip, survives_mutations

from effibench.values import UnsupportedType, decode, encode


def check(value: Any) -> Any:
    result = round_trip(value)
    if isinstance(value, pd.DataFrame):
        pd.testing.assert_frame_equal(result, value, check_freq=True, check_index_type="exact")
        assert result.columns.identical(value.columns)
        assert result.index.identical(value.index)
    elif isinstance(value, pd.Series):
        pd.testing.assert_series_equal(result, value, check_freq=True)
        assert result.index.identical(value.index)
    elif isinstance(value, pd.Index):
        pd.testing.assert_index_equal(result, value, exact=True)
        assert getattr(result, "freq", None) == getattr(value, "freq", None)
        assert result.names == value.names
    elif isinstance(value, pd.api.extensions.ExtensionArray):
        pd.testing.assert_extension_array_equal(result, value)
    else:
        assert repr(result) == repr(value)
    return result


ELEMENTS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
FRAMES = hpd.data_frames(
    [
        hpd.column("i", dtype="int32"),
        hpd.column("f", dtype="float64"),
        hpd.column("g", dtype="float64"),
        hpd.column("t", dtype="datetime64[ns]"),
        hpd.column("o", elements=ELEMENTS, dtype=object),
        hpd.column(3, elements=st.sampled_from(["a", "b", ""]), dtype=object),
    ],
    index=hpd.range_indexes(max_size=6) | hpd.indexes(elements=st.text(max_size=3), max_size=6),
)


@QUICK
@given(FRAMES, st.permutations(range(6)))
def test_any_frame_comes_back(frame: pd.DataFrame, order: list[int]) -> None:
    frame[3] = frame[3].astype("category")
    check(frame.iloc[:, order])
    check(frame.iloc[::2, order[:3]])


def arrow(values: list[Any], kind: Any) -> pd.Series:
    return pd.Series(values, dtype=pd.ArrowDtype(kind))


SERIES = {
    "Int64": pd.Series([1, 2, None], dtype="Int64"),
    "UInt8": pd.Series([1, 2, None], dtype="UInt8"),
    "Float32": pd.Series([1, None], dtype="Float32"),
    "boolean": pd.Series([True, None, False], dtype="boolean"),
    "str": pd.Series(["a", None, "é"]),
    "string": pd.Series(["a", None], dtype="string"),
    "string[python]": pd.Series(["a", None], dtype=pd.StringDtype("python")),
    "string[python, nan]": pd.Series(["a", None], dtype=pd.StringDtype("python", na_value=np.nan)),
    "string[pyarrow]": pd.Series(["a", None], dtype=pd.StringDtype("pyarrow")),
    "object text": pd.Series(["a", "b", None], dtype=object),
    "object mixed": pd.Series([1, "x", None, 1.5, (1, 2), pd.NA, pd.NaT, date(2024, 1, 1)], dtype=object),
    "object stamps": pd.Series([pd.Timestamp("2024"), pd.Timestamp("2025")], dtype=object),
    "category": pd.Series(["a", "b", None, "a"], dtype="category"),
    "ordered": pd.Series(pd.Categorical([3, 1], [3, 2, 1], ordered=True)),
    "zone": pd.Series(pd.date_range("2024-03-30", periods=3, tz="Europe/Paris")),
    "utc seconds": pd.Series(pd.date_range("2024", periods=3, tz="UTC", unit="s")),
    "naive": pd.Series(pd.date_range("2024", periods=3)),
    "timedelta": pd.Series(pd.timedelta_range("1D", periods=3)),
    "period": pd.Series(pd.period_range("2024", periods=3, freq="M")),
    "interval": pd.Series(pd.interval_range(0, 3)),
    "sparse": pd.Series(pd.arrays.SparseArray([0, 0, 1, 2])),
    "sparse blocks": pd.Series(pd.arrays.SparseArray([0.0, np.nan, 1, 2], kind="block")),
    "empty": pd.Series([], dtype=float),
    "named": pd.Series([1, 2], name=("a", 1), index=[3, 3]),
    "arrow int": arrow([1, None], pa.int64()),
    "arrow text": arrow(["a", None, "bc"], pa.string()),
    "arrow bytes": arrow([b"a", None], pa.binary()),
    "arrow fixed": arrow([b"ab", None], pa.binary(2)),
    "arrow bool": arrow([True, None, False], pa.bool_()),
    "arrow decimal": arrow([Decimal("1.50"), None], pa.decimal128(10, 2)),
    "arrow date": arrow([date(2024, 1, 1), None], pa.date32()),
    "arrow stamp": arrow([pd.Timestamp("2024", tz="UTC"), None], pa.timestamp("us", tz="UTC")),
    "arrow null": arrow([None, None], pa.null()),
    "arrow list": arrow([[1, 2], None, [], [None]], pa.list_(pa.int64())),
    "arrow large list": arrow([["a"], None], pa.large_list(pa.large_string())),
    "arrow fixed list": arrow([[1, 2], [3, 4], None], pa.list_(pa.int8(), 2)),
    "arrow struct": arrow(
        [{"a": 1, "b": ["x"]}, None], pa.struct([("a", pa.int64()), ("b", pa.list_(pa.string()))])
    ),
    "arrow dictionary": arrow(["a", "b", None, "a"], pa.dictionary(pa.int32(), pa.string())),
}


@pytest.mark.parametrize("name", SERIES)
def test_series(name: str) -> None:
    series = SERIES[name]
    check(series)
    check(series.iloc[1:])
    check(series.iloc[:0])
    check(pd.concat([series, series.iloc[:1]]))
    check(series.to_frame())
    check(pd.DataFrame({"x": series, "y": range(len(series))}))
    if not isinstance(series.dtype, np.dtype):
        check(series.array)
    if name != "object mixed":
        check(pd.Index(series))


@pytest.mark.parametrize(
    "index",
    [
        pd.RangeIndex(2, 9, 3, name="r"),
        pd.date_range("2024-10-26", periods=3, freq="12h", tz="US/Eastern", name="t"),
        pd.date_range("2024", periods=3, freq="W-MON"),
        pd.date_range("2024", periods=3, freq="2ME"),
        pd.timedelta_range("1h", periods=3, freq="h"),
        pd.period_range("2024", periods=4, freq="Q"),
        pd.MultiIndex.from_product([["a", "b"], [1, 2]], names=["x", None]),
        pd.MultiIndex.from_arrays([pd.date_range("2024", periods=2, tz="UTC"), [1.5, None]]),
        pd.MultiIndex.from_product([["a", "b"], [1, 2]])[:1],
        pd.Index([1, 2], dtype="int8"),
        pd.Index(["a", 1], name=("n", 0)),
        pd.Index([True, False]),
        pd.CategoricalIndex(["a", "b", "a"]),
        pd.IntervalIndex.from_breaks([0.0, 1, 2], closed="left"),
        pd.Index([("a", 1)], tupleize_cols=False),
        pd.Index([]),
    ],
    ids=repr,
)
def test_indexes(index: Any) -> None:
    check(index)
    check(pd.Series(range(len(index)), index=index))
    check(pd.DataFrame(np.zeros((2, len(index))), columns=index))


@pytest.mark.parametrize(
    "scalar",
    [
        pd.NA,
        pd.NaT,
        pd.Timestamp("2024-01-01 12:00:00.123456789"),
        pd.Timestamp("2024").as_unit("s"),
        pd.Timestamp("2024", tz="Europe/Paris"),
        pd.Timestamp("2021-10-31 02:30").tz_localize("Europe/Paris", ambiguous=False),
        pd.Timedelta("1D"),
        pd.Timedelta("1s").as_unit("ms"),
        pd.Period("2024-01", "M"),
        pd.Period("2024-01-01 10:00", "15min"),
        pd.Interval(0, 1, closed="left"),
        pd.Interval(pd.Timestamp("2024"), pd.Timestamp("2025")),
    ],
    ids=repr,
)
def test_scalars(scalar: Any) -> None:
    check(scalar)


FRAME = pd.DataFrame({"a": [1, 2, 1], "b": [1.5, np.nan, 2], "c": ["x", None, "y"]})


@pytest.mark.parametrize(
    "frame",
    [
        FRAME,
        FRAME.T,
        FRAME[["a", "b"]],
        FRAME[[]],
        FRAME.iloc[:0],
        pd.DataFrame(),
        pd.DataFrame(index=["a", "b"]),
        pd.DataFrame(np.arange(12).reshape(4, 3), columns=["x", "x", "y"]),
        pd.concat([FRAME, FRAME], axis=1),
        FRAME.groupby(["a", "c"]).agg({"b": ["mean", "max"]}),
        FRAME.set_index("c"),
        FRAME.describe(),
        FRAME.astype({"a": "category"}),
    ],
    ids=range(13),
)
def test_frames(frame: Any) -> None:
    check(frame)


def test_memory_order_and_blocks_are_those_of_a_computed_frame() -> None:
    rows = np.arange(12.0).reshape(4, 3)
    for data in (rows, np.asfortranarray(rows)):
        frame = pd.DataFrame(data, copy=False)
        result = decode(encode(frame))
        assert (
            result.to_numpy().flags.c_contiguous
            == frame.to_numpy().flags.c_contiguous
            == data.flags.c_contiguous
        )
    mixed = decode(encode(pd.DataFrame({"a": [1.0], "b": [1], "c": [2.0]})))
    assert len(mixed._mgr.blocks) == 2


def test_result_is_a_private_writable_copy() -> None:
    document = bytearray(encode(FRAME))
    result = decode(document)
    result.loc[0, "a"] = 100
    assert decode(document).equals(FRAME)


def test_attributes_are_dropped() -> None:
    frame = FRAME.copy()
    frame.attrs["x"] = object()
    assert decode(encode(frame)).attrs == {}


class Derived(pd.DataFrame): ...


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (Derived(FRAME), "[0]"),
        (FRAME.groupby("a"), "[0]"),
        (pd.Series([1, object()], dtype=object), "[0].<pd.series>[0][1]"),
        (pd.DataFrame({"a": [1], "b": [object()]}), "[0].<pd.dataframe>[0][1][0]"),
        (pd.Series([1], index=[lambda: 0]), "[0].<pd.series>[1].<pd.index>[0][0]"),
    ],
    ids=["subclass", "groupby", "element", "column", "label"],
)
def test_refused(value: Any, path: str) -> None:
    with pytest.raises(UnsupportedType) as failure:
        encode([value])
    assert failure.value.path == path


def test_a_frequency_with_holidays_is_refused() -> None:
    frequency = pd.offsets.CustomBusinessDay(holidays=["2024-01-02"])
    with pytest.raises(UnsupportedType, match="frequency"):
        encode(pd.date_range("2024", periods=3, freq=frequency))


def test_what_lies_under_a_null_does_not_matter() -> None:
    mask = np.array([False, True])
    for noise in (1, 99):
        array = pd.arrays.IntegerArray(np.array([5, noise]), mask)
        assert encode(array) == encode(pd.array([5, None], dtype="Int64"))
    text = pa.array(["ab", "cd", "ef"])
    masked = pa.StringArray.from_buffers(3, text.buffers()[1], text.buffers()[2], pa.py_buffer(b"\x05"))
    assert encode(pd.Series(masked.to_pylist())) == encode(pd.Series(["ab", None, "ef"]))
    assert encode(pd.arrays.ArrowExtensionArray(masked)) == encode(
        arrow(["ab", None, "ef"], pa.string()).array
    )


def test_mutated_documents() -> None:
    for value in (FRAME, *SERIES.values(), pd.MultiIndex.from_product([["a", "b"], [1, 2]])):
        survives_mutations(value, 40, use=len)


ROWS = pd.RangeIndex(2)
NUMBERS = np.arange(2.0)
WRAPPING = np.array([0, 2_000_000_000, -1_500_000_000, 1], "i4")  # rising, if differences may wrap around


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("pd.series", (NUMBERS, pd.RangeIndex(3), None)),
        ("pd.series", (NUMBERS, ROWS, [])),
        ("pd.series", (NUMBERS.reshape(1, 2), ROWS, None)),
        ("pd.series", (NUMBERS, None, None)),
        ("pd.series", (np.array(["a", "b"]), ROWS, None)),
        ("pd.series", (np.zeros(2, "M8[D]"), ROWS, None)),
        ("pd.series", (("masked", "Int64", NUMBERS, np.zeros(2, bool)), ROWS, None)),
        ("pd.series", (("masked", "Int64", np.zeros(2, int), np.zeros(3, bool)), ROWS, None)),
        ("pd.series", (("masked", "object", NUMBERS, np.zeros(2, bool)), ROWS, None)),
        ("pd.series", (("categorical", np.array([0, 5], "i1"), pd.Index(["a"]), False), ROWS, None)),
        ("pd.series", (("categorical", np.array([0, 0], "i1"), pd.Index(["a", "a"]), False), ROWS, None)),
        ("pd.series", (("sparse", NUMBERS, np.array([0, 5], "i4"), 2, 0.0, "integer"), ROWS, None)),
        ("pd.series", (("sparse", NUMBERS, np.array([1, 0], "i4"), 2, 0.0, "integer"), ROWS, None)),
        ("pd.series", (("sparse", NUMBERS, np.array([0, 1], "i4"), 2, 0.0, "x"), ROWS, None)),
        ("pd.series", (("sparse", np.arange(4.0), WRAPPING, 2, 0.0, "integer"), ROWS, None)),
        ("pd.series", (("period", np.zeros(2, int), "nonsense"), ROWS, None)),
        ("pd.series", (("datetimetz", np.zeros(2, "M8[ns]"), "UTC"), ROWS, None)),
        ("pd.series", (("interval", pd.Index([1, 2]), pd.Index([0, 1]), "right"), ROWS, None)),
        ("pd.series", (("interval", pd.Index([1, 2]), pd.Index([3, 4]), "up"), ROWS, None)),
        ("pd.series", (("string", "python", "NA", np.array([1, 2], object)), ROWS, None)),
        ("pd.series", (("string", "disk", "NA", np.array(["a", "b"], object)), ROWS, None)),
        ("pd.series", (("pickle", b""), ROWS, None)),
        ("pd.series", ((), ROWS, None)),
        ("pd.dataframe", (NUMBERS, ROWS, ROWS)),
        ("pd.dataframe", ([NUMBERS], ROWS, ROWS)),
        ("pd.dataframe", ([NUMBERS, np.arange(3)], ROWS, ROWS)),
        ("pd.dataframe", (np.array([["a"]]), pd.RangeIndex(1), pd.RangeIndex(1))),
        ("pd.dataframe", (None, ROWS, ROWS)),
        ("pd.rangeindex", (0, 2, 0, None)),
        ("pd.rangeindex", (0, 2, 1, [])),
        ("pd.index", (np.zeros(2, "M8[ns]"), None, None)),
        ("pd.datetimeindex", (NUMBERS, None, None)),
        ("pd.datetimeindex", (np.array([0, 1], "M8[ns]"), None, "D")),
        ("pd.datetimeindex", (np.array([0, 1], "M8[ns]"), None, "D" * 100)),
        ("pd.multiindex", ([pd.Index([1])], [np.array([0, 1])], [None], 2)),
        ("pd.multiindex", ([pd.Index([1])], [np.array([0])], [None], 2)),
        ("pd.multiindex", ([], [], [], 0)),
        ("pd.timestamp", (np.datetime64("2024-01-01"), "UTC")),
        ("pd.timestamp", (np.datetime64("NaT"), None)),
        ("pd.timedelta", np.timedelta64(1, "Y")),
        ("pd.period", (0, "x")),
        ("pd.interval", (2, 1, "left")),
        ("pd.na", 1),
        ("pd.array", NUMBERS),
    ],
    ids=lambda part: str(part)[:60],
)
def test_broken_parts_are_refused(name: str, payload: Any) -> None:
    refuse(name, payload)


def series_of(kind: object, tree: object) -> tuple[object, ...]:
    return (("arrow", kind, tree), ROWS, None)


LENGTHS, TEXT = np.array([1, 1]), np.frombuffer(b"ab", np.uint8)


@pytest.mark.parametrize(
    ("kind", "tree"),
    [
        ("string", (2, None, (np.array([1, 2]), TEXT))),
        ("string", (2, None, (np.array([-1, 3]), TEXT))),
        ("string", (2, None, (np.array([2**62, 2**62]), TEXT))),
        ("string", (2, None, (LENGTHS, np.frombuffer(b"\xff\xfe", np.uint8)))),
        ("string", (2, np.array([True]), (LENGTHS, TEXT))),
        ("string", (2, np.array([False, False]), (LENGTHS, TEXT))),
        ("string", (3, None, (LENGTHS, TEXT))),
        ("int64", (2, None, np.zeros((2, 4), np.uint8))),
        ("int64", (2**50, None, np.zeros((2, 8), np.uint8))),
        ("int64", (-1, None, np.zeros((0, 8), np.uint8))),
        ("bool", (2, None, np.zeros(3, bool))),
        ("null", (2, None, NUMBERS)),
        ("map", (2, None, None)),
        (("list", "x", True, "int8"), (2, None, (LENGTHS, (3, None, np.zeros((3, 1), np.uint8))))),
        (("fixed_list", 2, "x", True, "int8"), (2, None, (3, None, np.zeros((3, 1), np.uint8)))),
        (("struct", [("a", True, "int8")]), (2, None, [])),
        (("struct", [("a", True, "int8")]), (2, None, [(1, None, np.zeros((1, 1), np.uint8))])),
        (
            ("dictionary", "int8", "int8", False),
            (2, None, ((2, None, np.full((2, 1), 9, np.uint8)), (0, None, np.zeros((0, 1), np.uint8)))),
        ),
        (("dictionary", "double", "int8", False), (2, None, None)),
        (("decimal", 128, 99, 2), (2, None, np.zeros((2, 16), np.uint8))),
        (("decimal", 128, 3, 2), (2, None, np.full((2, 16), 7, np.uint8))),
        (("timestamp", "us", "No/Where"), (2, None, np.zeros((2, 8), np.uint8))),
        (("timestamp", "fs", "UTC"), (2, None, np.zeros((2, 8), np.uint8))),
        (("bytes", -1), (2, None, np.zeros((2, 1), np.uint8))),
    ],
    ids=lambda part: str(part)[:60],
)
def test_broken_arrow_columns_are_refused(kind: object, tree: object) -> None:
    refuse("pd.series", series_of(kind, tree))
