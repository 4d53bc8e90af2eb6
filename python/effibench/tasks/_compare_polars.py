"""Comparison of polars frames and series: schema, then null masks, then values, nested ones inside out."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from ._compare_core import Difference, Policy, register, register_rows, show
from ._compare_numpy import diff_masks, diff_values
from ._compare_rows import Column, columns_of

_NESTED: Any = (pl.List, pl.Array, pl.Struct)


def _diff_frame(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    found = _diff_schema(pred, ref, policy)
    for name in ref.columns if found is None else ():
        found = _diff_values(pred[name], ref[name], policy)
        if found is not None:
            return found.under(f"[{name!r}]")
    return found


def _diff_schema(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    if pred.shape != ref.shape:
        return Difference(f"shape is {pred.shape}, expected {ref.shape}")
    if pred.columns != ref.columns:
        return Difference(f"columns are {show(pred.columns)}, expected {show(ref.columns)}")
    for name in ref.columns:
        if not _accepts(pred[name].dtype, ref[name].dtype, policy):
            return Difference(f"dtype is {pred[name].dtype}, expected {ref[name].dtype}", f"[{name!r}]")
    return None


def _diff_series(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    return _diff_head(pred, ref, policy) or _diff_values(pred, ref, policy)


def _diff_head(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    if len(pred) != len(ref):
        return Difference(f"length is {len(pred)}, expected {len(ref)}")
    if pred.name != ref.name:
        return Difference(f"name is {show(pred.name)}, expected {show(ref.name)}")
    if not _accepts(pred.dtype, ref.dtype, policy):
        return Difference(f"dtype is {pred.dtype}, expected {ref.dtype}")
    return None


def _accepts(pred: Any, ref: Any, policy: Policy) -> bool:
    if pred == ref or policy.dtype == "exact":
        return bool(pred == ref)
    if isinstance(pred, _NESTED) and type(pred) is type(ref):
        if isinstance(ref, pl.Struct):
            left, right = ([(f.name, f.dtype) for f in dtype.fields] for dtype in (pred, ref))
            same = [name for name, _ in left] == [name for name, _ in right]
            return same and all(_accepts(a[1], b[1], policy) for a, b in zip(left, right, strict=True))
        return getattr(pred, "shape", None) == getattr(ref, "shape", None) and _accepts(
            pred.inner, ref.inner, policy
        )
    left_name, right_name = (policy.merge(_family(dtype)) for dtype in (pred, ref))
    return left_name == right_name or (
        policy.dtype == "any" and {left_name, right_name} == {"str", "category"}
    )


def _family(dtype: Any) -> str:
    if dtype.is_integer():
        return "int"
    if dtype.is_float():
        return "float"
    if dtype == pl.Datetime:
        return "datetime" if dtype.time_zone is None else "datetime with zone"
    names = {"Decimal": "decimal", "String": "str", "Categorical": "category", "Enum": "category"}
    name = str(dtype.base_type().__name__)
    return names.get(name, name)


def _diff_values(pred: Any, ref: Any, policy: Policy) -> Difference | None:  # noqa: PLR0911 (one a type)
    """Compares two series of one length, whose dtypes the policy accepts."""
    found = diff_masks(pred.is_null().to_numpy(), ref.is_null().to_numpy(), "null")
    if found is not None or isinstance(ref.dtype, pl.Null):
        return found
    if isinstance(ref.dtype, pl.Struct):
        for name in (field.name for field in ref.dtype.fields):
            found = _diff_values(pred.struct.field(name), ref.struct.field(name), policy)
            if found is not None:
                return found.under(f"[{name!r}]")
        return None
    if isinstance(ref.dtype, pl.Array):
        return _diff_values(pred.arr.to_list(), ref.arr.to_list(), policy)
    if isinstance(ref.dtype, pl.List):
        left, right = (side.list.len().fill_null(0).to_numpy() for side in (pred, ref))
        found = diff_values(left, right, policy)
        if found is not None:
            found.text = f"lengths of the lists: {found.text}"
            return found
        found = _diff_values(_items(pred), _items(ref), policy)
        return None if found is None else found.under(" items, lists joined,")
    return diff_values(*_arrays(pred, ref), policy)


def _items(column: Any) -> Any:
    filled = column.filter(
        column.is_not_null() & (column.list.len() > 0)
    )  # explode() makes a null of an empty list
    return filled.explode()


def _arrays(pred: Any, ref: Any) -> tuple[Any, Any]:
    """Returns two flat series as numpy arrays, with something equal where both are null."""
    kinds = {_family(pred.dtype), _family(ref.dtype)}
    if "decimal" in kinds and len(kinds) > 1:
        pred, ref = pred.cast(pl.Float64), ref.cast(pl.Float64)
    return _array(pred), _array(ref)


def _array(column: Any) -> Any:
    dtype = column.dtype
    if isinstance(dtype, pl.Boolean):
        return column.fill_null(False).to_numpy()
    if dtype.is_float() or (
        dtype.is_integer() and dtype not in (pl.Int128, getattr(pl, "UInt128", pl.Int128))
    ):
        return column.fill_null(0).to_numpy()
    if isinstance(dtype, pl.Datetime) and dtype.time_zone is not None:
        column = column.dt.convert_time_zone("UTC").dt.replace_time_zone(None)
    if isinstance(dtype, pl.Date | pl.Datetime | pl.Duration):
        return column.to_numpy()  # null becomes NaT
    if isinstance(dtype, pl.Time):
        return column.to_physical().fill_null(0).to_numpy()
    if isinstance(dtype, pl.Categorical | pl.Enum):
        column = column.cast(pl.String)
    values = np.empty(len(column), dtype=object)
    values[:] = (column.fill_null("") if isinstance(column.dtype, pl.String) else column).to_list()
    return values


def _read_frame(pred: Any, ref: Any, policy: Policy) -> list[Column] | Difference:
    found = _diff_schema(pred, ref, policy)
    if found is not None:
        return found
    return [column for name in ref.columns for column in _columns(pred[name], ref[name], policy)]


def _read_series(pred: Any, ref: Any, policy: Policy) -> list[Column] | Difference:
    return _diff_head(pred, ref, policy) or _columns(pred, ref, policy)


def _columns(pred: Any, ref: Any, policy: Policy) -> list[Column]:
    gaps = Column(pred.is_null().to_numpy(), ref.is_null().to_numpy(), False)
    if isinstance(ref.dtype, pl.Null):
        return [gaps]
    if isinstance(ref.dtype, _NESTED):
        sides = [np.empty(len(ref), dtype=object) for _ in range(2)]
        for side, column in zip(sides, (pred, ref), strict=True):
            for row, item in enumerate(column.to_list()):
                side[row] = item
        return [gaps, *columns_of(sides[0], sides[1], policy)]
    return [gaps, *columns_of(*_arrays(pred, ref), policy)]


def _refuse_lazy(_pred: Any, _ref: Any, _policy: Policy) -> Difference | None:
    return Difference("a LazyFrame is a plan and not a value; collect() it")


register("polars.DataFrame", _diff_frame, pl.DataFrame)
register("polars.Series", _diff_series, pl.Series)
register("polars.LazyFrame", _refuse_lazy, pl.LazyFrame)
register_rows(_read_frame, pl.DataFrame)
register_rows(_read_series, pl.Series)
