"""Whether values are what a schema says."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from effibench.audit.shapes.schema import (
    Below,
    BoolShape,
    DictShape,
    FloatShape,
    IntShape,
    IsLength,
    NoneShape,
    NotAbove,
    OneOfShape,
    RecordShape,
    Relation,
    SameLength,
    SampleShape,
    Schema,
    SequenceShape,
    Shape,
    StrShape,
    integers_in,
)

_SEQUENCES = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}


def violations(arguments: Sequence[Any], schema: Schema) -> list[str]:
    """What of the schema the arguments break, in words; empty if they conform."""
    if len(arguments) != len(schema.arguments):
        return [f"{len(arguments)} arguments instead of {len(schema.arguments)}"]
    found = [
        f"argument {number} is not {type(shape).__name__}"
        for number, (value, shape) in enumerate(zip(arguments, schema.arguments, strict=True))
        if not conforms(value, shape)
    ]
    return found or [
        f"{relation} does not hold" for relation in schema.relations if not holds(relation, arguments)
    ]


def conforms(value: Any, shape: Shape) -> bool:
    """Whether the value has the shape and meets its conditions; ranges and lengths that were seen are none."""
    if isinstance(shape, OneOfShape):
        return any(conforms(value, option) for option in shape.options)
    if isinstance(shape, SampleShape):
        return any(value is known or _is_same(value, known) for known in shape.values)
    if isinstance(shape, SequenceShape):
        return type(value) is _SEQUENCES[shape.kind] and _is_sequence(value, shape)
    if isinstance(shape, RecordShape):
        same = type(value) is _SEQUENCES[shape.kind] and len(value) == len(shape.parts)
        return same and all(map(conforms, value, shape.parts))
    if isinstance(shape, DictShape):
        return (
            type(value) is dict and (bool(value) or not shape.shortest) and _all(value, value.values(), shape)
        )
    return _is_scalar(value, shape)


def _is_same(value: Any, known: Any) -> bool:
    """By their text, as samples are told apart: equality need not be True or False, as that of arrays."""
    return type(value) is type(known) and repr(value) == repr(known)


def _is_scalar(value: Any, shape: NoneShape | BoolShape | IntShape | FloatShape | StrShape) -> bool:
    if isinstance(shape, NoneShape):
        return value is None
    if isinstance(shape, BoolShape):
        return type(value) is bool
    if isinstance(shape, StrShape):
        lengths = (bool(shape.shortest), 1 if shape.longest == 1 else math.inf)
        return (
            type(value) is str
            and lengths[0] <= len(value) <= lengths[1]
            and set(value) <= set(shape.alphabet)
        )
    if isinstance(shape, IntShape):
        return type(value) is int and _within(value, shape.at_least, shape.at_most)
    finite = type(value) in {int, float} and is_finite(value)
    return (finite or (type(value) in {int, float} and not shape.finite)) and not _below(
        value, shape.at_least
    )


def is_finite(value: float) -> bool:
    """Whether the number is one that a float can be; a whole number may be too large."""
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _within(value: int, low: int | None, high: int | None) -> bool:
    return not _below(value, low) and (high is None or value <= high)


def _below(value: float, low: float | None) -> bool:
    return low is not None and value < low


def _all(keys: Any, values: Any, shape: DictShape) -> bool:
    return all(conforms(key, shape.key) for key in keys) and all(
        conforms(part, shape.value) for part in values
    )


def _is_sequence(value: Any, shape: SequenceShape) -> bool:
    if not value:
        return not shape.shortest
    if not shape.longest or not all(conforms(part, shape.element) for part in value):
        return False
    if shape.distinct and len(set(value)) < len(value):
        return False
    if shape.order and any(_is_wrong(shape, *pair) for pair in pairwise(value)):
        return False
    widths = {len(row) for row in value} if shape.rows else set()
    return len(widths) < 2 and (shape.rows != "square" or widths == {len(value)})


def _is_wrong(shape: SequenceShape, left: Any, right: Any) -> bool:
    return bool(left > right if shape.order == "ascending" else left < right)


def holds(relation: Relation, arguments: Sequence[Any]) -> bool:
    """Whether a relation holds between the arguments."""
    if isinstance(relation, SameLength):
        return len(arguments[relation.first]) == len(arguments[relation.second])
    if isinstance(relation, IsLength):
        return bool(arguments[relation.argument] == len(arguments[relation.of]))
    if isinstance(relation, NotAbove):
        return bool(arguments[relation.smaller] <= arguments[relation.larger])
    return all(
        relation.low <= number <= last_of(relation, arguments) for number in _bounded(relation, arguments)
    )


def last_of(relation: Below, arguments: Sequence[Any]) -> int:
    """The largest number that the bound allows."""
    bound = len(arguments[relation.of]) if relation.length else int(arguments[relation.of])
    return bound if relation.inclusive else bound - 1


def _bounded(relation: Below, arguments: Sequence[Any]) -> Iterator[int]:
    return integers_in(arguments[relation.argument])
