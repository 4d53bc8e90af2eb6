"""pandas' array types as plain trees: what a Series, an Index or a column of a DataFrame holds.

A numpy column is its ndarray; any other is a tuple whose first element names the kind.
"""

from collections.abc import Callable
from datetime import timezone
from typing import Any, Final
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
from pandas.api.extensions import ExtensionArray
from pandas.tseries.frequencies import to_offset

from effibench.values.errors import UnsupportedType
from effibench.values.payload import expect, fields, require

_MASKED: Final[dict[str, Any]] = {
    str(dtype): dtype
    for dtype in (
        *(pd.Int8Dtype(), pd.Int16Dtype(), pd.Int32Dtype(), pd.Int64Dtype()),
        *(pd.UInt8Dtype(), pd.UInt16Dtype(), pd.UInt32Dtype(), pd.UInt64Dtype()),
        *(pd.Float32Dtype(), pd.Float64Dtype(), pd.BooleanDtype()),
    )
}
_UNITS: Final = ("s", "ms", "us", "ns")
_LONGEST_FREQUENCY: Final = 64


def check_hashable(name: object) -> None:
    """Raises (TypeError) unless a decoded label is hashable; pandas checks that late."""
    hash(name)


def zone_tree(zone: Any) -> object:
    """A time zone as a value of the codec; one of pytz (pandas 2's default) by its key."""
    if type(zone).__module__.partition(".")[0] == "pytz" and type(getattr(zone, "zone", None)) is str:
        return ("pytz", zone.zone)
    return zone


def build_zone(tree: object) -> Any:
    """The reverse of `zone_tree`."""
    if type(tree) is tuple:
        word, key = fields(tree, str, str, what="time zone")
        require(word == "pytz", "a time zone is of an unknown kind")
        import pytz  # type: ignore[import-untyped, unused-ignore]

        return pytz.timezone(key)
    require(type(tree) in (timezone, ZoneInfo), "a time zone is of an unknown kind")
    return tree


def frequency_tree(frequency: Any) -> str | None:
    """The frequency of a datetime or timedelta index as its text.

    Raises:
        UnsupportedType: If the text doesn't say all (custom holidays).
    """
    if frequency is None:
        return None
    text = str(frequency.freqstr)
    try:
        told = len(text) <= _LONGEST_FREQUENCY and to_offset(text) == frequency
    except ValueError:
        told = False
    if not told:
        raise UnsupportedType(f"pandas frequency {text[:_LONGEST_FREQUENCY]}", "", "its text doesn't say all")
    return text


def build_frequency(text: object) -> str | None:
    """A frequency's text, checked for length only: pandas parses it."""
    if text is None:
        return None
    word = expect(text, str, "frequency")
    require(len(word) <= _LONGEST_FREQUENCY, "a frequency is too long")
    return word


def _categorical(array: Any) -> object:
    return ("categorical", array.codes, array.categories, bool(array.ordered))


def _build_categorical(parts: object) -> Any:
    _, codes, categories, ordered = fields(parts, str, np.ndarray, object, bool, what="categorical")
    require(isinstance(categories, pd.Index), "categories are not an index")
    require(codes.ndim == 1 and codes.dtype.kind == "i", "codes of a categorical are not integers")
    return pd.Categorical.from_codes(codes, dtype=pd.CategoricalDtype(categories, ordered))


def _masked(array: Any) -> object:
    mask = np.asarray(array.isna())
    dtype = np.dtype(array.dtype.numpy_dtype)
    data = array.to_numpy(dtype, na_value=dtype.type(0)) if mask.any() else array.to_numpy(dtype)
    # pandas keeps NaN apart from missing in a Float column, where isna() tells only the latter.
    return ("masked", str(array.dtype), data, mask)


