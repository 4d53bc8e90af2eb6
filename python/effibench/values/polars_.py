"""polars' DataFrame and Series, as numpy arrays and lists of text.

Not polars' IPC format, whose reader is meant for files that one trusts. Here every part is checked, and
polars builds the columns through its ordinary constructors.
"""

from decimal import Context, Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

import numpy as np
import polars as pl

from effibench.values.errors import UnsupportedType
from effibench.values.payload import expect, fields, require
from effibench.values.registry import add

_NUMPY: Final[dict[str, tuple[Any, Any]]] = {
    name: (getattr(pl, name), np.dtype(name.lower()))
    for name in (
        *("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64"),
        *("Float16", "Float32", "Float64"),
    )
    if hasattr(pl, name)
}
_LISTED: Final[dict[str, tuple[Any, type]]] = {
    name: (getattr(pl, name), kind)
    for name, kind in (("String", str), ("Binary", bytes), ("Int128", int), ("UInt128", int))
    if hasattr(pl, name)
}
_PLAIN: Final[dict[str, Any]] = {
    **{name: kind for name, (kind, _) in (*_NUMPY.items(), *_LISTED.items())},
    **{name: getattr(pl, name) for name in ("Boolean", "Date", "Time", "Null", "Categorical")},
}
_PHYSICAL: Final = {"Date": np.dtype("int32"), "Time": np.dtype("int64")}
# Beyond the year 262,000 polars panics when it prints a date.
_DAYS: Final = 95_000_000
_LIMITS: Final = {"Date": (-_DAYS, _DAYS), "Time": (0, 86_400_000_000_000 - 1)}
_DATETIME_LIMITS: Final = {
    "ms": (-_DAYS * 86_400_000, _DAYS * 86_400_000),
    "us": (-_DAYS * 86_400_000_000, _DAYS * 86_400_000_000),
    "ns": (-(2**63), 2**63 - 1),
}
_UNITS: Final = ("ms", "us", "ns")
_EXACT: Final = Context(prec=100)


def dtype_tree(dtype: Any) -> object:  # noqa: PLR0911 - one a kind of type
    """A polars dtype as text, or as a tuple for types with parameters.

    Raises:
        UnsupportedType: For Object, Unknown, extension types and named categories.
    """
    name = type(dtype).__name__
    if name in _PLAIN and dtype == _PLAIN[name] and (name != "Categorical" or _is_default(dtype)):
        return name
    match name:
        case "Datetime":
            return (name, dtype.time_unit, dtype.time_zone)
        case "Duration":
            return (name, dtype.time_unit)
        case "Decimal":
            return (name, dtype.precision, dtype.scale)
        case "Enum":
            return (name, dtype.categories.to_list())
        case "List":
            return (name, dtype_tree(dtype.inner))
        case "Array":
            return (name, dtype_tree(dtype.inner), dtype.size)
        case "Struct" if dtype.fields:
            return (name, [(field.name, dtype_tree(field.dtype)) for field in dtype.fields])
    raise UnsupportedType(f"polars {dtype}", "", "a polars dtype without an encoding")


def _is_default(dtype: Any) -> bool:
    categories = getattr(dtype, "categories", None)
    return categories is None or bool(categories.is_global())


