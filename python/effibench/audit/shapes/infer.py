"""Learns the shapes of arguments from inputs that are known to be valid."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from effibench.audit.shapes.conform import is_finite
from effibench.audit.shapes.relations import relations_of
from effibench.audit.shapes.schema import (
    BoolShape,
    DictShape,
    FloatShape,
    IntShape,
    IsLength,
    NoneShape,
    OneOfShape,
    Order,
    RecordShape,
    Rows,
    SampleShape,
    Schema,
    SequenceKind,
    SequenceShape,
    Shape,
    StrShape,
)
from effibench.errors import UsageError

_MAX_DEPTH = 20
_RECORD_PARTS = 3
# A condition is believed where chance alone would show it less often than this.
_BY_CHANCE = 0.01


def schema_of(inputs: Iterable[Sequence[Any]]) -> Schema:
    """The schema of a function's inputs, each a list of arguments.

    Types are exact: a value of another type than the builtin ones is only ever drawn from those that were seen.

    Raises:
        UsageError: there is no input, or inputs differ in the number of arguments.
    """
    seen = [list(arguments) for arguments in inputs]
    if not seen:
        raise UsageError("a schema needs at least one input")
    counts = {len(arguments) for arguments in seen}
    if len(counts) > 1:
        raise UsageError(
            f"inputs have {' or '.join(map(str, sorted(counts)))} arguments; all need the same number"
        )
    shapes = [shape_of(list(column)) for column in zip(*seen, strict=True)]
    relations = relations_of(shapes, seen)
    for relation in relations:
        if isinstance(relation, IsLength):  # it grows with the other, however narrow its range was
            number = shapes[relation.argument]
            assert isinstance(number, IntShape)
            shapes[relation.argument] = IntShape(number.low, number.high, min(1, number.low))
    return Schema(tuple(shapes), relations)


def shape_of(values: Sequence[Any], depth: int = 0) -> Shape:
    """The shape that all the values have; there is at least one."""
    groups: dict[type, list[Any]] = {}
    for value in values:
        kind = type(value) if depth < _MAX_DEPTH and type(value) in _KNOWN else object
        groups.setdefault(kind, []).append(value)
    if int in groups and float in groups:
        groups[float] += groups.pop(int)
    order = sorted(groups, key=lambda kind: _KNOWN.index(kind) if kind in _KNOWN else len(_KNOWN))
    options = tuple(_shape(kind, groups[kind], depth) for kind in order)
    return options[0] if len(options) == 1 else OneOfShape(options)


_KNOWN = (type(None), bool, int, float, str, list, tuple, set, frozenset, dict)


def _shape(kind: type, values: list[Any], depth: int) -> Shape:
    if kind is type(None):
        return NoneShape()
    if kind is bool:
        return BoolShape()
    if kind is int:
        return _int_shape(values)
    if kind is float:
        return _float_shape(values)
    if kind is str:
        lengths = list(map(len, values))
        return StrShape("".join(sorted(set("".join(values)))), min(lengths), max(lengths), _mean(lengths))
    return _container(kind, values, depth)


def _container(kind: type, values: list[Any], depth: int) -> Shape:
    if kind is object:
        return _samples(values)
    inner = [
        part for value in values for part in (sorted(value, key=repr) if kind in {set, frozenset} else value)
    ]
    lengths = list(map(len, values))
    if kind is dict and not inner:
        return _samples(values)
    if kind is dict:
        contents = [part for value in values for part in value.values()]
        keys, items = shape_of(inner, depth + 1), shape_of(contents, depth + 1)
        return DictShape(keys, items, min(lengths), max(lengths), _mean(lengths))
    name: SequenceKind = kind.__name__  # type: ignore[assignment]
    if kind in {list, tuple} and _is_record(kind, values, lengths):
        columns = [shape_of(list(column), depth + 1) for column in zip(*values, strict=True)]
        return RecordShape("list" if kind is list else "tuple", tuple(columns))
    element: Shape = shape_of(inner, depth + 1) if inner else IntShape(0, 0, 0)
    if kind not in {list, tuple}:
        return SequenceShape(name, element, min(lengths), max(lengths), usual=_mean(lengths))
    plain = isinstance(element, IntShape | FloatShape | StrShape)
    return SequenceShape(
        name,
        element,
        min(lengths),
        max(lengths),
        _order(values) if plain else "",
        plain and _is_distinct(values, element),
        _rows(values, element),
        _mean(lengths),
    )


def _mean(lengths: list[int]) -> int:
    return -(-sum(lengths) // len(lengths))


def _samples(values: list[Any]) -> SampleShape:
    return SampleShape(tuple({repr(value): value for value in values}.values()))


def _is_record(kind: type, values: list[Any], lengths: list[int]) -> bool:
    """One length throughout, often enough: parts of different types, or few of them."""
    length = lengths[0]
    if len(set(lengths)) > 1 or not length:
        return False
    types = [{type(value[position]) for value in values} for position in range(length)]
    mixed = any(kinds != types[0] for kinds in types)
    return (mixed and len(values) > 1) or (length <= _RECORD_PARTS and (kind is tuple or len(values) > 2))


def _int_shape(values: list[int]) -> IntShape:
    low, high = min(values), max(values)
    at_least = 1 if low >= 1 else 0 if low >= 0 else None
    # Bits and digits: a narrow range whose ends come up again and again is one that ends there.
    enough = len(values) >= (5 if (low, high) == (0, 1) else 20)
    closed = enough and high - low <= 15 and min(values.count(low), values.count(high)) > 1 and low < high
    return IntShape(low, high, low if closed else at_least, high if closed else None)


def _float_shape(values: list[float]) -> Shape:
    finite = [float(value) for value in values if is_finite(value)]
    if not finite:
        return _samples(values)
    at_least = None if any(value < 0 for value in values) else 0.0
    return FloatShape(min(finite), max(finite), at_least, len(finite) == len(values))


def _order(values: list[Any]) -> Order:
    """A direction in which all are sorted, unless chance may have done it."""
    # A random order of n values is sorted with probability (product of m! over values that come up m times) / n!.
    logs = [
        math.fsum(math.lgamma(count + 1) for count in Counter(value).values()) - math.lgamma(len(value) + 1)
        for value in values
    ]
    if math.fsum(logs) > math.log(_BY_CHANCE):
        return ""
    if all(left <= right for value in values for left, right in pairwise(value)):
        return "ascending"
    if all(left >= right for value in values for left, right in pairwise(value)):
        return "descending"
    return ""


def _is_distinct(values: list[Any], element: Shape) -> bool:
    """Whether no sequence repeats an element, unless chance may have done it."""
    if any(len(set(value)) < len(value) for value in values):
        return False
    if isinstance(element, IntShape):
        possible = element.high - element.low + 1
    else:
        possible = len({part for value in values for part in value})
    logs = [
        math.log1p(-drawn / possible) for value in values for drawn in range(len(value)) if drawn < possible
    ]
    return math.fsum(logs) < math.log(_BY_CHANCE)


def _rows(values: list[Any], element: Shape) -> Rows:
    """Whether inner sequences have one length in each outer one; seen at three rows at least."""
    if not isinstance(element, SequenceShape) or max(map(len, values)) < 3:
        return ""
    widths = [{len(row) for row in value} for value in values]
    if any(len(lengths) > 1 for lengths in widths):
        return ""
    return (
        "square"
        if all(lengths <= {len(value)} for value, lengths in zip(values, widths, strict=True))
        else "equal"
    )
