"""pandas' frames, series, indexes and scalars (3.x and 2.2)."""

from typing import Any, Final

import numpy as np
import pandas as pd

from effibench.values.pandas_columns import (
    build_column,
    build_frequency,
    build_zone,
    check_hashable,
    column_tree,
    frequency_tree,
    zone_tree,
)
from effibench.values.payload import elements, expect, fields, require
from effibench.values.registry import add

_FREQUENT: Final = (pd.DatetimeIndex, pd.TimedeltaIndex)


def _reduce_index(index: Any) -> object:
    frequency = frequency_tree(index.freq) if type(index) in _FREQUENT else None
    return (column_tree(index.array), index.name, frequency)


def _index_rebuilder(kind: Any) -> Any:
    def rebuild(payload: object) -> Any:
        tree, name, frequency = fields(payload, object, object, object, what=kind.__name__)
        column = build_column(tree)
        check_hashable(name)
        options = {"freq": build_frequency(frequency)} if kind in _FREQUENT else {}
        require(kind in _FREQUENT or frequency is None, "an index has a frequency that it can't have")
        index: Any = kind(column, dtype=column.dtype if kind is pd.Index else None, name=name, **options)
        require(
            type(index) is kind and index.dtype == column.dtype, f"a {kind.__name__} holds {column.dtype}"
        )
        return index

    return rebuild


def _reduce_range(index: Any) -> object:
    return (index.start, index.stop, index.step, index.name)


def _rebuild_range(payload: object) -> Any:
    start, stop, step, name = fields(payload, int, int, int, object, what="RangeIndex")
    check_hashable(name)
    return pd.RangeIndex(start, stop, step, name=name)


def _reduce_multi(index: Any) -> object:
    codes = [np.asarray(codes) for codes in index.codes]
    # Level by level through the arrays: the names live in the MultiIndex.
    return ([level.rename(None) for level in index.levels], codes, list(index.names), len(index))


def _rebuild_multi(payload: object) -> Any:
    levels, codes, names, rows = fields(payload, list, list, list, int, what="MultiIndex")
    require(len(levels) == len(codes) == len(names) > 0, "a MultiIndex has the wrong number of levels")
    for level, code in zip(levels, elements(codes, np.ndarray, "codes of a MultiIndex"), strict=True):
        require(isinstance(level, pd.Index), "a level of a MultiIndex is not an index")
        require(
            code.ndim == 1 and code.dtype.kind == "i" and len(code) == rows, "codes don't fit a MultiIndex"
        )
    for name in names:
        check_hashable(name)
    return pd.MultiIndex(levels=levels, codes=codes, names=names, verify_integrity=True)


def _reduce_series(series: Any) -> object:
    return (column_tree(series.array), series.index, series.name)


def _column_series(column: Any, index: Any) -> Any:
    # dtype given, or pandas 3 would turn an object column of text into its own string type.
    return pd.Series(column, index=index, dtype=column.dtype, copy=False)


def _check_index(index: object, rows: int) -> Any:
    require(isinstance(index, pd.Index), "labels are not an index")
    require(len(index) == rows, "labels and data differ in length")  # type: ignore[arg-type]
    return index


def _rebuild_series(payload: object) -> Any:
    tree, index, name = fields(payload, object, object, object, what="Series")
    column = build_column(tree)
    check_hashable(name)
    series = _column_series(column, _check_index(index, len(column)))
    require(series.dtype == column.dtype, f"a Series holds {column.dtype}")
    series.name = name
    return series


def _reduce_frame(frame: Any) -> object:
    dtypes = set(frame.dtypes)
    if len(dtypes) == 1 and isinstance(dtypes.pop(), np.dtype):
        # One block, in its own memory order: that order decides how fast rows or columns can be read.
        data: object = frame.to_numpy()
    else:
        data = [column_tree(column.array) for _, column in frame.items()]
    return (data, frame.index, frame.columns)


