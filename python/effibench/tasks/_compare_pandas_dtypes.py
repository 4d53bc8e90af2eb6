"""Dtypes of pandas columns: which may stand for which, and how their values become numpy arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from ._compare_core import Difference, Policy

_KINDS = {"i": "int", "u": "int", "f": "float", "c": "complex", "b": "bool", "M": "datetime", "m": "duration"}
_NUMERIC = frozenset({"int", "float", "complex", "bool"})


def diff_column_dtype(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    """Compares the dtypes of two series or indexes; categories are compared with the values."""
    left, right = pred.dtype, ref.dtype
    if isinstance(left, pd.CategoricalDtype) and isinstance(right, pd.CategoricalDtype):
        return None
    if left == right or (policy.dtype != "exact" and _accepts(left, right, policy)):
        return None
    return Difference(f"dtype is {left}, expected {right}")


def _accepts(pred: Any, ref: Any, policy: Policy) -> bool:
    left, right = family(pred), family(ref)
    if policy.dtype == "any" and {"object", "category", "text"} & {left, right}:
        return True  # compared element by element
    # An object column of strings is what older pandas makes of text; its elements must still be str.
    text = {left, right} <= {"object", "text"}
    return text or policy.merge(left) == policy.merge(right)


def family(dtype: Any) -> str:  # noqa: PLR0911 (one a family)
    """Returns the family of a pandas or numpy dtype."""
    if isinstance(dtype, pd.SparseDtype):
        return family(dtype.subtype)
    if isinstance(dtype, pd.StringDtype):
        return "text"
    if isinstance(dtype, pd.CategoricalDtype):
        return "category"
    if isinstance(dtype, pd.DatetimeTZDtype) or getattr(getattr(dtype, "pyarrow_dtype", None), "tz", None):
        return "datetime with zone"
    if isinstance(dtype, pd.PeriodDtype | pd.IntervalDtype):
        return str(dtype)
    if dtype.kind in _KINDS:
        return _KINDS[dtype.kind]
    if isinstance(dtype, pd.ArrowDtype):
        return "text" if dtype.type is str else str(dtype)
    return "object"


def categories_of(column: Any) -> Any:
    """Returns the categorical dtype of a series or index, or None."""
    return column.dtype if isinstance(column.dtype, pd.CategoricalDtype) else None


def flat_arrays(pred: Any, ref: Any, policy: Policy) -> tuple[Any, Any, tuple[Any, Any] | None]:
    """Returns both columns as numpy arrays, and where values are missing if the arrays don't show it."""
    pred, ref = _dense(pred), _dense(ref)
    left, right = pred.dtype, ref.dtype
    if (
        isinstance(left, pd.CategoricalDtype)
        and isinstance(right, pd.CategoricalDtype)
        and policy.dtype == "exact"
    ):
        return _codes(pred), _codes(ref), None
    if (
        isinstance(left, np.dtype)
        and isinstance(right, np.dtype)
        and (left.kind != "O" and right.kind != "O")
    ):
        return pred.to_numpy(), ref.to_numpy(), None
    if isinstance(left, pd.DatetimeTZDtype) and isinstance(right, pd.DatetimeTZDtype):
        return _utc(pred), _utc(ref), None
    if policy.dtype != "any" and family(left) == family(right) == "object":
        return pred.to_numpy(), ref.to_numpy(), None  # None, NaN and NA are told apart by type
    gaps = np.asarray(pred.isna()), np.asarray(ref.isna())
    if {family(left), family(right)} <= _NUMERIC:
        return _numbers(pred, gaps[0]), _numbers(ref, gaps[1]), gaps
    return _objects(pred, gaps[0]), _objects(ref, gaps[1]), gaps


def _dense(column: Any) -> Any:
    return column.astype(column.dtype.subtype) if isinstance(column.dtype, pd.SparseDtype) else column


def _codes(column: Any) -> Any:
    return np.asarray(pd.Categorical(column).codes, dtype=np.int64)


def _utc(column: Any) -> Any:
    return pd.DatetimeIndex(column).tz_convert("UTC").tz_localize(None).to_numpy()


def _numbers(column: Any, gaps: Any) -> Any:
    if isinstance(column.dtype, np.dtype):
        values = column.to_numpy()
        return np.where(gaps, np.zeros((), values.dtype), values)
    return column.to_numpy(dtype=column.dtype.numpy_dtype, na_value=0)


def _objects(column: Any, gaps: Any) -> Any:
    values = column.to_numpy(dtype=object)
    if gaps.any():
        values = values.copy()
        values[gaps] = ""  # the same on both sides, and a string: a column of text stays one of str alone
    return values
