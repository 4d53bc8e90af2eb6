"""Small changes of inputs, for a search for slow ones."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from effibench.audit.shapes.conform import conforms
from effibench.audit.shapes.patterns import Family
from effibench.audit.shapes.repair import repaired
from effibench.audit.shapes.schema import (
    DictShape,
    OneOfShape,
    RecordShape,
    Schema,
    SequenceShape,
    Shape,
    StrShape,
    growable,
)
from effibench.audit.shapes.sizes import MAX_BYTES, byte_size
from effibench.audit.shapes.values import Budget, Values

_TRIES = 8
_ANY_ARGUMENT = 0.2  # how often an argument that cannot grow may be chosen, too
_INSIDE = 0.7  # how often a container is changed as a whole, and an optional value stays what it is


def mutate(
    arguments: Sequence[Any],
    schema: Schema,
    rng: Random,
    *,
    other: Sequence[Any] | None = None,
    among: Sequence[int] | None = None,
    max_bytes: int = MAX_BYTES,
) -> list[Any]:
    """Changed arguments that conform to the schema; the given ones are left as they are.

    One argument is resized, has a block repeated, sorted, reversed or replaced by a block of the same argument of
    `other` (or of itself), has two elements exchanged or one renewed; a number is moved, doubled or halved. After some
    tries without a valid change it is a copy.

    Args:
        arguments: an input that conforms to the schema.
        rng: its state alone decides.
        other: another input, to splice from.
        among: arguments of which one is changed; any if None, those that can grow more often.
    """
    candidates = among or growable(schema) or tuple(range(len(arguments)))
    for _ in range(_TRIES if candidates else 0):
        changed = copy.deepcopy(list(arguments))
        anywhere = not among and rng.random() < _ANY_ARGUMENT
        number = rng.randrange(len(changed)) if anywhere else rng.choice(candidates)
        donor = changed[number] if other is None else other[number]
        changed[number] = _changed(changed[number], schema.arguments[number], donor, rng)
        made = repaired(changed, schema) if byte_size(changed) <= max_bytes else None
        if made is not None and repr(made) != repr(list(arguments)):
            return made
    return copy.deepcopy(list(arguments))


def _changed(value: Any, shape: Shape, donor: Any, rng: Random) -> Any:
    fresh = Values(Family.RANDOM, rng, budget=Budget(MAX_BYTES))
    if isinstance(shape, OneOfShape):
        fits = [option for option in shape.options if conforms(value, option)]
        return _changed(value, fits[0], donor, rng) if fits and rng.random() < _INSIDE else fresh.any(shape)
    if type(value) in {int, float}:
        return rng.choice(_NUMBERS)(value)
    if isinstance(shape, RecordShape):
        parts, position = list(value), rng.randrange(len(value))
        same = type(donor) is type(value) and len(donor) == len(value)
        parts[position] = _changed(
            parts[position], shape.parts[position], (donor if same else value)[position], rng
        )
        return type(value)(parts)
    if isinstance(shape, SequenceShape | DictShape | StrShape):
        return _changed_container(value, shape, donor if type(donor) is type(value) else value, rng)
    return fresh.any(shape)


def _changed_container(
    value: Any, shape: SequenceShape | DictShape | StrShape, donor: Any, rng: Random
) -> Any:
    parts = _parts(value)
    if isinstance(shape, SequenceShape) and parts and rng.random() < 1 - _INSIDE:
        position = rng.randrange(len(parts))
        parts[position] = _changed(parts[position], shape.element, rng.choice(_parts(donor) or parts), rng)
        return type(value)(parts)
    change = rng.choice(_CHANGES)
    if change is None or not parts:
        parts = _renewed(
            parts, _parts(Values(Family.RANDOM, rng, budget=Budget(MAX_BYTES)).of_length(shape, 1)), rng
        )
    else:
        parts = change(parts, _parts(donor), rng)
    return "".join(parts) if isinstance(value, str) else type(value)(parts)


def _parts(value: Any) -> list[Any]:
    if isinstance(value, set | frozenset):
        return sorted(value, key=repr)
    return list(value.items()) if isinstance(value, dict) else list(value)


def _block(length: int, rng: Random) -> tuple[int, int]:
    """Start and end of a block that is not empty."""
    start = rng.randrange(length)
    return start, rng.randint(start + 1, length)


def _shorter(parts: list[Any], donor: list[Any], rng: Random) -> list[Any]:
    start, end = _block(len(parts), rng)
    return parts[:start] + parts[end:]


def _doubled(parts: list[Any], donor: list[Any], rng: Random) -> list[Any]:
    return parts + copy.deepcopy(parts)


def _repeated(parts: list[Any], donor: list[Any], rng: Random) -> list[Any]:
    start, end = _block(len(parts), rng)
    return parts[:end] + copy.deepcopy(parts[start:end]) + parts[end:]


def _sorted(parts: list[Any], donor: list[Any], rng: Random) -> list[Any]:
    start, end = _block(len(parts), rng)
    try:
        block = sorted(parts[start:end])
    except TypeError:  # None beside numbers, and the like
        block = parts[start:end][::-1]
    return parts[:start] + block + parts[end:]


def _reversed(parts: list[Any], donor: list[Any], rng: Random) -> list[Any]:
    start, end = _block(len(parts), rng)
    return parts[:start] + parts[start:end][::-1] + parts[end:]


def _swapped(parts: list[Any], donor: list[Any], rng: Random) -> list[Any]:
    first, second = rng.randrange(len(parts)), rng.randrange(len(parts))
    parts[first], parts[second] = parts[second], parts[first]
    return parts


def _spliced(parts: list[Any], donor: list[Any], rng: Random) -> list[Any]:
    if not donor:
        return parts
    start, end = _block(len(parts), rng)
    first, last = _block(len(donor), rng)
    return parts[:start] + copy.deepcopy(donor[first:last]) + parts[end:]


def _renewed(parts: list[Any], new: list[Any], rng: Random) -> list[Any]:
    position = rng.randrange(len(parts) + 1)
    return parts[:position] + new + parts[position + 1 :]


_CHANGES: tuple[Callable[[list[Any], list[Any], Random], list[Any]] | None, ...] = (
    _shorter,
    _doubled,
    _repeated,
    _sorted,
    _reversed,
    _swapped,
    _spliced,
    None,  # one element anew
)
_NUMBERS: tuple[Callable[[Any], Any], ...] = (
    lambda value: value + 1,
    lambda value: value - 1,
    lambda value: value * 2,
    lambda value: value // 2 if type(value) is int else value / 2,
    lambda value: -value,
)