def _rebuild_frame(payload: object) -> Any:
    data, index, columns = fields(payload, object, object, object, what="DataFrame")
    if type(data) is np.ndarray:
        require(data.ndim == 2, "a DataFrame's data is not a table")
        _check_index(index, data.shape[0])
        _check_index(columns, data.shape[1])
        frame = pd.DataFrame(data, index=index, columns=columns, dtype=data.dtype, copy=False)
        require(all(dtype == data.dtype for dtype in frame.dtypes), f"a DataFrame holds {data.dtype}")
        return frame
    arrays = [build_column(tree) for tree in expect(data, list, "DataFrame")]
    _check_index(columns, len(arrays))
    require(isinstance(index, pd.Index), "labels are not an index")
    if not arrays:
        return pd.DataFrame(index=index, columns=columns)
    for array in arrays:
        _check_index(index, len(array))
    # Copied by pandas into one block a dtype, as a freshly computed frame has them.
    content = {i: _column_series(a, index) if a.dtype == object else a for i, a in enumerate(arrays)}
    frame = pd.DataFrame(content, index=index)
    require([a.dtype for a in arrays] == list(frame.dtypes), "a DataFrame can't hold its columns")
    frame.columns = columns
    return frame


def _rebuild_timestamp(payload: object) -> Any:
    moment, zone = fields(payload, np.datetime64, object, what="Timestamp")
    stamp = pd.Timestamp(moment)
    require(type(stamp) is pd.Timestamp and stamp.asm8.dtype == moment.dtype, "a Timestamp has a wrong unit")
    return stamp if zone is None else stamp.tz_localize("UTC").tz_convert(build_zone(zone))


def _rebuild_timedelta(payload: object) -> Any:
    span = pd.Timedelta(expect(payload, np.timedelta64, "Timedelta"))
    require(type(span) is pd.Timedelta and span.asm8.dtype == payload.dtype, "a Timedelta has a wrong unit")  # type: ignore[attr-defined]
    return span


def _rebuild_period(payload: object) -> Any:
    ordinal, frequency = fields(payload, int, str, what="Period")
    return pd.Period(ordinal=ordinal, freq=build_frequency(frequency))


def _rebuild_interval(payload: object) -> Any:
    left, right, closed = fields(payload, object, object, str, what="Interval")
    return pd.Interval(left, right, closed=closed)


def _singleton(value: object, name: str) -> Any:
    def rebuild(payload: object) -> object:
        require(payload is None, f"{name} has no parts")
        return value

    return rebuild


def _reduce_array(array: Any) -> object:
    tree = column_tree(array)
    return ("naive", tree) if type(tree) is np.ndarray else tree


def _rebuild_array(payload: object) -> Any:
    require(type(payload) is tuple, "a pandas array is not one")
    return build_column(payload)


def register() -> None:
    """Adds pandas' types to the registry."""
    add(pd.DataFrame, "pd.dataframe", _reduce_frame, _rebuild_frame)
    add(pd.Series, "pd.series", _reduce_series, _rebuild_series)
    add(pd.RangeIndex, "pd.rangeindex", _reduce_range, _rebuild_range)
    add(pd.MultiIndex, "pd.multiindex", _reduce_multi, _rebuild_multi)
    plain = (
        pd.Index,
        pd.CategoricalIndex,
        pd.DatetimeIndex,
        pd.TimedeltaIndex,
        pd.PeriodIndex,
        pd.IntervalIndex,
    )
    for kind in plain:
        add(kind, f"pd.{kind.__name__.lower()}", _reduce_index, _index_rebuilder(kind))
    add(type(pd.NA), "pd.na", lambda _: None, _singleton(pd.NA, "pandas.NA"))
    add(type(pd.NaT), "pd.nat", lambda _: None, _singleton(pd.NaT, "pandas.NaT"))
    add(pd.Timestamp, "pd.timestamp", lambda x: (x.asm8, zone_tree(x.tz)), _rebuild_timestamp)
    add(pd.Timedelta, "pd.timedelta", lambda x: x.asm8, _rebuild_timedelta)
    add(pd.Period, "pd.period", lambda x: (x.ordinal, x.freqstr), _rebuild_period)
    add(pd.Interval, "pd.interval", lambda x: (x.left, x.right, x.closed), _rebuild_interval)
    arrays: Any = pd.arrays
    names = (
        "ArrowExtensionArray ArrowStringArray BooleanArray Categorical DatetimeArray FloatingArray "
        "IntegerArray IntervalArray PeriodArray SparseArray StringArray TimedeltaArray"
    )
    for name in names.split():
        if hasattr(arrays, name):  # which are public depends on the release
            add(getattr(arrays, name), "pd.array", _reduce_array, _rebuild_array)
