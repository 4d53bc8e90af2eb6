"""Comparison of numpy arrays and scalars; the array tests here also serve the other libraries."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._compare_core import Difference, Policy, apart, diff, register, show, tally, unequal
from ._compare_floats import all_close, as_dtype, close_mask, wide_dtype

_FAMILIES = {
    "i": "int",
    "u": "int",
    "f": "float",
    "c": "complex",
    "b": "bool",
    "U": "str",
    "T": "str",
    "S": "bytes",
}


def diff_array(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    """Compares two arrays of any dtype: shape, then dtype, then NaN masks and values."""
    if pred.shape != ref.shape:
        return Difference(f"shape is {pred.shape}, expected {ref.shape}")
    return diff_dtype(pred.dtype, ref.dtype, policy) or diff_values(pred, ref, policy)


def diff_dtype(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    """Compares two numpy dtypes under the policy."""
    if pred == ref:
        return None
    if policy.dtype == "exact" or not _same_family(pred, ref, policy):
        return Difference(f"dtype is {pred}, expected {ref}")
    return None


def _same_family(pred: Any, ref: Any, policy: Policy) -> bool:
    if pred.names is not None or ref.names is not None:
        names = ref.names or ()
        return pred.names == ref.names and all(diff_dtype(pred[n], ref[n], policy) is None for n in names)
    if pred.subdtype is not None or ref.subdtype is not None:
        return pred.shape == ref.shape and diff_dtype(pred.base, ref.base, policy) is None
    if policy.dtype == "any" and "O" in (pred.kind, ref.kind):
        return True  # compared element by element, where bool and number still differ
    left, right = (_FAMILIES.get(kind, kind) for kind in (pred.kind, ref.kind))
    return policy.merge(left) == policy.merge(right)


def diff_values(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    """Compares the values of two arrays of one shape, whose dtypes the policy accepts."""
    if ref.dtype.names is not None:
        for name in ref.dtype.names:
            found = diff_array(pred[name], ref[name], policy)
            if found is not None:
                return found.under(f"[{name!r}]")
        return None
    kinds = pred.dtype.kind + ref.dtype.kind
    if "O" in kinds:
        return _diff_objects(pred, ref, policy)
    if "f" in kinds or "c" in kinds:
        return _diff_floats(pred, ref, policy)
    if kinds in ("MM", "mm"):
        return _diff_masks(np.isnat(pred), np.isnat(ref), "NaT", pred, ref) or _diff_exact(pred, ref)
    return _diff_exact(pred, ref)


def diff_masks(pred: Any, ref: Any, word: str) -> Difference | None:
    """Compares two boolean masks of what is missing; ``word`` names it."""
    return _diff_masks(pred, ref, word, None, None)


def _diff_masks(pred: Any, ref: Any, word: str, left: Any, right: Any) -> Difference | None:
    bad = pred != ref
    if not bad.any():
        return None
    at = _first(bad)
    if pred[at]:
        text = f"{word}, expected {'a value' if right is None else show(right[at])}"
    else:
        text = f"{'a value' if left is None else show(left[at])}, expected {word}"
    return tally(Difference(text, _place(at)), int(bad.sum()), bad.size, None)


def _diff_exact(pred: Any, ref: Any) -> Difference | None:
    bad = pred != ref
    if pred.dtype.kind in "mM":
        bad &= ~np.isnat(ref)
    if not bad.any():
        return None
    at = _first(bad)
    found = unequal(pred[at], ref[at]).under(_place(at))
    largest = None
    if pred.dtype.kind in "iu":
        wrong = zip(pred[bad][:10_000].tolist(), ref[bad][:10_000].tolist(), strict=True)
        largest = float(max(abs(a - b) for a, b in wrong))  # Python ints: no wrap-around
    return tally(found, int(bad.sum()), bad.size, largest)


def _diff_objects(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    if ref.ndim == 1:
        return diff(pred.tolist(), ref.tolist(), policy)
    first: Difference | None = None
    count, largest = 0, None
    for at in np.ndindex(ref.shape):
        found = diff(pred[at], ref[at], policy)
        if found is not None:
            count += 1
            if found.size is not None:
                largest = found.size if largest is None else max(largest, found.size)
            first = first or found.under(_place(at))
    return None if first is None else tally(first, count, ref.size, largest)


def _diff_floats(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    wide = wide_dtype(pred.dtype, ref.dtype)
    left, right = pred.reshape(-1), ref.reshape(-1)
    with np.errstate(all="ignore"):
        if wide.kind == "c":
            good = bool(close_mask(as_dtype(left, wide), as_dtype(right, wide), policy).all())
        else:
            good = all_close(left, right, wide, policy)
        return None if good else _explain(as_dtype(pred, wide), as_dtype(ref, wide), policy)


def _explain(pred: Any, ref: Any, policy: Policy) -> Difference:
    masks = _diff_masks(np.isnan(pred), np.isnan(ref), "NaN", pred, ref)
    if masks is not None:
        return masks
    bad = ~close_mask(pred, ref, policy)
    at = _first(bad)
    sizes = np.abs(pred[bad] - ref[bad])
    largest = float(np.max(sizes, initial=0.0, where=np.isfinite(sizes)))
    if np.isfinite(pred[at]) and np.isfinite(ref[at]):
        tolerance = float(policy.atol + policy.rtol * abs(ref[at]))
        found = apart(pred[at], ref[at], float(abs(pred[at] - ref[at])), tolerance)
    else:
        found = unequal(pred[at], ref[at])
    return tally(found.under(_place(at)), int(bad.sum()), bad.size, largest)


def diff_sparse(pred: Any, ref: Any, shape: tuple[int, ...], policy: Policy) -> Difference | None:
    """Compares two sparse arrays of one shape, each as (coordinates (ndim, nnz), values (nnz,)).

    Coordinates must be unique; a stored zero equals an absent one.
    """
    split = len(pred[1])
    pooled = np.concatenate([pred[0], ref[0]], axis=1).astype(np.int64, copy=False)
    places, at = np.unique(pooled, axis=1, return_inverse=True)
    left = np.zeros(places.shape[1], dtype=pred[1].dtype)
    right = np.zeros(places.shape[1], dtype=ref[1].dtype)
    left[at.reshape(-1)[:split]] = pred[1]
    right[at.reshape(-1)[split:]] = ref[1]
    found = diff_values(left, right, policy)
    if found is not None:
        number = int(found.path.strip("[]"))
        found.path = _place(tuple(int(i) for i in places[:, number]))
        found.text = found.text.replace(f"of {len(left)} elements", f"of {len(left)} stored elements")
    return found


def _first(bad: Any) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(bad)), bad.shape))


def _place(at: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, at))}]" if at else ""


def _diff_masked(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    if pred.shape != ref.shape:
        return Difference(f"shape is {pred.shape}, expected {ref.shape}")
    found = diff_dtype(pred.dtype, ref.dtype, policy)
    if found is not None:
        return found
    hidden = np.ma.getmaskarray(ref)
    if hidden.dtype.names is not None:
        return Difference("masked structured arrays cannot be compared")
    found = diff_masks(np.ma.getmaskarray(pred), hidden, "masked")
    if found is None and not hidden.any():
        return diff_values(np.ma.getdata(pred), np.ma.getdata(ref), policy)
    if found is None:
        found = diff_values(np.ma.getdata(pred)[~hidden], np.ma.getdata(ref)[~hidden], policy)
        if found is not None:
            found.under(" unmasked")
    return found


def _diff_scalar(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    if ref.dtype.kind in "biufcSU" and ref.dtype.itemsize <= 16 and not isinstance(ref, np.longdouble):
        return diff(pred.item(), ref.item(), policy)
    return diff_array(np.asarray(pred), np.asarray(ref), policy)


register("array", diff_array, np.ndarray)
register("masked array", _diff_masked, np.ma.MaskedArray)
for _scalar in {kind for kind in np.sctypeDict.values() if issubclass(kind, np.generic)}:
    register(f"numpy {_scalar.__name__}", _diff_scalar, _scalar)
