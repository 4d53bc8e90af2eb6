"""Corruptions of pandas frames, series and indexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from ._corrupt_builtins import change_object
from ._corrupt_core import Corruption, register_source, spread
from ._corrupt_numpy import array_corruptions


def _column(value: Any) -> Iterator[Corruption]:
    """Yields corruptions of a series that keep its length, index and name."""
    dtype = value.dtype
    if isinstance(dtype, np.dtype) and dtype.kind != "O":
        for found in array_corruptions(value.to_numpy()):
            if np.shape(found.value) == value.shape and found.kind not in (
                "structure",
                "extended",
                "truncated",
            ):
                if isinstance(found.value, np.ma.MaskedArray):
                    continue
                yield replace(found, value=pd.Series(found.value, index=value.index, name=value.name))
        if dtype.kind in "iub":
            yield Corruption("nullable", "dtype", value.convert_dtypes())
        if dtype.kind == "M":
            yield Corruption("zone-added", "dtype", value.dt.tz_localize("UTC"))
        return
    yield Corruption(
        "nan", "nan", pd.Series([None] * len(value), index=value.index, name=value.name, dtype=dtype)
    )
    yield Corruption("reversed", "order", _refilled(value, value.iloc[::-1]))
    yield Corruption("rotated", "order", _refilled(value, value.iloc[_rotation(len(value))]))
    if dtype.kind != "O" or not isinstance(dtype, np.dtype):
        yield Corruption("object", "dtype", value.astype(object))
    yield from _retold(value)
    if isinstance(dtype, pd.CategoricalDtype):
        yield from _categories(value)
    elif len(value):
        if dtype.kind in "iuf" and not isinstance(dtype, pd.SparseDtype):
            yield Corruption("zeros", "zeros", value * 0)
            yield Corruption("one-unit", "value", value + 1)
            yield Corruption("sign", "sign", -value.astype("Float64" if dtype.kind == "u" else dtype))
        elif dtype.kind in "Mm":
            yield Corruption("one-second", "value", value + pd.Timedelta(seconds=1))
        elif isinstance(dtype, np.dtype | pd.StringDtype):
            values = list(value)
            values[-1] = "changed" if isinstance(dtype, pd.StringDtype) else change_object(values[-1])
            yield Corruption(
                "changed", "value", pd.Series(values, index=value.index, name=value.name, dtype=dtype)
            )


def _retold(value: Any) -> Iterator[Corruption]:
    """Yields what is almost the same moment or text."""
    if isinstance(value.dtype, pd.DatetimeTZDtype):
        yield Corruption("zone-dropped", "dtype", value.dt.tz_localize(None))
        yield Corruption("zone-changed", "dtype", value.dt.tz_convert("Pacific/Auckland"))
    if isinstance(value.dtype, pd.StringDtype):
        yield Corruption("category", "dtype", value.astype("category"))
        yield Corruption("nan-filled", "nan", value.fillna(""))
        yield Corruption("padded", "value", value + " ")


def _categories(value: Any) -> Iterator[Corruption]:
    names = value.cat.categories
    yield Corruption(
        "categories-renamed", "value", value.cat.rename_categories([f"{name}_" for name in names])
    )
    yield Corruption("categories-reversed", "dtype", value.cat.reorder_categories(names[::-1]))
    flipped = value.cat.as_unordered() if value.cat.ordered else value.cat.as_ordered()
    yield Corruption("categories-ordered", "dtype", flipped)
    if "unused" not in names and names.dtype.kind not in "iufmM":
        yield Corruption("categories-extended", "dtype", value.cat.add_categories(["unused"]))
    yield Corruption("codes", "dtype", value.cat.codes.rename(value.name))


def _refilled(value: Any, other: Any) -> Any:
    """Returns the values of ``other`` under the labels of ``value``."""
    return other.set_axis(value.index)


def _rotation(count: int) -> Any:
    return np.roll(np.arange(count), 1)


def _rows(value: Any) -> Iterator[Corruption]:
    """Yields corruptions of the rows of a frame or series."""
    rotated = value.iloc[_rotation(len(value))]
    yield Corruption("empty", "empty", value.iloc[:0])
    yield Corruption("truncated", "truncated", value.iloc[:-1])
    yield Corruption("without-first", "truncated", value.iloc[1:])
    yield Corruption("extended", "extended", value.iloc[[*range(len(value)), *range(len(value))[-1:]]])
    yield Corruption("rows-reversed", "order", value.iloc[::-1])
    yield Corruption("rows-rotated", "order", rotated)
    yield Corruption(
        "values-rotated", "order" if _counts(value.index) else "value", _refilled(value, rotated)
    )
    for found in _labels(value.index):
        yield replace(found, name=f"index-{found.name}", value=value.set_axis(found.value))


def _counts(index: Any) -> bool:
    """Tells whether labels merely count the rows, so that values may move under them."""
    return isinstance(index, pd.RangeIndex) and index.start == 0 and index.step == 1 and index.name is None


def _labels(index: Any) -> Iterator[Corruption]:
    names = [f"{name or 'level'}_" for name in index.names]
    yield Corruption("renamed", "labels", index.set_names(names if index.nlevels > 1 else names[0]))
    if isinstance(index, pd.RangeIndex):
        yield Corruption("materialised", "dtype", pd.Index(np.asarray(index), name=index.name))
    else:
        yield Corruption("reset", "labels", pd.RangeIndex(len(index)))
        yield Corruption("rotated", "labels", index[_rotation(len(index))])
    if index.nlevels == 1 and index.dtype.kind in "iuf":
        yield Corruption("shifted", "labels", index + 1)
        yield Corruption("text", "dtype", index.astype(str))


def _series(value: Any, _leaves: int) -> Iterator[Corruption]:
    yield from _column(value)
    yield from _rows(value)
    yield Corruption("name-changed", "labels", value.rename(f"{value.name}_"))
    yield Corruption("frame", "structure", value.to_frame())
    yield Corruption("array", "structure", value.to_numpy())
    yield Corruption("list", "structure", value.tolist())
    if len(value):
        yield Corruption("scalar", "structure", value.iloc[0])


def _frame(value: Any, leaves: int) -> Iterator[Corruption]:
    columns = [value.iloc[:, i] for i in range(value.shape[1])]
    yield Corruption("zeros", "zeros", _rebuilt(value, [_whole(column, "zeros") for column in columns]))
    yield Corruption("nan", "nan", _rebuilt(value, [_whole(column, "nan") for column in columns]))
    yield from _rows(value)
    yield Corruption("transposed", "transposed", value.T)
    yield Corruption("array", "structure", value.to_numpy())
    yield Corruption("columns-reversed", "labels", value.iloc[:, ::-1])
    yield Corruption("columns-named", "labels", value.rename_axis(columns="field"))
    yield Corruption("index-as-column", "structure", value.reset_index(names=_fresh(value)))
    yield Corruption("relabelled-columns", "value", _rebuilt(value, columns[1:] + columns[:1]))
    yield Corruption("dict", "structure", dict(enumerate(column.to_numpy() for column in columns)))
    for at in spread(len(columns), leaves):
        label = value.columns[at]
        rest = [i for i in range(len(columns)) if i != at]
        path = f"[{label!r}]"
        yield Corruption(f"{path}.dropped", "truncated", value.iloc[:, rest])
        yield Corruption(f"{path}.twice", "extended", value.iloc[:, [*range(len(columns)), at]])
        yield Corruption(f"{path}.alone", "structure", columns[at])
        names = list(value.columns)
        names[at] = tuple(f"{part}_" for part in label) if isinstance(label, tuple) else f"{label}_"
        yield Corruption(f"{path}.renamed", "labels", _relabelled(value, names))
        for found in _column(columns[at]):
            # One column out of step with the others is wrong in any order of rows.
            kind = "value" if found.kind == "order" and len(columns) > 1 else found.kind
            rebuilt = _rebuilt(value, [*columns[:at], found.value, *columns[at + 1 :]])
            yield Corruption(f"{path}.{found.name}", kind, rebuilt)


def _fresh(value: Any) -> Any:
    """Returns names for the levels of the index that are not yet columns."""
    return [f"index level {number}" for number in range(value.index.nlevels)]


def _whole(column: Any, kind: Any) -> Any:
    return next((found.value for found in _column(column) if found.kind == kind), column)


def _rebuilt(value: Any, columns: list[Any]) -> Any:
    other = pd.DataFrame(dict(enumerate(columns)), index=value.index)
    other.columns = value.columns
    return other


def _relabelled(value: Any, names: list[Any]) -> Any:
    other = value.copy(deep=False)
    labels: Any = pd.MultiIndex.from_tuples(names) if value.columns.nlevels > 1 else pd.Index(names)
    other.columns = labels.set_names(value.columns.names)
    return other


def _index(value: Any, _leaves: int) -> Iterator[Corruption]:
    yield from _labels(value)
    yield Corruption("empty", "empty", value[:0])
    yield Corruption("truncated", "truncated", value[:-1])
    yield Corruption("reversed", "order", value[::-1])
    yield Corruption("list", "structure", value.tolist())
    yield Corruption("array", "structure", value.to_numpy())


register_source(_series, pd.Series)
register_source(_frame, pd.DataFrame)
register_source(_index, pd.Index, pd.RangeIndex, pd.MultiIndex, pd.DatetimeIndex, pd.TimedeltaIndex)
register_source(_index, pd.CategoricalIndex, pd.IntervalIndex, pd.PeriodIndex)