def _build_masked(parts: object) -> Any:
    _, name, data, mask = fields(parts, str, str, np.ndarray, np.ndarray, what="nullable column")
    require(name in _MASKED, f"a nullable column is of the unknown type {name[:40]!r}")
    dtype = _MASKED[name]
    require(
        mask.dtype == np.bool_ and data.dtype == dtype.numpy_dtype, "a nullable column has the wrong types"
    )
    require(data.ndim == 1 and data.shape == mask.shape, "a nullable column's mask does not fit it")
    return dtype.construct_array_type()(data, mask)


def _string(array: Any) -> object:
    dtype = array.dtype
    missing = "NA" if getattr(dtype, "na_value", pd.NA) is pd.NA else "nan"
    if dtype.storage == "python":
        items = np.asarray(array, dtype=object).copy()
        items[np.asarray(array.isna())] = None
        return ("string", "python", missing, items)
    import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

    from effibench.values.arrow_ import array_tree

    return ("string", dtype.storage, missing, array_tree(array.__arrow_array__().cast(pa.large_string())))


def _build_string(parts: object) -> Any:
    _, storage, missing, data = fields(parts, str, str, str, object, what="string column")
    require(
        storage in ("python", "pyarrow", "pyarrow_numpy") and missing in ("NA", "nan"),
        "unknown string storage",
    )
    options = {"na_value": np.nan} if missing == "nan" and storage != "pyarrow_numpy" else {}
    dtype: Any = pd.StringDtype(storage, **options)
    if storage == "python":
        items = expect(data, np.ndarray, "string column")
        require(items.ndim == 1 and items.dtype == object, "a string column has the wrong shape")
        require(
            all(type(item) is str or item is None for item in items.tolist()), "a string column holds no text"
        )
        return dtype.construct_array_type()._from_sequence(items, dtype=dtype)
    import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

    from effibench.values.arrow_ import build_array

    return dtype.__from_arrow__(build_array(pa.large_string(), data))


def _datetime(array: Any) -> object:
    if array.tz is None:
        return ("naive", array.to_numpy())
    return ("datetimetz", array.tz_convert(None).to_numpy(), zone_tree(array.tz))


def _time_values(value: np.ndarray[Any, Any], kind: str) -> Any:
    units = [np.dtype(f"{kind}8[{unit}]") for unit in _UNITS]
    require(value.ndim == 1 and value.dtype in units, "a column of times has the wrong type")
    return value


def _build_datetime(parts: object) -> Any:
    _, moments, zone = fields(parts, str, np.ndarray, object, what="datetime column")
    naive: Any = pd.array(_time_values(moments, "M"), dtype=moments.dtype)
    return naive.tz_localize("UTC").tz_convert(build_zone(zone))


def _build_naive(parts: object) -> Any:
    values = fields(parts, str, np.ndarray, what="column of times")[1]
    require(values.dtype.kind in "mM", "a column of times has the wrong type")
    return pd.array(_time_values(values, values.dtype.kind), dtype=values.dtype)


def _period(array: Any) -> object:
    return ("period", array.asi8, array.freqstr)


def _build_period(parts: object) -> Any:
    _, ordinals, frequency = fields(parts, str, np.ndarray, str, what="period column")
    require(ordinals.ndim == 1 and ordinals.dtype == np.int64, "a period column has the wrong type")
    return pd.arrays.PeriodArray(ordinals, dtype=pd.PeriodDtype(build_frequency(frequency)))  # type: ignore[arg-type]


def _interval(array: Any) -> object:
    return ("interval", array.left, array.right, array.closed)


def _build_interval(parts: object) -> Any:
    _, left, right, closed = fields(parts, str, object, object, str, what="interval column")
    require(isinstance(left, pd.Index) and isinstance(right, pd.Index), "bounds of intervals are no index")
    require(left.dtype.kind in "iufmM" and left.dtype == right.dtype, "bounds of intervals have a wrong type")
    return pd.arrays.IntervalArray.from_arrays(left, right, closed=closed)


def _sparse(array: Any) -> object:
    indices = np.asarray(array.sp_index.to_int_index().indices, dtype=np.int32)
    return ("sparse", np.asarray(array.sp_values), indices, len(array), array.fill_value, str(array.kind))


