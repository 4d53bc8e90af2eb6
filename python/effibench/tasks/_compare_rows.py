"""Matching of rows regardless of their order, with tolerances and correct for duplicates.

Rows that could be equal are gathered into groups: by exact columns and, for toleranced ones, by clusters
whose neighbours lie further apart than the tolerance. Groups of different size prove a mismatch; equal
sorted rows prove a match; only what neither decides is matched pair by pair.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ._compare_core import Difference, Policy, diff, register_rows
from ._compare_flat import UnflattenableError, flatten_all
from ._compare_floats import as_dtype, close_mask, wide_dtype
from ._compare_numpy import diff_array, diff_dtype

_GROUP_LIMIT = 2000  # rows to match pair by pair; that many need an adjacency table of 4 MB
_PAIRWISE_LIMIT = 500  # elements of arbitrary types to compare each with each
Describe = Callable[[int], str]


class Column(NamedTuple):
    """One column of the result and of the reference: floats to compare by tolerance, or else exact values."""

    pred: Any
    ref: Any
    toleranced: bool


def columns_of(pred: Any, ref: Any, policy: Policy) -> list[Column]:
    """Takes two arrays of equal shape (n, ...) and accepted dtypes apart into columns of length n.

    Raises:
        UnflattenableError: If the arrays hold objects that have no exact key.
    """
    if ref.dtype.names is not None:
        names = ref.dtype.names
        return [column for name in names for column in columns_of(pred[name], ref[name], policy)]
    if ref.ndim > 1:
        left, right = pred.reshape(len(pred), -1), ref.reshape(len(ref), -1)
        return [
            column for i in range(left.shape[1]) for column in columns_of(left[:, i], right[:, i], policy)
        ]
    kinds = pred.dtype.kind + ref.dtype.kind
    if not set(kinds) & set("OVT") and set(kinds) & set("fc"):
        wide = wide_dtype(pred.dtype, ref.dtype)
        return [Column(as_dtype(pred, wide), as_dtype(ref, wide), True)]
    if "V" in kinds:
        left, right = (np.array([item.tobytes() for item in side]) for side in (pred, ref))
        return [Column(left, right, False)]
    if set(kinds) & set("OT") or kinds in ("iu", "ui"):  # int64 beside uint64 would become float64
        return object_columns(pred.tolist(), ref.tolist(), policy)
    return [Column(pred, ref, False)]


def object_columns(pred: list[Any], ref: list[Any], policy: Policy) -> list[Column]:
    """Takes two lists of any objects apart: a column of what must be equal exactly, and one a float in them.

    Raises:
        UnflattenableError: If an object has no exact key.
    """
    keys, numbers = flatten_all([*pred, *ref], policy)
    codes: dict[Any, int] = {}
    exact = np.array([codes.setdefault(key, len(codes)) for key in keys], dtype=np.int64)
    columns = [Column(exact[: len(pred)], exact[len(pred) :], False)]
    width = max(map(len, numbers), default=0)
    if width:
        complexes = any(type(x) is complex for row in numbers for x in row)
        table = np.zeros((len(numbers), width), dtype=complex if complexes else float)
        for row, values in enumerate(numbers):
            table[row, : len(values)] = values  # equal keys imply equal lengths, so that the padding agrees
        columns += [Column(table[: len(pred), i], table[len(pred) :, i], True) for i in range(width)]
    return columns


def match_elements(pred: list[Any], ref: list[Any], policy: Policy, describe: Describe) -> Difference | None:
    """Compares two lists of equal length as multisets."""
    try:
        columns = object_columns(pred, ref, policy)
    except UnflattenableError as error:
        if len(ref) > _PAIRWISE_LIMIT:
            return Difference(
                f"more than {_PAIRWISE_LIMIT} elements cannot be compared in any order: {error}"
            )
        equal = np.array([[diff(a, b, policy) is None for b in ref] for a in pred], dtype=bool)
        return None if _perfect(equal) else Difference("the elements are not the reference's in any order")
    return match_rows(columns, len(ref), policy, describe)


def match_rows(columns: list[Column], count: int, policy: Policy, describe: Describe) -> Difference | None:
    """Compares two sets of ``count`` rows as multisets; ``describe`` names a row of the reference."""
    if count == 0:
        return None
    with np.errstate(all="ignore"):
        if len(columns) == 1 and _equal_when_sorted(columns[0], policy):
            return None
        groups = np.zeros(2 * count, dtype=np.int64)
        for column in columns:
            ids = _cluster(column, policy) if column.toleranced else _codes(column)
            groups = np.unique(groups * (int(ids.max()) + 1) + ids, return_inverse=True)[1].reshape(-1)
        left, right = groups[:count], groups[count:]
        size = int(groups.max()) + 1
        lacking = np.bincount(right, minlength=size) - np.bincount(left, minlength=size)
        if lacking.any():
            row = int(np.argmax((lacking > 0)[right]))
            missing = int(lacking[lacking > 0].sum())
            return _no_counterpart(describe(row), f"; {missing} of {count} rows have none")
        toleranced = [column for column in columns if column.toleranced]
        return _match_groups(toleranced, left, right, policy, describe) if toleranced else None


def _equal_when_sorted(column: Column, policy: Policy) -> bool:
    left, right = np.sort(column.pred), np.sort(column.ref)
    return bool(close_mask(left, right, policy).all()) if column.toleranced else np.array_equal(left, right)


def _no_counterpart(what: str, more: str = "") -> Difference:
    return Difference(f"{what} has no counterpart in the result, in any order{more}")


def _codes(column: Column) -> Any:
    pooled = np.concatenate([column.pred, column.ref])
    return np.unique(pooled, return_inverse=True)[1].reshape(-1)


def _cluster(column: Column, policy: Policy) -> Any:
    pooled = np.concatenate([column.pred, column.ref])
    if pooled.dtype.kind != "c":
        return _cluster_reals(pooled, np.abs(pooled), policy)
    # The tolerance of a complex number depends on both parts: take the widest there is.
    sizes = np.abs(pooled)
    widest = np.max(sizes, initial=0.0, where=np.isfinite(sizes))
    real, imag = (
        _cluster_reals(part, np.full(part.shape, widest), policy) for part in (pooled.real, pooled.imag)
    )
    return real * (int(imag.max()) + 1) + imag


def _cluster_reals(values: Any, scales: Any, policy: Policy) -> Any:
    order = np.argsort(values, kind="stable")
    low, high = values[order][:-1], values[order][1:]
    scale = np.maximum(scales[order][:-1], scales[order][1:])
    # A little wider than the tolerance: rounding must not part what the pairwise test would accept.
    joined = high - low <= policy.atol * (1 + 1e-12) + (policy.rtol + 1e-14) * scale
    joined &= np.isfinite(low) & np.isfinite(high)
    joined |= (low == high) | (np.isnan(low) & np.isnan(high))
    ids = np.empty(len(values), dtype=np.int64)
    ids[order] = np.concatenate([[0], np.cumsum(~joined)])
    return ids


def _match_groups(
    columns: list[Column], left: Any, right: Any, policy: Policy, describe: Describe
) -> Difference | None:
    by_left = np.lexsort([*(column.pred for column in reversed(columns)), left])
    by_right = np.lexsort([*(column.ref for column in reversed(columns)), right])
    good = np.ones(len(left), dtype=bool)
    for column in columns:
        good &= close_mask(column.pred[by_left], column.ref[by_right], policy)
    if good.all():
        return None
    grouped = left[by_left]
    for group in np.unique(grouped[~good]):
        start, stop = (int(np.searchsorted(grouped, group, side)) for side in ("left", "right"))
        rows = by_left[start:stop], by_right[start:stop]
        what = describe(int(rows[1][np.argmin(good[start:stop])]))
        # One real column matches in sorted order or not at all: both ends of a tolerance interval grow.
        if len(rows[0]) == 1 or (len(columns) == 1 and columns[0].ref.dtype.kind != "c"):
            return _no_counterpart(what)
        if len(rows[0]) > _GROUP_LIMIT:
            return _no_counterpart(what, f" ({len(rows[0])} rows lie too close together to try all pairs)")
        equal = np.ones((len(rows[0]), len(rows[0])), dtype=bool)
        for column in columns:
            equal &= close_mask(column.pred[rows[0], None], column.ref[rows[1]][None, :], policy)
        if not _perfect(equal):
            return _no_counterpart(what)
    return None


def _perfect(equal: Any) -> bool:
    """Tells whether each row of a square table can be given a column of its own (augmenting paths)."""
    count = len(equal)
    owner = [-1] * count  # of each column
    given = [-1] * count  # to each row
    for start in range(count):
        seen = np.zeros(count, dtype=bool)
        via = [-1] * count
        queue, free = [start], -1
        while queue and free < 0:
            row = queue.pop()
            fresh = np.flatnonzero(equal[row] & ~seen).tolist()
            seen[fresh] = True
            for column in fresh:
                via[column] = row
                if owner[column] < 0:
                    free = column
                    break
                queue.append(owner[column])
        if free < 0:
            return False
        while free >= 0:
            row = via[free]
            owner[free], given[row], free = row, free, given[row]
    return True


def _read_array(pred: Any, ref: Any, policy: Policy) -> list[Column] | Difference:
    if pred.shape != ref.shape or ref.ndim == 0:
        return diff_array(pred, ref, policy) or []
    return diff_dtype(pred.dtype, ref.dtype, policy) or columns_of(pred, ref, policy)


def _read_masked(pred: Any, ref: Any, policy: Policy) -> list[Column] | Difference:
    hidden = [np.ma.getmaskarray(side) for side in (pred, ref)]
    filled = [
        np.where(mask, np.zeros((), side.dtype), side.data)
        for mask, side in zip(hidden, (pred, ref), strict=True)
    ]
    columns = _read_array(filled[0], filled[1], policy)
    return columns if isinstance(columns, Difference) else columns + columns_of(hidden[0], hidden[1], policy)


register_rows(_read_array, np.ndarray)
register_rows(_read_masked, np.ma.MaskedArray)