def build_dtype(tree: object) -> Any:  # noqa: PLR0911 - one a kind of type
    """The reverse of `dtype_tree`; raises DecodeError (or a polars error) for anything it doesn't return."""
    if type(tree) is str:
        require(tree in _PLAIN, f"a polars dtype reads {tree[:40]!r}")
        return _PLAIN[tree]()
    parts = expect(tree, tuple, "polars dtype")
    require(len(parts) > 0, "a polars dtype is empty")
    match parts[0]:
        case "Datetime":
            _, unit, zone = fields(parts, str, str, object, what="Datetime")
            if zone is not None:
                ZoneInfo(expect(zone, str, "time zone"))  # polars looks the zone up much later
            require(unit in _UNITS, "a Datetime has an unknown unit")
            return pl.Datetime(unit, zone)
        case "Duration":
            unit = fields(parts, str, str, what="Duration")[1]
            require(unit in _UNITS, "a Duration has an unknown unit")
            return pl.Duration(unit)
        case "Decimal":
            _, precision, scale = fields(parts, str, object, int, what="Decimal")
            require(
                precision is None or (type(precision) is int and 1 <= precision <= 38),
                "a Decimal is too wide",
            )
            require(0 <= scale <= 38, "a Decimal has an impossible scale")
            return pl.Decimal(precision, scale)
        case "Enum":
            names = fields(parts, str, list, what="Enum")[1]
            require(all(type(name) is str for name in names), "an Enum's categories are not text")
            return pl.Enum(names)
        case "List":
            return pl.List(build_dtype(fields(parts, str, object, what="List")[1]))
        case "Array":
            _, inner, size = fields(parts, str, object, int, what="Array")
            require(0 <= size < 2**31, "an Array has an impossible width")
            return pl.Array(build_dtype(inner), size)
        case _:
            word, columns = fields(parts, str, list, what="polars dtype")
            require(word == "Struct" and len(columns) > 0, f"a polars dtype reads {word[:40]!r}")
            split = [fields(column, str, object, what="field of a Struct") for column in columns]
            return pl.Struct([pl.Field(name, build_dtype(inner)) for name, inner in split])


def _mask(series: Any) -> Any:
    return series.is_null().to_numpy() if series.null_count() else None


def _body(series: Any) -> object:  # noqa: PLR0911 - one a kind of type
    """The data of a series: ``(mask of the nulls or None, values)``, or a list in which None is null."""
    name = type(series.dtype).__name__
    if name in _LISTED:
        return series.to_list()
    if name in ("Categorical", "Enum"):
        return series.cast(pl.String).to_list()  # codes depend on what else the process has categorised
    if name == "Null":
        return len(series)
    if name == "Decimal":
        return series.to_physical().to_list()
    mask = _mask(series)
    if name == "Boolean":
        return (mask, (series if mask is None else series.fill_null(False)).to_numpy())
    if name == "Struct":
        return (mask, [_body(column) for column in series.struct.unnest().get_columns()])
    if name in ("List", "Array"):
        lists = series.arr.to_list() if name == "Array" else series
        lengths = lists.list.len().fill_null(0)
        return (mask, lengths.cast(pl.Int64).to_numpy(), _body(lists.filter(lengths > 0).explode()))
    numbers = series.to_physical()
    return (mask, (numbers if mask is None else numbers.fill_null(0)).to_numpy())


def _with_nulls(series: Any, mask: object) -> Any:
    if mask is None:
        return series
    flags = expect(mask, np.ndarray, "mask of a polars column")
    require(
        flags.dtype == np.bool_ and flags.shape == (len(series),), "a polars column's mask does not fit it"
    )
    frame = pl.DataFrame({"value": series, "valid": ~flags})
    return frame.select(pl.when("valid").then("value").alias(series.name)).to_series()


def _vector(values: object, dtype: Any) -> Any:
    array = expect(values, np.ndarray, "polars column")
    require(array.ndim == 1 and array.dtype == dtype, "a polars column has the wrong type or shape")
    return array


def _items(body: object, kind: type) -> list[Any]:
    items = expect(body, list, "polars column")
    require(
        all(item is None or type(item) is kind for item in items),
        f"a polars column is not of {kind.__name__}",
    )
    return items


def _lists(dtype: Any, body: object) -> Any:
    mask, lengths, values = fields(body, object, np.ndarray, object, what="polars column of lists")
    sizes = _vector(lengths, np.int64)
    inner = _build("", dtype.inner, values)
    # Each at most the total, so the sum of all of them can't wrap around.
    require(bool(((sizes >= 0) & (sizes <= len(inner))).all()), "a polars list has an impossible length")
    require(int(sizes.sum()) == len(inner), "a polars column's lists don't add up")
    kind = pl.List(dtype.inner)
    rows = np.repeat(np.arange(len(sizes)), sizes)
    grouped = pl.DataFrame({"row": rows, "value": inner}).group_by("row", maintain_order=True).agg("value")
    filled = pl.concat([grouped["value"].cast(kind), pl.Series("value", [[]], dtype=kind)])
    where = np.where(sizes > 0, np.cumsum(sizes > 0) - 1, len(filled) - 1)
    series = _with_nulls(filled.gather(where), mask)
    if isinstance(dtype, pl.Array):
        require(
            bool(((sizes == dtype.size) | series.is_null().to_numpy()).all()), "an Array has a wrong width"
        )
        series = series.list.to_array(dtype.size)
    return series


