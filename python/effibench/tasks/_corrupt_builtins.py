"""Corruptions of Python's own types; those of a container include its parts'."""

from __future__ import annotations

import datetime
import decimal
import fractions
import math
import sys
from collections.abc import Iterator
from typing import Any

from ._corrupt_core import Corruption, filled, raw_corruptions, register_source, spread


def _number(value: Any, _leaves: int) -> Iterator[Corruption]:
    kind = type(value)
    yield Corruption("zeros", "zeros", kind(0))
    yield Corruption("ones", "zeros", kind(1))
    yield Corruption("nan", "nan", complex("nan") if kind is complex else math.nan)
    yield Corruption("one-unit", "value", value + 1)
    if kind is not int and kind is not fractions.Fraction:
        yield Corruption("infinite", "value", kind("inf"))
    if kind in (float, complex):
        yield Corruption("one-percent", "value", value * 1.01)
    yield Corruption("sign", "sign", -value)
    yield Corruption("empty", "empty", [])
    if kind is not int:
        yield Corruption("text", "dtype", str(value))
    elif value.bit_length() < 1000:  # longer ones are neither floats nor short texts
        yield Corruption("float", "dtype", float(value))
        yield Corruption("text", "dtype", str(value))
    if kind is float and value.is_integer() and abs(value) < 2**53:
        yield Corruption("int", "dtype", int(value))
    yield from _numpy_scalar(value, {int: "int64", float: "float64", complex: "complex128"}.get(kind))


