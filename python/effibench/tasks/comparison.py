"""The typed comparison that validators use: is this result the reference's answer?"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from . import _compare_builtins  # noqa: F401  (registers the handlers of the builtin types)
from ._compare_core import DtypePolicy, OrderPolicy, Policy, diff
from ._compare_order import diff_unordered


class Comparison(NamedTuple):
    """What a comparison found; unpacks as the ``(ok, reason)`` pair that a validator returns.

    Attributes:
        equal: Whether the result may stand for the reference's answer.
        reason: Empty when equal, else where and by how much the first difference is.
    """

    equal: bool
    reason: str


_policy = lru_cache(64)(Policy)
_EQUAL = Comparison(True, "")


def compare(
    pred: Any,
    ref: Any,
    *,
    rtol: float = 1e-6,
    atol: float = 1e-9,
    dtype: DtypePolicy = "exact",
    order: OrderPolicy = "exact",
) -> Comparison:
    """Compares a result with the reference's answer.

    The tests run from the outside in: structure, type, shape, length and labels, dtype, NaN and null
    masks, values. Floats and complex numbers are equal when ``|pred - ref| <= atol + rtol * |ref|``,
    infinities only to the same infinity, NaN only to NaN in the same place. Integers, strings, bytes and
    dates are compared exactly, and a bool is never equal to a number. Nothing is broadcast or cut short.

    Containers are never exchangeable, whatever the policy: an array is not a list, a Series not a frame, a
    0-d array not a scalar. Only list and tuple (and set and frozenset) are, at ``dtype="any"``. Not looked
    at: the device and ``requires_grad`` of a tensor, flags and memory order of an array, ``fill_value`` of
    a masked array, ``freq`` of a pandas index, attributes of a frame, and the dtype of its column labels.

    Args:
        pred: The candidate's result, a decoded plain value.
        ref: The reference's answer.
        rtol: Relative tolerance, in [0, 1).
        atol: Absolute tolerance, at least 0.
        dtype: ``"exact"``: the same types and dtypes. ``"kind"``: the same family, the width may differ
            (float32 for float64, numpy.int64 for int, RangeIndex for Index). ``"any"``: values only, so
            that any number may stand for an equal one.
        order: ``"any"`` takes the outermost list, array, Series or frame as a multiset of elements or
            rows; nested values keep their order, and so do tuples and dicts. Row labels count unless the
            reference's are a default RangeIndex.

    Returns:
        The comparison. Values that cannot be compared are unequal, with a reason that says so.

    Raises:
        ValueError: If a tolerance or a policy isn't one of the above.
    """
    policy = _policy(rtol, atol, dtype)
    if order not in ("exact", "any"):
        raise ValueError(f"order={order!r} is not a policy; use 'exact' or 'any'")
    try:
        found = diff(pred, ref, policy) if order == "exact" else diff_unordered(pred, ref, policy)
    except RecursionError:
        return Comparison(False, "result: nested too deeply to be compared")
    except MemoryError:
        raise  # the machine's fault and not the result's
    except Exception as error:
        return Comparison(False, f"result: cannot be compared: {type(error).__name__}: {error}")
    return _EQUAL if found is None else Comparison(False, str(found))
