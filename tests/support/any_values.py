"""Hypothesis strategies for values of every type that travels, alone and nested in one another.

Pools are small, so that two values drawn independently are equal often enough to prove something, and they leave out
what two equal answers may differ in: the sign of a zero and the payload of a NaN.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import scipy.sparse as sp
import torch
from hypothesis import strategies as st

NAN = float("nan")
Strategy = st.SearchStrategy[Any]

floats = st.sampled_from([0.0, 1.0, 1.5, -1e300, NAN, float("inf"), float("-inf")])
integers = st.sampled_from([0, 1, -1, -2, 255, 2**53 + 1, -(2**62)])
texts = st.sampled_from(["", "a", "b", "A", "é", "1", "None", "nan"])
hashable = (
    st.none()
    | st.booleans()
    | integers
    | texts
    | st.binary(max_size=1)
    | st.dates(dt.date(2020, 1, 1), dt.date(2020, 1, 2))
    | st.sampled_from([0.0, 1.0, 1.5, (1, "a"), (True, "a"), frozenset({1}), frozenset({"a"})])
)
atoms = (
    hashable
    | floats
    | st.sampled_from([10**30, -(10**30), 1 + 1j, 1j, complex(NAN, 1)])
    | st.sampled_from([Decimal(1), Decimal("NaN"), Decimal("1.5"), Fraction(1), Fraction(1, 3)])
    | st.sampled_from([dt.datetime(2020, 1, 1), dt.datetime(2020, 1, 1, tzinfo=dt.UTC), dt.time(1)])
    | st.sampled_from([dt.timedelta(1), dt.timedelta(seconds=1), bytearray(b"a"), bytearray()])
)

_DTYPES = (
    "f8",
    "f4",
    "f2",
    ">f8",
    "i8",
    "i4",
    ">i4",
    "u1",
    "u8",
    "?",
    "c16",
    "c8",
    "U2",
    "S2",
    "M8[s]",
    "m8[ns]",
)
_SHAPES = ((), (0,), (1,), (2,), (1, 2), (2, 1), (2, 2), (0, 2))


@st.composite
def arrays(draw: Callable[[Strategy], Any]) -> Any:
    """A numpy array of any kind, in C order."""
    dtype, shape = np.dtype(draw(st.sampled_from(_DTYPES))), draw(st.sampled_from(_SHAPES))
    count = int(np.prod(shape))
    pool = {"f": floats, "c": floats, "U": texts, "S": st.sampled_from([b"", b"a"])}
    items = draw(st.lists(pool.get(dtype.kind, st.integers(0, 2)), min_size=count, max_size=count))
    with np.errstate(over="ignore"):
        return np.array(items, dtype=dtype if dtype.kind in "fcUS" else "i8").astype(dtype).reshape(shape)


structured = st.lists(st.tuples(floats, st.integers(0, 2)), max_size=2).map(
    lambda rows: np.array(rows, dtype=[("a", "f8"), ("b", "i4")])
)
masked = st.lists(st.booleans(), min_size=2, max_size=2).map(lambda mask: np.ma.array([1.0, 2.0], mask=mask))
objects = st.lists(atoms, max_size=2).map(lambda items: np.fromiter(items, dtype=object, count=len(items)))
scalars = arrays().filter(lambda array: array.size > 0).map(lambda array: array.reshape(-1)[0])

_COLUMNS: dict[str, Strategy] = {
    "float64": floats,
    "int64": st.integers(-1, 1),
    "Int64": st.none() | st.integers(-1, 1),
    "bool": st.booleans(),
    "boolean": st.none() | st.booleans(),
    "str": st.none() | texts,
    "string": st.none() | texts,
    "category": st.none() | texts,
    "object": st.sampled_from([None, NAN, pd.NA, pd.NaT, 1, 1.0, True, "a"]),
    "datetime64[ns]": st.none() | st.dates(dt.date(2020, 1, 1), dt.date(2020, 1, 3)),
    "datetime64[s, Europe/Berlin]": st.none() | st.dates(dt.date(2020, 1, 1), dt.date(2020, 1, 3)),
    "timedelta64[ns]": st.none() | st.integers(0, 2),
    "double[pyarrow]": st.none() | st.sampled_from([0.0, 1.0]),
}


@st.composite
def series(draw: Callable[[Strategy], Any], rows: int | None = None) -> Any:
    """A pandas series of any dtype, under labels of several kinds."""
    dtype = draw(st.sampled_from(list(_COLUMNS)))
    count = draw(st.integers(0, 3)) if rows is None else rows
    items = draw(st.lists(_COLUMNS[dtype], min_size=count, max_size=count))
    column = pd.Series(items, dtype=dtype, name=draw(st.sampled_from([None, "a"])))
    labels = draw(st.sampled_from([None, [1, 2, 3], [1, 1, 2], list("abc"), pd.Index([1, 2, 3], name="k")]))
    return column if labels is None else column.set_axis(labels[:count])


@st.composite
def frames(draw: Callable[[Strategy], Any]) -> Any:
    """A pandas frame of up to two columns."""
    rows, names = draw(st.integers(0, 3)), draw(st.sampled_from([[], ["a"], ["a", "b"], ["b", "a"], [1, 2]]))
    frame = pd.DataFrame(index=draw(series(rows=rows)).index)
    for name in names:
        frame[name] = draw(series(rows=rows)).set_axis(frame.index)
    return frame


indexes = series().map(lambda column: column.index) | st.sampled_from(
    [pd.RangeIndex(2), pd.RangeIndex(0, 4, 2), pd.MultiIndex.from_tuples([(1, "a")], names=["x", None])]
)

_POLARS: dict[Any, Strategy] = {
    pl.Float64: st.none() | floats,
    pl.Float32: st.none() | st.sampled_from([0.0, 1.5, NAN]),
    pl.Int64: st.none() | st.integers(-1, 1),
    pl.UInt8: st.none() | st.integers(0, 2),
    pl.Boolean: st.none() | st.booleans(),
    pl.String: st.none() | texts,
    pl.Categorical: st.none() | texts,
    pl.Date: st.none() | st.dates(dt.date(2020, 1, 1), dt.date(2020, 1, 2)),
    pl.Datetime("us", "UTC"): st.none() | st.just(dt.datetime(2020, 1, 1, tzinfo=dt.UTC)),
    pl.List(pl.Int64): st.none() | st.lists(st.none() | st.integers(0, 1), max_size=2),
    pl.Struct({"a": pl.Int64}): st.fixed_dictionaries({"a": st.none() | st.integers(0, 1)}),
}


@st.composite
def polars_series(draw: Callable[[Strategy], Any], rows: int | None = None, name: str = "") -> Any:
    """A polars series of any dtype."""
    dtype = draw(st.sampled_from(list(_POLARS)))
    count = draw(st.integers(0, 3)) if rows is None else rows
    return pl.Series(name, draw(st.lists(_POLARS[dtype], min_size=count, max_size=count)), dtype=dtype)


@st.composite
def polars_frames(draw: Callable[[Strategy], Any]) -> Any:
    """A polars frame of up to two columns."""
    rows = draw(st.integers(0, 3))
    names = draw(st.sampled_from([["a"], ["a", "b"], ["b", "a"]]))
    return pl.DataFrame([draw(polars_series(rows=rows, name=name)) for name in names])


tensors = (
    arrays()
    .filter(lambda array: array.dtype.kind in "fciub" and array.dtype.isnative)
    .map(lambda array: torch.from_numpy(np.array(array)))
)
sparse = st.builds(
    lambda form, rows: getattr(sp, form)(np.array(rows, dtype=float)),
    st.sampled_from(["csr_array", "csc_array", "coo_array", "csr_matrix", "dok_array", "lil_array"]),
    st.lists(st.lists(st.integers(0, 2), min_size=2, max_size=2), min_size=1, max_size=2),
)
numpy_values = arrays() | structured | masked | objects | scalars
library_values = (
    numpy_values | series() | frames() | indexes | polars_series() | polars_frames() | tensors | sparse
)
everything = st.recursive(
    atoms | library_values | st.sets(hashable, max_size=2) | st.frozensets(hashable, max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(hashable, inner, max_size=2)
    ),
    max_leaves=5,
)
