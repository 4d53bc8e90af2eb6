"""Comparison of Python's own types: numbers, text, dates, sequences, sets and dicts."""

from __future__ import annotations

import cmath
import datetime
import decimal
import fractions
import math
import uuid
from typing import Any

from ._compare_core import Difference, Policy, apart, diff, entry, register, show, tally, unequal, unwrap

_COUNT_LIMIT = 1000  # differing elements to count before giving up on the exact number
_BY_EQUALITY = frozenset(
    {bool, int, str, bytes, type(None)}
)  # list equality is exact for lists of one of these


class UnhashableError(TypeError):
    """A set member or dict key that has no exact key of its own."""


def close(pred: float, ref: float, policy: Policy) -> bool:
    """Tells whether two floats are equal within the tolerance; NaN equals NaN, inf only the same inf."""
    if pred == ref:
        return True
    if math.isfinite(pred) and math.isfinite(ref):
        return abs(pred - ref) <= policy.atol + policy.rtol * abs(ref)
    return math.isnan(pred) and math.isnan(ref)


def _diff_number(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    kinds = {type(pred), type(ref)}
    if kinds == {int}:
        return None if pred == ref else apart_exactly(pred, ref)
    if decimal.Decimal in kinds or fractions.Fraction in kinds:
        return _diff_decimal(pred, ref, policy)
    if kinds != {float} and pred == ref:  # exact across types, where converting to float might round
        return None
    try:
        if complex in kinds:
            return _diff_complex(complex(pred), complex(ref), policy)
        return _diff_float(float(pred), float(ref), policy)
    except OverflowError:
        return unequal(pred, ref)


def _diff_float(left: float, right: float, policy: Policy) -> Difference | None:
    if close(left, right, policy):
        return None
    if math.isfinite(left) and math.isfinite(right):
        return apart(left, right, abs(left - right), policy.atol + policy.rtol * abs(right))
    return unequal(left, right)


def apart_exactly(pred: int, ref: int) -> Difference:
    """Returns the difference of two unequal ints."""
    found = unequal(pred, ref)
    size = abs(pred - ref)
    if size.bit_length() < 1000:
        found.size = float(size)
    return found


def _diff_complex(pred: complex, ref: complex, policy: Policy) -> Difference | None:
    if cmath.isfinite(pred) and cmath.isfinite(ref):
        size, tolerance = abs(pred - ref), policy.atol + policy.rtol * abs(ref)
        return None if size <= tolerance else apart(pred, ref, size, tolerance)
    same = close(pred.real, ref.real, policy) and close(pred.imag, ref.imag, policy)
    return None if same else unequal(pred, ref)


def _diff_decimal(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    if type(pred) is fractions.Fraction and policy.dtype == "exact":
        return None if pred == ref else unequal(pred, ref)
    # No traps and the widest exponents: Decimal("1e999999") must neither raise nor turn into infinity.
    wide = decimal.Context(prec=60, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[])
    with decimal.localcontext(wide):
        left, right = _as_decimal(pred), _as_decimal(ref)
        if left is None or right is None:
            return unequal(pred, ref)
        if left.is_nan() or right.is_nan():
            return None if left.is_nan() and right.is_nan() else unequal(pred, ref)
        if left == right:
            return None
        if policy.dtype == "exact" or left.is_infinite() or right.is_infinite():
            return unequal(pred, ref)
        size = abs(left - right)
        tolerance = decimal.Decimal(policy.atol) + decimal.Decimal(policy.rtol) * abs(right)
        return None if size <= tolerance else unequal(pred, ref)


def _as_decimal(value: Any) -> decimal.Decimal | None:
    if isinstance(value, fractions.Fraction):
        return decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator)
    if isinstance(value, complex):
        return decimal.Decimal(value.real) if value.imag == 0 else None
    return decimal.Decimal(value)


def _diff_by_equality(pred: Any, ref: Any, _policy: Policy) -> Difference | None:
    return None if pred == ref else unequal(pred, ref)


def _diff_clock(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    if pred != ref:
        return unequal(pred, ref)
    # Equal instants can be written in different zones; one naive and one aware value are unequal above.
    if policy.dtype == "exact" and (pred.utcoffset(), pred.fold) != (ref.utcoffset(), ref.fold):
        return unequal(pred, ref)
    return None


def _diff_sequence(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    if len(pred) != len(ref):
        return Difference(f"length is {len(pred)}, expected {len(ref)}")
    kinds = set(map(type, ref))
    if len(kinds) == 1 and kinds == set(map(type, pred)):
        kind = kinds.pop()
        if kind in _BY_EQUALITY and list(pred) == list(ref):
            return None
        if kind is float and all(a == b or close(a, b, policy) for a, b in zip(pred, ref, strict=True)):
            return None
    first: Difference | None = None
    count, largest = 0, None
    position = -1
    for position, (left, right) in enumerate(zip(pred, ref, strict=True)):
        found = diff(left, right, policy)
        if found is not None:
            count += 1
            if found.size is not None:
                largest = found.size if largest is None else max(largest, found.size)
            if first is None:
                first = found.under(f"[{position}]")
            if count >= _COUNT_LIMIT:
                break
    if first is None:
        return None
    return tally(first, count, len(ref), largest, more=position + 1 < len(ref))


def _diff_dict(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    if all(type(key) is str for key in ref) and all(type(key) is str for key in pred):
        left, right, names = pred, ref, None
    else:
        left = {key_of(key, policy): value for key, value in pred.items()}
        right = {key_of(key, policy): value for key, value in ref.items()}
        names = {key_of(key, policy): key for key in (*pred, *ref)}
        if len(left) != len(pred) or len(right) != len(ref):
            return Difference(
                "keys that are equal in value but not in type cannot be compared at this policy"
            )

    def label(key: Any) -> str:
        return show(key if names is None else names[key])

    missing = [label(key) for key in right if key not in left]
    extra = [label(key) for key in left if key not in right]
    if missing or extra:
        parts = [
            f"{word} key {_some(keys)}"
            for word, keys in (("missing", missing), ("unexpected", extra))
            if keys
        ]
        return Difference("; ".join(parts))
    for key, value in right.items():
        found = diff(left[key], value, policy)
        if found is not None:
            return found.under(f"[{label(key)}]")
    return None


def _diff_set(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    if len(pred) != len(ref):
        return Difference(f"length is {len(pred)}, expected {len(ref)}")
    left = {key_of(member, policy): member for member in pred}
    right = {key_of(member, policy): member for member in ref}
    missing = [show(member) for key, member in right.items() if key not in left]
    if missing:
        extra = [show(member) for key, member in left.items() if key not in right]
        return Difference(f"missing member {_some(missing)}; unexpected member {_some(extra)}")
    # Several members may share a key (two NaN objects, or 1 and True unwrapped); then the counts must agree.
    return None if len(left) == len(right) else Difference("members differ in how often they occur")


def _some(names: list[str]) -> str:
    shown = ", ".join(sorted(names)[:5])
    return shown if len(names) <= 5 else f"{shown} and {len(names) - 5} more"


def key_of(value: Any, policy: Policy) -> Any:
    """Returns a hashable key that two members or dict keys share when they are equal under the policy.

    Raises:
        UnhashableError: If the value isn't built of exact scalars, tuples and frozensets.
    """
    plain = unwrap(value)
    kind = type(plain)
    if kind is tuple:
        return ("tuple", *(key_of(item, policy) for item in plain))
    if kind is frozenset:
        return ("frozenset", frozenset(key_of(item, policy) for item in plain))
    found = entry(kind)
    if found is None or kind.__hash__ is None:
        raise UnhashableError(f"a set member or dict key of type {kind.__name__} cannot be compared")
    tag = type(value) if policy.dtype == "exact" else policy.merge(found[0])
    return (tag, "nan") if kind is float and math.isnan(plain) else (tag, plain)


register("bool", _diff_by_equality, bool)
register("none", _diff_by_equality, type(None))
register("str", _diff_by_equality, str)
register("bytes", _diff_by_equality, bytes)
register("bytearray", _diff_by_equality, bytearray)
register("int", _diff_number, int)
register("float", _diff_number, float)
register("complex", _diff_number, complex)
register("decimal", _diff_number, decimal.Decimal)
register("fraction", _diff_number, fractions.Fraction)
register("date", _diff_by_equality, datetime.date)
register("duration", _diff_by_equality, datetime.timedelta)
register("datetime", _diff_clock, datetime.datetime)
register("time", _diff_clock, datetime.time)
register("uuid", _diff_by_equality, uuid.UUID)
register("list", _diff_sequence, list)
register("tuple", _diff_sequence, tuple)
register("dict", _diff_dict, dict)
register("set", _diff_set, set)
register("frozenset", _diff_set, frozenset)