def _numpy_scalar(value: Any, name: str | None) -> Iterator[Corruption]:
    """Yields the numpy scalar that a solution forgot to convert."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and name is not None and not (name == "int64" and abs(value) >= 2**63):
        yield Corruption("numpy-scalar", "dtype", getattr(numpy, name)(value))


def _bool(value: bool, _leaves: int) -> Iterator[Corruption]:
    yield Corruption("zeros", "zeros", False)
    yield Corruption("inverted", "value", not value)
    yield Corruption("int", "dtype", int(value))
    yield Corruption("text", "dtype", str(value))
    yield from _numpy_scalar(value, "bool_")


def _none(_value: None, _leaves: int) -> Iterator[Corruption]:
    yield Corruption("zeros", "zeros", 0)
    yield Corruption("nan", "nan", math.nan)
    yield Corruption("empty", "empty", [])
    yield Corruption("text", "dtype", "None")


def _text(value: Any, _leaves: int) -> Iterator[Corruption]:
    other: Any = "?" if isinstance(value, str) else b"?"
    yield Corruption("empty", "empty", value[:0])
    yield Corruption("truncated", "truncated", value[:-1])
    yield Corruption("extended", "extended", value + other)
    yield Corruption("changed", "value", other + value[1:])
    yield Corruption("padded", "extended", value + (" " if isinstance(value, str) else b" "))
    yield Corruption("reversed", "order", value[::-1])
    yield Corruption("swapped-case", "value", value.swapcase())
    yield Corruption(
        "recoded", "dtype", value.encode() if isinstance(value, str) else value.decode("latin-1")
    )


def _moment(value: Any, _leaves: int) -> Iterator[Corruption]:
    day = datetime.timedelta(days=1)
    last = isinstance(value, datetime.date) and (value.year, value.month) == (datetime.MAXYEAR, 12)
    last = last or (isinstance(value, datetime.timedelta) and value > datetime.timedelta.max - day)
    yield Corruption("one-day", "value", value - day if last else value + day)
    yield Corruption("text", "dtype", str(value))
    if isinstance(value, datetime.datetime):
        yield Corruption("date", "dtype", value.date())
        zone = datetime.UTC if value.tzinfo is None else None
        yield Corruption("zone", "dtype", value.replace(tzinfo=zone))
    elif isinstance(value, datetime.date):
        yield Corruption("midnight", "dtype", datetime.datetime(value.year, value.month, value.day))


def _set(value: Any, _leaves: int) -> Iterator[Corruption]:
    kind = type(value)
    members = sorted(value, key=repr)
    yield Corruption("empty", "empty", kind())
    yield Corruption("truncated", "truncated", kind(members[:-1]))
    yield Corruption("extended", "extended", kind([*members, "an extra member"]))
    yield Corruption("text", "dtype", kind(map(str, members)))
    yield Corruption("list", "structure", members)
    if members:
        yield Corruption("changed", "value", kind([*members[1:], "another member"]))


def _sequence(value: Any, leaves: int) -> Iterator[Corruption]:
    kind = type(value)
    yield Corruption("empty", "empty", kind())
    yield Corruption("zeros", "zeros", kind(filled(item, "zeros") for item in value))
    yield Corruption("nan", "nan", kind(filled(item, "nan") for item in value))
    yield Corruption("truncated", "truncated", value[:-1])
    yield Corruption("without-first", "truncated", value[1:])
    yield Corruption("extended", "extended", value + value[-1:])
    yield Corruption("reversed", "order", value[::-1])
    yield Corruption("rotated", "order", value[1:] + value[:1])
    yield Corruption("neighbours-swapped", "order", value[1::-1] + value[2:])
    yield Corruption("doubled", "extended", value + value)
    yield Corruption("sister", "dtype", list(value) if kind is tuple else tuple(value))
    rows = {type(item) for item in value}
    if value and rows <= {list, tuple} and len({len(item) for item in value}) == 1:
        inner = rows.pop()
        yield Corruption("transposed", "transposed", kind(inner(row) for row in zip(*value, strict=True)))
        yield Corruption("flat", "structure", kind(item for row in value for item in row))
    if value:
        half = len(value) // 2
        blank = (filled(item, "zeros") for item in value[half:])
        yield Corruption("second-half-zeros", "value", kind([*value[:half], *blank]))
        yield Corruption("repeated", "value", kind([value[0]] * len(value)))
        yield Corruption("scalar", "structure", value[0])
        yield Corruption("dtype", "dtype", kind(filled(item, "dtype") for item in value))
    for at in spread(len(value), leaves):
        yield from _parts(
            value[at], leaves, f"[{at}]", lambda part, at=at: kind([*value[:at], part, *value[at + 1 :]])
        )


def _parts(part: Any, leaves: int, path: str, rebuild: Any) -> Iterator[Corruption]:
    for found in raw_corruptions(part, leaves):
        yield found.inside(path, rebuild)


def change_object(value: Any) -> Any:
    """Returns another value of the same type where that is known, and a text otherwise."""
    if isinstance(value, dict) and value:
        first = next(iter(value))
        return {**value, first: change_object(value[first])}
    if isinstance(value, list | tuple) and value:
        return type(value)([change_object(value[0]), *value[1:]])
    return next((found.value for found in raw_corruptions(value, 0) if found.kind == "value"), "changed")


def _dict(value: dict[Any, Any], leaves: int) -> Iterator[Corruption]:
    keys = list(value)
    yield Corruption("empty", "empty", {})
    yield Corruption("zeros", "zeros", {key: filled(item, "zeros") for key, item in value.items()})
    yield Corruption("nan", "nan", {key: filled(item, "nan") for key, item in value.items()})
    yield Corruption("dtype", "dtype", {key: filled(item, "dtype") for key, item in value.items()})
    yield Corruption("extended", "extended", {**value, "an extra key": 0})
    yield Corruption("items", "structure", list(value.items()))
    yield Corruption("values", "structure", list(value.values()))
    for at in spread(len(keys), leaves):
        key = keys[at]
        rest = {other: item for other, item in value.items() if other != key}
        yield Corruption(f"[{key!r}].missing", "truncated", rest)
        yield Corruption(f"[{key!r}].renamed", "labels", {**rest, _other_key(key): value[key]})
        if not isinstance(key, str):
            yield Corruption(f"[{key!r}].as-text", "labels", {**rest, str(key): value[key]})
        swap = keys[at - 1]
        swapped = {**value, key: value[swap], swap: value[key]}
        yield Corruption(f"[{key!r}].swapped", "value", swapped)
        yield from _parts(value[key], leaves, f"[{key!r}]", lambda part, key=key: {**value, key: part})


def _other_key(key: Any) -> Any:
    return f"{key}_" if isinstance(key, str) else f"renamed {key!r}"


register_source(_number, int, float, complex, decimal.Decimal, fractions.Fraction)
register_source(_bool, bool)
register_source(_none, type(None))
register_source(_text, str, bytes)
register_source(_moment, datetime.date, datetime.datetime, datetime.timedelta)
register_source(_set, set, frozenset)
register_source(_sequence, list, tuple)
register_source(_dict, dict)
