"""Corruptions of polars frames and series."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl

from ._corrupt_builtins import change_object
from ._corrupt_core import Corruption, register_source, spread

_OTHER: dict[Any, Any] = {
    pl.Float64: pl.Float32,
    pl.Float32: pl.Float64,
    pl.Int64: pl.Float64,
    **dict.fromkeys((pl.Int8, pl.Int16, pl.Int32, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64), pl.Int64),
    pl.Boolean: pl.Int64,
    pl.String: pl.Categorical,
    pl.Categorical: pl.String,
    pl.Date: pl.Datetime,
}


def _column(value: Any) -> Iterator[Corruption]:
    """Yields corruptions of a series that keep its length and name."""
    dtype = value.dtype
    yield Corruption("nan", "nan", pl.Series(value.name, [None] * len(value), dtype=dtype))
    yield Corruption("reversed", "order", value.reverse())
    yield Corruption("rotated", "order", _rotated(value))
    yield Corruption("neighbours-swapped", "order", pl.concat([value[:2].reverse(), value[2:]]))
    if len(value):
        yield Corruption("repeated", "value", value[:1].new_from_index(0, len(value)))
    if isinstance(dtype, pl.Datetime):
        naive = value.dt.replace_time_zone(None)
        yield Corruption("zone", "dtype", naive if dtype.time_zone else value.dt.replace_time_zone("UTC"))
        unit: Any = "ms" if dtype.time_unit != "ms" else "us"
        yield Corruption("unit", "dtype", value.dt.cast_time_unit(unit))
    if dtype.base_type() in _OTHER:
        yield Corruption("dtype", "dtype", value.cast(_OTHER[dtype.base_type()]))
    if dtype.is_numeric() and not dtype.is_decimal():
        yield Corruption("zeros", "zeros", (value * 0).cast(dtype))
        yield Corruption("text", "dtype", value.cast(pl.String))
        yield Corruption("sign", "sign", (value.cast(pl.Int64) * -1) if dtype.is_integer() else -value)
        if dtype.is_float():
            yield Corruption(
                "nan-values", "nan", pl.Series(value.name, [float("nan")] * len(value), dtype=dtype)
            )
            yield Corruption("all-one-percent", "value", (value * 1.01).cast(dtype))
            yield Corruption("null-as-nan", "nan", value.fill_null(float("nan")))
            yield Corruption("nan-as-null", "nan", value.fill_nan(None))
        else:
            yield Corruption("null-as-zero", "nan", value.fill_null(0))
            yield Corruption("all-one-unit", "value", (value.cast(pl.Float64) + 1).cast(dtype, strict=False))
    elif isinstance(dtype, pl.Boolean):
        yield Corruption("inverted", "value", ~value)
    if len(value) and not isinstance(dtype, pl.Categorical | pl.Enum | pl.Null | pl.Object):
        values = value.to_list()
        values[-1] = change_object(values[-1]) if values[-1] is not None else values[0]
        yield Corruption("changed", "value", _like(value, values))


def _like(value: Any, items: list[Any]) -> Any:
    """Returns a series of other items, or the value itself if its dtype can't hold them."""
    try:
        return pl.Series(value.name, items, dtype=value.dtype, strict=False)
    except (pl.exceptions.PolarsError, TypeError, OverflowError):
        return value


def _rotated(value: Any) -> Any:
    return pl.concat([value[-1:], value[:-1]])


def _rows(value: Any) -> Iterator[Corruption]:
    yield Corruption("empty", "empty", value[:0])
    yield Corruption("truncated", "truncated", value[:-1])
    yield Corruption("without-first", "truncated", value[1:])
    yield Corruption("extended", "extended", pl.concat([value, value[-1:]]))


def _series(value: Any, _leaves: int) -> Iterator[Corruption]:
    yield from _column(value)
    yield from _rows(value)
    yield Corruption("name-changed", "labels", value.alias(f"{value.name}_"))
    yield Corruption("frame", "structure", value.to_frame())
    yield Corruption("list", "structure", value.to_list())
    if len(value):
        yield Corruption("scalar", "structure", value[0])


def _frame(value: Any, leaves: int) -> Iterator[Corruption]:
    columns = value.get_columns()
    yield Corruption("zeros", "zeros", pl.DataFrame([_whole(column, "zeros") for column in columns]))
    yield Corruption("nan", "nan", pl.DataFrame([_whole(column, "nan") for column in columns]))
    yield from _rows(value)
    yield Corruption("rows-reversed", "order", value.reverse())
    yield Corruption("rows-rotated", "order", _rotated(value))
    yield Corruption("columns-reversed", "labels", value.select(value.columns[::-1]))
    yield Corruption("lazy", "structure", value.lazy())
    moved = [
        column.alias(name) for name, column in zip(value.columns, columns[1:] + columns[:1], strict=True)
    ]
    yield Corruption("relabelled-columns", "value", pl.DataFrame(moved))
    yield Corruption("doubled", "extended", pl.concat([value, value]))
    yield Corruption("dicts", "structure", value.to_dicts())
    if len({column.dtype for column in columns}) == 1 and 0 < len(value) <= 10_000:
        yield Corruption("transposed", "transposed", value.transpose())
    for at in spread(len(columns), leaves):
        column, rest = columns[at], [*columns[:at], *columns[at + 1 :]]
        path = f"[{column.name!r}]"
        yield Corruption(f"{path}.dropped", "truncated", pl.DataFrame(rest))
        yield Corruption(f"{path}.twice", "extended", value.with_columns(column.alias(f"{column.name}_")))
        yield Corruption(f"{path}.renamed", "labels", value.rename({column.name: f"{column.name}_"}))
        yield Corruption(f"{path}.alone", "structure", column)
        for found in _column(column):
            # One column out of step with the others is wrong in any order of rows.
            kind = "value" if found.kind == "order" and rest else found.kind
            parts = [*columns[:at], found.value, *columns[at + 1 :]]
            yield Corruption(f"{path}.{found.name}", kind, pl.DataFrame(parts))


def _whole(column: Any, kind: Any) -> Any:
    return next((found.value for found in _column(column) if found.kind == kind), column)


register_source(_series, pl.Series)
register_source(_frame, pl.DataFrame)
