"""Which floats and complex numbers of two numpy arrays are equal within a tolerance."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from ._compare_core import Policy

_BLOCK = 1 << 14  # elements tested at a time: the buffers stay in the cache


def all_close(pred: Any, ref: Any, wide: Any, policy: Policy) -> bool:
    """Tells whether two flat real arrays are equal within the tolerance, as close_mask() does but faster.

    Works block by block in buffers that are used again: temporaries of the whole size cost a page fault
    every 4 KiB, which takes longer than the arithmetic.
    """
    count = min(len(ref), _BLOCK)
    size, tolerance = np.empty(count, wide), np.empty(count, wide)
    good, finite = np.empty(count, bool), np.empty(count, bool)
    for start in range(0, len(ref), _BLOCK):
        left, right = (
            as_dtype(pred[start : start + _BLOCK], wide),
            as_dtype(ref[start : start + _BLOCK], wide),
        )
        if len(right) < len(size):
            count = len(right)
            size, tolerance, good, finite = size[:count], tolerance[:count], good[:count], finite[:count]
        np.subtract(left, right, out=size)
        np.absolute(size, out=size)
        np.absolute(right, out=tolerance)
        np.multiply(tolerance, policy.rtol, out=tolerance)
        np.add(tolerance, policy.atol, out=tolerance)
        np.less_equal(size, tolerance, out=good)
        np.less(tolerance, math.inf, out=finite)  # an infinite tolerance accepts anything
        np.logical_and(good, finite, out=good)
        if not good.all() and not close_mask(left, right, policy).all():
            return False
    return True


@functools.lru_cache(64)
def wide_dtype(pred: Any, ref: Any) -> Any:
    """Returns the dtype in which values of two numeric dtypes are subtracted."""
    wide = np.result_type(pred, ref, np.float64)
    if any(a.kind in "iu" and a.itemsize == 8 for a in (pred, ref)):
        wide = np.result_type(wide, np.longdouble)  # int64 beyond 2**53 keeps its last digit
    return wide


def as_dtype(values: Any, dtype: Any) -> Any:
    """Returns the values in this dtype, without a copy where they have it."""
    return values if values.dtype is dtype else values.astype(dtype, copy=False)


def close_mask(pred: Any, ref: Any, policy: Policy) -> Any:
    """Returns where two float or complex arrays of one dtype are equal within the tolerance."""
    size = np.abs(pred - ref)
    tolerance = np.abs(ref)
    tolerance *= policy.rtol
    tolerance += policy.atol
    good = size <= tolerance
    good &= tolerance < math.inf  # an infinite tolerance accepts anything
    if not good.all():
        if ref.dtype.kind == "c":
            odd = ~(np.isfinite(pred) & np.isfinite(ref))
            parts = close_mask(pred.real, ref.real, policy) & close_mask(pred.imag, ref.imag, policy)
            return np.where(odd, parts, good)
        good |= pred == ref
        good |= np.isnan(pred) & np.isnan(ref)
    return good