def _build_sparse(parts: object) -> Any:
    _, values, indices, rows, fill, kind = fields(
        parts, str, np.ndarray, np.ndarray, int, object, str, what="sparse column"
    )
    require(values.ndim == 1 and indices.dtype == np.int32, "a sparse column's parts have the wrong types")
    require(values.shape == indices.shape, "a sparse column's parts differ in length")
    require(kind in ("integer", "block") and 0 <= rows < 2**31, "a sparse column is of an unknown kind")
    rising = (
        len(indices) == 0
        or bool(  # compared, not subtracted: a difference may wrap around
            indices[0] >= 0 and indices[-1] < rows and (indices[1:] > indices[:-1]).all()
        )
    )
    require(rising, "a sparse column's positions are out of order")
    array: Any = pd.arrays.SparseArray
    if hasattr(array, "from_indices"):
        return array.from_indices(values, indices, rows, fill_value=fill, kind=kind, dtype=values.dtype)
    # Before pandas 3.1 this was the way not to write the whole column out.
    from pandas._libs.sparse import IntIndex

    make: Any = IntIndex
    where = make(rows, indices)
    chosen = where if kind == "integer" else where.to_block_index()
    return array(values, sparse_index=chosen, dtype=pd.SparseDtype(values.dtype, fill))


def _arrow(array: Any) -> object:
    from effibench.values.arrow_ import array_tree, type_tree

    return ("arrow", type_tree(array.dtype.pyarrow_dtype), array_tree(array.__arrow_array__()))


def _build_arrow(parts: object) -> Any:
    from effibench.values.arrow_ import build_array, build_type

    _, kind, data = fields(parts, str, object, object, what="Arrow column")
    arrow: Any = pd.arrays.ArrowExtensionArray
    return arrow(build_array(build_type(kind), data))


_BUILDERS: Final[dict[str, Callable[[object], Any]]] = {
    "categorical": _build_categorical,
    "masked": _build_masked,
    "string": _build_string,
    "datetimetz": _build_datetime,
    "naive": _build_naive,
    "period": _build_period,
    "interval": _build_interval,
    "sparse": _build_sparse,
    "arrow": _build_arrow,
}


def column_tree(array: Any) -> object:
    """The tree of what ``series.array`` or ``index.array`` returns.

    Raises:
        UnsupportedType: For an extension array of a third party.
    """
    kind = type(array)
    dtype = array.dtype
    if kind.__module__.partition(".")[0] != "pandas":
        raise UnsupportedType(f"{kind.__module__}.{kind.__qualname__}", "", "not one of pandas' own columns")
    if isinstance(dtype, np.dtype) or kind is pd.arrays.NumpyExtensionArray:
        return array.to_numpy()
    reducers: tuple[tuple[type, Callable[[Any], object]], ...] = (
        (pd.CategoricalDtype, _categorical),
        (pd.StringDtype, _string),
        (pd.DatetimeTZDtype, _datetime),
        (pd.PeriodDtype, _period),
        (pd.IntervalDtype, _interval),
        (pd.SparseDtype, _sparse),
        (pd.ArrowDtype, _arrow),
    )
    for exact, reducer in reducers:
        if type(dtype) is exact:
            return reducer(array)
    if str(dtype) in _MASKED and type(dtype) is type(_MASKED[str(dtype)]):
        return _masked(array)
    raise UnsupportedType(f"pandas column of {dtype}", "", "a dtype without an encoding")


def build_column(tree: object) -> np.ndarray[Any, Any] | ExtensionArray:
    """The reverse of `column_tree`: an ndarray or one of pandas' arrays, one-dimensional.

    Raises:
        DecodeError: If the parts don't fit together.
    """
    if type(tree) is np.ndarray:
        require(tree.ndim == 1, "a column is not one-dimensional")
        return tree
    parts = expect(tree, tuple, "column")
    require(
        len(parts) > 0 and type(parts[0]) is str and parts[0] in _BUILDERS, "a column is of an unknown kind"
    )
    column: ExtensionArray = _BUILDERS[parts[0]](parts)
    return column
