"""Comparison of pandas frames, series, indexes and scalars."""

from __future__ import annotations

from typing import Any

import pandas as pd

from ._compare_builtins import key_of
from ._compare_core import Difference, Policy, diff, register, register_rows, show, type_difference, unequal
from ._compare_numpy import diff_masks, diff_values
from ._compare_pandas_dtypes import categories_of, diff_column_dtype, flat_arrays
from ._compare_rows import Column, columns_of

_LOOSE = Policy(dtype="kind")


def _diff_frame(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    found = _diff_labels(pred, ref) or _under(_diff_index(pred.index, ref.index, policy), ".index")
    if found is not None:
        return found
    pairs = [(repr(label), pred.iloc[:, i], ref.iloc[:, i]) for i, label in enumerate(ref.columns)]
    for label, left, right in pairs:
        found = diff_column_dtype(left, right, policy)
        if found is not None:
            return found.under(f"[{label}]")
    for label, left, right in pairs:
        found = _diff_column(left, right, policy)
        if found is not None:
            return found.under(f"[{label}]")
    return None


def _under(found: Difference | None, part: str) -> Difference | None:
    return None if found is None else found.under(part)


def _diff_labels(pred: Any, ref: Any) -> Difference | None:
    """Compares shape and column labels; the labels by value, whatever kind of Index holds them."""
    if pred.shape != ref.shape:
        return Difference(f"shape is {pred.shape}, expected {ref.shape}")
    left, right = ([key_of(label, _LOOSE) for label in frame.columns] for frame in (pred, ref))
    if left != right:
        return Difference(f"columns are {show(list(pred.columns))}, expected {show(list(ref.columns))}")
    return _under(_diff_names(pred.columns, ref.columns), ".columns")


def _diff_names(pred: Any, ref: Any) -> Difference | None:
    left, right = ([key_of(name, _LOOSE) for name in index.names] for index in (pred, ref))
    if left == right:
        return None
    return Difference(f"named {show(list(pred.names))}, expected {show(list(ref.names))}")


def _diff_series(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    found = (
        _diff_head(pred, ref)
        or _under(_diff_index(pred.index, ref.index, policy), ".index")
        or diff_column_dtype(pred, ref, policy)
    )
    return found or _diff_column(pred, ref, policy)


def _diff_head(pred: Any, ref: Any) -> Difference | None:
    if len(pred) != len(ref):
        return Difference(f"length is {len(pred)}, expected {len(ref)}")
    if key_of(pred.name, _LOOSE) != key_of(ref.name, _LOOSE):
        return Difference(f"name is {show(pred.name)}, expected {show(ref.name)}")
    return None


def _diff_index(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    found = _diff_index_head(pred, ref, policy)
    if found is not None:
        return found
    for number, (left, right) in enumerate(zip(_levels(pred), _levels(ref), strict=True)):
        found = diff_column_dtype(left, right, policy) or _diff_column(left, right, policy)
        if found is not None:
            return found.under(f" level {number}" if ref.nlevels > 1 else "")
    return None


def _diff_index_head(pred: Any, ref: Any, policy: Policy, shuffled: bool = False) -> Difference | None:
    exact = policy.dtype == "exact" and type(pred) is not type(ref)
    # Shuffling a RangeIndex makes an Index of it.
    if exact and not (shuffled and {type(pred), type(ref)} == {pd.Index, pd.RangeIndex}):
        return type_difference(pred, ref)
    if isinstance(pred, pd.MultiIndex) != isinstance(ref, pd.MultiIndex):
        return type_difference(pred, ref)
    if len(pred) != len(ref):
        return Difference(f"length is {len(pred)}, expected {len(ref)}")
    if pred.nlevels != ref.nlevels:
        return Difference(f"{pred.nlevels} levels, expected {ref.nlevels}")
    return _diff_names(pred, ref)


def _levels(index: Any) -> list[Any]:
    return [index.get_level_values(i) for i in range(index.nlevels)]


def _diff_column(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    """Compares the values of two series or indexes of one length, whose dtypes the policy accepts."""
    found = _diff_categories(pred, ref, policy)
    if found is not None:
        return found
    left, right, gaps = flat_arrays(pred, ref, policy)
    if gaps is not None:
        found = diff_masks(gaps[0], gaps[1], "missing")
    return found or diff_values(left, right, policy)


def _diff_categories(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    left, right = categories_of(pred), categories_of(ref)
    if left is None or right is None or policy.dtype == "any":
        return None
    if left.ordered != right.ordered:
        return Difference(f"categories are {_ordered(left)}, expected {_ordered(right)}")
    if policy.dtype == "exact" or right.ordered:
        return _under(_diff_index(left.categories, right.categories, policy), ".categories")
    return None


def _ordered(dtype: Any) -> str:
    return "ordered" if dtype.ordered else "not ordered"


def _read_frame(pred: Any, ref: Any, policy: Policy) -> list[Column] | Difference:
    found = _diff_labels(pred, ref)
    if found is not None:
        return found
    columns = _index_columns(pred.index, ref.index, policy)
    for i, label in enumerate(ref.columns):
        if isinstance(columns, Difference):
            return columns
        more = _column(pred.iloc[:, i], ref.iloc[:, i], policy)
        columns = more.under(f"[{label!r}]") if isinstance(more, Difference) else columns + more
    return columns


def _read_series(pred: Any, ref: Any, policy: Policy) -> list[Column] | Difference:
    found = _diff_head(pred, ref)
    if found is not None:
        return found
    labels, values = _index_columns(pred.index, ref.index, policy), _column(pred, ref, policy)
    if isinstance(labels, Difference):
        return labels
    return values if isinstance(values, Difference) else labels + values


def _index_columns(pred: Any, ref: Any, policy: Policy) -> list[Column] | Difference:
    """Row labels are part of a row, unless the reference's merely count the rows."""
    counts = isinstance(ref, pd.RangeIndex) and ref.start == 0 and ref.step == 1 and ref.name is None
    if counts and pred.nlevels == 1 and pred.name is None and pred.dtype.kind in "iu":
        return []
    found = _read_index(pred, ref, policy)
    return found.under(".index") if isinstance(found, Difference) else found


def _read_index(pred: Any, ref: Any, policy: Policy) -> list[Column] | Difference:
    found = _diff_index_head(pred, ref, policy, shuffled=True)
    columns: list[Column] = []
    for left, right in zip(_levels(pred), _levels(ref), strict=found is None):
        if found is None:
            more = _column(left, right, policy)
            if isinstance(more, Difference):
                return more
            columns += more
    return columns if found is None else found


def _column(pred: Any, ref: Any, policy: Policy) -> list[Column] | Difference:
    found = diff_column_dtype(pred, ref, policy) or _diff_categories(pred, ref, policy)
    if found is not None:
        return found
    left, right, gaps = flat_arrays(pred, ref, policy)
    columns = [] if gaps is None else [Column(gaps[0], gaps[1], False)]
    return columns + columns_of(left, right, policy)


def _diff_scalar(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    same = bool(pred == ref)
    if same and policy.dtype == "exact" and isinstance(ref, pd.Timestamp | pd.Timedelta):
        same = pred.unit == ref.unit and str(getattr(pred, "tz", None)) == str(getattr(ref, "tz", None))
    return None if same else unequal(pred, ref)


def _diff_singleton(_pred: Any, _ref: Any, _policy: Policy) -> Difference | None:
    return None


def _diff_categorical(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    return diff(pd.Series(pred), pd.Series(ref), policy)


_INDEXES = (
    *(pd.Index, pd.RangeIndex, pd.MultiIndex, pd.CategoricalIndex, pd.IntervalIndex),
    *(pd.DatetimeIndex, pd.TimedeltaIndex, pd.PeriodIndex),
)
register("pandas.DataFrame", _diff_frame, pd.DataFrame)
register("pandas.Series", _diff_series, pd.Series)
register("pandas.Index", _diff_index, *_INDEXES)
register("pandas.Categorical", _diff_categorical, pd.Categorical)
register("datetime", _diff_scalar, pd.Timestamp)
register("duration", _diff_scalar, pd.Timedelta)
register("pandas.Period", _diff_scalar, pd.Period)
register("pandas.Interval", _diff_scalar, pd.Interval)
register("pandas.NaT", _diff_singleton, type(pd.NaT))
register("pandas.NA", _diff_singleton, type(pd.NA))
register_rows(_read_frame, pd.DataFrame)
register_rows(_read_series, pd.Series)
register_rows(_read_index, *_INDEXES)
