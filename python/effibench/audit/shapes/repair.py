"""Makes values meet a schema's conditions with as little change as that takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from effibench.audit.shapes.conform import conforms, last_of, violations
from effibench.audit.shapes.schema import (
    Below,
    DictShape,
    FloatShape,
    IntShape,
    IsLength,
    NotAbove,
    OneOfShape,
    RecordShape,
    SameLength,
    Schema,
    SequenceShape,
    Shape,
)

_MAX_ROUNDS = 4


def repaired(arguments: Sequence[Any], schema: Schema) -> list[Any] | None:
    """The arguments, sorted, cut and shifted until they conform, in new containers; None if that does not do."""
    made = list(arguments)
    for _ in range(_MAX_ROUNDS):
        made = [fitted(value, shape) for value, shape in zip(made, schema.arguments, strict=True)]
        if not violations(made, schema):
            return made
        settled = {relation.argument for relation in schema.relations if isinstance(relation, IsLength)}
        for relation in schema.relations:
            if isinstance(relation, SameLength):
                length = min(len(made[relation.first]), len(made[relation.second]))
                for number in relation:
                    made[number] = cut(made[number], length)
        for relation in schema.relations:
            if isinstance(relation, IsLength):
                made[relation.argument] = len(made[relation.of])
            elif isinstance(relation, NotAbove):
                made[relation.larger] = max(made[relation.smaller], made[relation.larger])
        for relation in schema.relations:
            if isinstance(relation, Below):
                _bound(made, relation, free=relation.of not in settled)
    return None if violations(made, schema) else made


def _bound(made: list[Any], relation: Below, *, free: bool) -> None:
    """Raises the bound to what the numbers need if it is a number of its own, else folds the numbers below it."""
    if not relation.length and free:
        needed = _largest(made[relation.argument]) + (not relation.inclusive)
        made[relation.of] = max(made[relation.of], needed)
    made[relation.argument] = _folded(made[relation.argument], relation.low, last_of(relation, made))


def _largest(value: Any) -> int:
    if isinstance(value, list | tuple):
        return max(map(_largest, value), default=0)
    return value if type(value) is int else 0


def _folded(value: Any, low: int, last: int) -> Any:
    """The value with all whole numbers in it brought into low … last, where that is a range."""
    if isinstance(value, list | tuple):
        return type(value)([_folded(part, low, last) for part in value])
    if type(value) is not int or last < low:
        return value
    return low + (value - low) % (last - low + 1)


def fitted(value: Any, shape: Shape) -> Any:
    """The value with the shape's conditions met: clipped, sorted, without repetition, rows cut to one length."""
    if isinstance(shape, OneOfShape):
        if any(conforms(value, option) for option in shape.options):
            return value
        made = [fitted(value, option) for option in shape.options]
        return next((part for part in made if conforms(part, shape)), value)
    if isinstance(shape, IntShape | FloatShape):
        return _clipped(value, shape) if type(value) in {int, float} else value
    return _fitted_container(value, shape)


def _fitted_container(value: Any, shape: Shape) -> Any:
    if isinstance(shape, RecordShape) and isinstance(value, list | tuple) and len(value) == len(shape.parts):
        return type(value)([fitted(part, inner) for part, inner in zip(value, shape.parts, strict=True)])
    if isinstance(shape, DictShape) and isinstance(value, dict):
        return {fitted(key, shape.key): fitted(part, shape.value) for key, part in value.items()}
    if isinstance(shape, SequenceShape) and isinstance(value, list | tuple | set | frozenset):
        return _fitted_sequence(value, shape)
    return value


def _clipped(value: Any, shape: IntShape | FloatShape) -> Any:
    if shape.at_least is not None and value < shape.at_least:
        return shape.at_least
    at_most = shape.at_most if isinstance(shape, IntShape) else None
    return at_most if at_most is not None and value > at_most else value


def _fitted_sequence(value: Any, shape: SequenceShape) -> Any:
    made = [fitted(part, shape.element) for part in value]
    if shape.distinct:
        made = list(dict.fromkeys(made))
    if shape.order:
        made.sort(reverse=shape.order == "descending")
    if shape.rows and all(hasattr(row, "__len__") for row in made):
        width = min(map(len, made), default=0)
        if shape.rows == "square":
            width = min(width, len(made))
            made = made[:width]
        made = [cut(row, width) for row in made]
    return type(value)(made)


def cut(value: Any, length: int) -> Any:
    """The value's first elements; of a set, those whose text sorts first."""
    if isinstance(value, set | frozenset):
        return type(value)(sorted(value, key=repr)[:length])
    if isinstance(value, dict):
        return dict(list(value.items())[:length])
    return value[:length]
