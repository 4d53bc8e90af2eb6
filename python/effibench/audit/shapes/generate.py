"""Performance inputs of any size in the families that suit a schema."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from effibench.audit.shapes.patterns import (
    DISTINCT_FAMILIES,
    GRAPH_FAMILIES,
    NUMBER_FAMILIES,
    TEXT_FAMILIES,
    Family,
)
from effibench.audit.shapes.repair import repaired
from effibench.audit.shapes.schema import (
    Below,
    BoolShape,
    DictShape,
    FloatShape,
    InputTooLargeError,
    IntShape,
    SameLength,
    Schema,
    SequenceShape,
    Shape,
    StrShape,
    growable,
    numeric,
    sized,
)
from effibench.audit.shapes.sizes import MAX_BYTES, byte_size, least_bytes
from effibench.audit.shapes.values import Budget, Values, is_edge
from effibench.errors import UsageError

_ORDERED = tuple(
    family for family in Family if family not in (*NUMBER_FAMILIES, *TEXT_FAMILIES, *GRAPH_FAMILIES)
)


def families(schema: Schema) -> tuple[Family, ...]:
    """Families that give different inputs for at least one argument that can grow, always in the same order."""
    found: set[Family] = {Family.RANDOM}
    for number in growable(schema):
        shape = sized(schema.arguments[number]) or numeric(schema.arguments[number])
        if shape is not None:
            found |= _families_of(shape)
    return tuple(family for family in Family if family in found)


def _families_of(shape: Shape) -> set[Family]:
    if isinstance(shape, IntShape):
        return {Family.RANDOM, *NUMBER_FAMILIES}
    if isinstance(shape, StrShape):
        return {*_ORDERED, *TEXT_FAMILIES}
    if isinstance(shape, DictShape):
        return {*_ORDERED} if isinstance(shape.value, IntShape | FloatShape | StrShape) else {Family.RANDOM}
    if not isinstance(shape, SequenceShape):
        return {Family.RANDOM}
    element = shape.element
    found = {Family.RANDOM}
    if isinstance(element, IntShape) and element.at_most is None:
        found |= {*NUMBER_FAMILIES}
    if isinstance(element, StrShape) and element.longest > 1:
        found |= {*TEXT_FAMILIES}
    if is_edge(element) and not shape.rows:
        found |= {*GRAPH_FAMILIES}
    if isinstance(element, SequenceShape):
        found |= {Family.ALL_EQUAL, Family.FEW_DISTINCT} if not shape.rows else _families_of(element)
    elif shape.kind in {"list", "tuple"} and isinstance(
        element, IntShape | FloatShape | StrShape | BoolShape
    ):
        orders = DISTINCT_FAMILIES if shape.distinct else _ORDERED
        kept = (
            (Family.RANDOM, Family.ALL_EQUAL, Family.ALL_DISTINCT, Family.FEW_DISTINCT)
            if shape.order
            else orders
        )
        found |= {family for family in kept if family in orders}
    return found


def generate(
    schema: Schema,
    family: Family,
    size: int,
    seed: int,
    *,
    grow: Sequence[int] | None = None,
    max_bytes: int = MAX_BYTES,
) -> list[Any]:
    """Arguments in which those that grow have the size; the same for the same call on every machine.

    The size of an argument is its length, of a number its magnitude. Where elements have to be distinct and too few
    exist, or a relation cuts it, an argument may come out shorter.

    Args:
        size: at least 1.
        grow: which arguments get the size; `growable(schema)` if None. Others are as large as those that were seen, but
            for arguments that always have the length of one that grows.
        max_bytes: no larger input is made.

    Raises:
        UsageError: the size is below 1, the family does not suit the schema, an argument cannot grow, or the schema's
            conditions contradict each other.
        InputTooLargeError: the input would exceed `max_bytes`.
    """
    if size < 1:
        raise UsageError(f"size is {size}; it must be at least 1")
    if family not in families(schema):
        known = ", ".join(families(schema))
        raise UsageError(f"family {family} does not suit these arguments; those that do are {known}")
    grown = _grown_together(schema, growable(schema) if grow is None else grow)
    least = sum(
        least_bytes(sized(schema.arguments[number]) or schema.arguments[number], size) for number in grown
    )
    if least > max_bytes:
        raise InputTooLargeError(f"size {size} takes {least} bytes or more; {max_bytes} is the most")
    rng = Random(f"{family}/{size}/{seed}")
    arguments = []
    for number, shape in enumerate(schema.arguments):
        budget = Budget(max_bytes)
        if number in grown:
            values = Values(family, rng, budget=budget, span=size, last=_last(schema, number, size))
            arguments.append(_grown(schema.arguments[number], size, values))
        else:
            arguments.append(Values(Family.RANDOM, rng, budget=budget).any(shape))
    made = repaired(arguments, schema)
    if made is None:
        raise UsageError(f"no input of size {size} and family {family} meets all conditions of the schema")
    if (taken := byte_size(made)) > max_bytes:
        raise InputTooLargeError(f"size {size} takes {taken} bytes; {max_bytes} is the most")
    return made


def _grown_together(schema: Schema, grow: Sequence[int]) -> set[int]:
    """The arguments that grow, and those that have the length of one of them."""
    found = set(grow)
    for number in found:
        if not 0 <= number < len(schema.arguments):
            raise UsageError(f"grow names argument {number}; there are {len(schema.arguments)}")
        if sized(schema.arguments[number]) is None and numeric(schema.arguments[number]) is None:
            raise UsageError(f"argument {number} cannot grow")
    for _ in schema.relations:
        for relation in schema.relations:
            if isinstance(relation, SameLength) and found & {*relation}:
                found |= {*relation}
    return found


def _last(schema: Schema, number: int, size: int) -> int | None:
    """The largest whole number that may be in an argument whose bound is the length that is to be."""
    bounds = [
        relation
        for relation in schema.relations
        if isinstance(relation, Below) and relation.argument == number
    ]
    return min(
        (size - (not bound.inclusive) for bound in bounds if bound.elements and bound.length), default=None
    )


def _grown(shape: Shape, size: int, values: Values) -> Any:
    with_length = sized(shape)
    if with_length is not None:
        return values.of_length(with_length, size)
    found = numeric(shape)
    assert found is not None  # `_grown_together` has seen to it
    return values.number(found, size)