def _frame(columns: list[Any]) -> Any:
    content = {column.name: column for column in columns}
    require(len(content) == len(columns), "two polars columns have the same name")
    return pl.DataFrame(content)


def _build(name: str, dtype: Any, body: object) -> Any:
    series = _assemble(dtype, body)
    require(series.dtype == dtype, f"a polars column reads as {series.dtype}")
    return series.rename(name)


def _assemble(dtype: Any, body: object) -> Any:  # noqa: PLR0911 - one a kind of type
    name = type(dtype).__name__
    if name in _LISTED:
        return pl.Series("", _items(body, _LISTED[name][1]), dtype=dtype)
    if name in ("Categorical", "Enum"):
        return pl.Series("", _items(body, str), dtype=pl.String).cast(dtype)
    if name == "Null":
        rows = expect(body, int, "length of a polars column")
        require(0 <= rows < 2**32, "a polars column has an impossible length")
        return (
            pl.Series("", [None], dtype=pl.Null).new_from_index(0, rows)
            if rows
            else pl.Series("", [], pl.Null)
        )
    if name == "Decimal":
        numbers = _items(body, int)
        require(all(n is None or abs(n) < 10**38 for n in numbers), "a polars Decimal is too wide")
        scaled = [None if n is None else Decimal(n).scaleb(-dtype.scale, _EXACT) for n in numbers]
        return pl.Series("", scaled, dtype=dtype)
    if name in ("List", "Array"):
        return _lists(dtype, body)
    mask, values = fields(body, object, object, what="polars column")
    if name == "Struct":
        columns = expect(values, list, "polars struct")
        require(len(columns) == len(dtype.fields), "a polars struct lacks fields")
        parts = [_build(f.name, f.dtype, column) for f, column in zip(dtype.fields, columns, strict=True)]
        return _with_nulls(_frame(parts).to_struct(""), mask)
    if name == "Boolean":
        return _with_nulls(pl.Series("", _vector(values, np.bool_)), mask)
    if name in _NUMPY:
        return _with_nulls(pl.Series("", _vector(values, _NUMPY[name][1])), mask)
    array = _vector(values, _PHYSICAL.get(name, np.dtype("int64")))
    limits = _DATETIME_LIMITS[dtype.time_unit] if name == "Datetime" else _LIMITS.get(name)
    if limits is not None:
        within = bool(((array >= limits[0]) & (array <= limits[1])).all())
        require(within, f"a polars {name} is out of range")
    return _with_nulls(pl.Series("", array).cast(dtype), mask)


def _reduce_series(series: Any) -> object:
    return (series.name, dtype_tree(series.dtype), _body(series))


def _rebuild_series(payload: object) -> Any:
    name, dtype, body = fields(payload, str, object, object, what="polars Series")
    return _build(name, build_dtype(dtype), body)


def _rebuild_frame(payload: object) -> Any:
    rows, columns = fields(payload, int, list, what="polars DataFrame")
    series = [_rebuild_series(column) for column in columns]
    require(all(len(column) == rows for column in series), "a polars DataFrame's columns differ in length")
    frame = _frame(series)
    require(frame.height == rows, "a polars DataFrame has rows but no columns")
    return frame


def register() -> None:
    """Adds polars' types to the registry."""
    add(pl.Series, "pl.series", _reduce_series, _rebuild_series)
    add(
        pl.DataFrame,
        "pl.dataframe",
        lambda frame: (frame.height, [_reduce_series(column) for column in frame.get_columns()]),
        _rebuild_frame,
    )
