"""Takes nested values apart into a hashable key and the floats that are compared by tolerance."""

from __future__ import annotations

import sys
from typing import Any

from ._compare_builtins import UnhashableError, key_of
from ._compare_core import Policy, entry, type_name, unwrap


class UnflattenableError(TypeError):
    """A value that has no key; it can only be compared one by one."""


def flatten_all(values: list[Any], policy: Policy) -> tuple[list[Any], list[list[Any]]]:
    """Returns the keys of all values and the numbers in each.

    At ``dtype="any"`` ints are numbers like any other as soon as there is one float among the values.

    Raises:
        UnflattenableError: If a value has no key.
    """
    numbers: list[list[Any]] = [[] for _ in values]
    keys = [_flatten(value, policy, into, False) for value, into in zip(values, numbers, strict=True)]
    if policy.dtype == "any" and any(numbers):
        numbers = [[] for _ in values]
        keys = [_flatten(value, policy, into, True) for value, into in zip(values, numbers, strict=True)]
    return keys, numbers


def _flatten(value: Any, policy: Policy, numbers: list[Any], ints: bool) -> Any:  # noqa: PLR0911 (one a type)
    plain = unwrap(value)
    kind = type(plain)
    tag = _tag(value, policy)
    if kind in (float, complex) or (ints and kind is int):
        try:
            numbers.append(plain if kind is complex else float(plain))
        except OverflowError:
            return (tag, plain)  # an int that no float reaches
        return tag
    if kind in (list, tuple):
        return (tag, *(_flatten(item, policy, numbers, ints) for item in plain))
    if kind in (set, frozenset):
        return (tag, frozenset(_key(item, policy) for item in plain))
    if kind is dict:
        items = sorted(
            ((_key(key, policy), item) for key, item in plain.items()), key=lambda pair: repr(pair[0])
        )
        return (tag, *((key, _flatten(item, policy, numbers, ints)) for key, item in items))
    if _is_plain_array(plain):
        dtype = plain.dtype.str if policy.dtype == "exact" else ""
        scalars = plain.reshape(-1).tolist()
        return (tag, dtype, plain.shape, *(_flatten(item, policy, numbers, ints) for item in scalars))
    if policy.dtype != "exact" and kind is not int and tag in ("decimal", "fraction", "number"):
        raise UnflattenableError(f"{type_name(kind)} is compared by tolerance")
    return _key(value, policy)


def _is_plain_array(value: Any) -> bool:
    numpy = sys.modules["numpy"]
    if type(value) is not numpy.ndarray or value.dtype.kind not in "biufcSU":
        return False
    return value.dtype not in (numpy.longdouble, numpy.clongdouble)  # their tolist() doesn't give floats


def _tag(value: Any, policy: Policy) -> Any:
    if policy.dtype == "exact":
        return type(value)
    found = entry(type(unwrap(value)))
    return None if found is None else policy.merge(found[0])


def _key(value: Any, policy: Policy) -> Any:
    try:
        return key_of(value, policy)
    except UnhashableError as error:
        raise UnflattenableError(str(error)) from None
