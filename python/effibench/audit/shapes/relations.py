"""Learns relations between arguments: equal lengths, indices, bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

from effibench.audit.shapes.schema import (
    Below,
    IntShape,
    IsLength,
    NotAbove,
    RecordShape,
    Relation,
    SameLength,
    SequenceShape,
    Shape,
    integers_in,
    sized,
)

_ENOUGH = 3
_ENOUGH_ORDERED = 5


def relations_of(shapes: Sequence[Shape], inputs: Sequence[Sequence[Any]]) -> tuple[Relation, ...]:
    """Relations that hold in all inputs and that chance does not explain.

    Lengths must vary; a bound on elements must be touched in a third of the inputs. A relation that is not needed makes
    inputs no worse than a little narrow; one that is missed may make them invalid.
    """
    if len(inputs) < _ENOUGH:
        return ()
    columns = [list(column) for column in zip(*inputs, strict=True)]
    lengths = {number: _lengths(columns[number]) for number, shape in enumerate(shapes) if sized(shape)}
    lengths = {number: found for number, found in lengths.items() if found}
    numbers = [number for number, shape in enumerate(shapes) if isinstance(shape, IntShape)]
    found: list[Relation] = []
    for first, second in combinations(lengths, 2):
        if lengths[first] == lengths[second] and len(set(lengths[first])) > 1:
            found.append(SameLength(first, second))
    measures = {
        (argument, of)
        for argument in numbers
        for of in lengths
        if columns[argument] == lengths[of] and len(set(lengths[of])) > 1
    }
    found += [IsLength(*pair) for pair in sorted(measures)]
    taken = {argument for argument, _ in measures}
    free = [number for number in numbers if number not in taken and not _is_closed(shapes[number])]
    for argument in free:
        found += list(_indices(argument, columns[argument], lengths))
    for number, shape in enumerate(shapes):
        if isinstance(shape, SequenceShape) and shape.kind in {"list", "tuple"}:
            low = _least(shape)
            if low is not None:
                found += list(
                    _elements(number, columns[number], lengths, {n: columns[n] for n in numbers}, low)
                )
    if len(inputs) >= _ENOUGH_ORDERED:
        for smaller, larger in permutations(free, 2):
            pairs = list(zip(columns[smaller], columns[larger], strict=True))
            if all(low <= high for low, high in pairs) and any(low < high for low, high in pairs):
                found.append(NotAbove(smaller, larger))
    return tuple(_without_conflicts(found))


def _lengths(column: Sequence[Any]) -> list[int]:
    """Lengths of all values; none where one has no length."""
    return [len(value) for value in column] if all(hasattr(value, "__len__") for value in column) else []


def _indices(argument: int, column: Sequence[int], lengths: dict[int, list[int]]) -> Iterator[Relation]:
    for of, found in lengths.items():
        pairs = list(zip(column, found, strict=True))
        if (
            len(set(found)) > 1
            and len(set(column)) > 1
            and all(0 <= value <= length for value, length in pairs)
        ):
            inclusive = any(value == length for value, length in pairs)
            low = min(1, *column)
            yield Below(argument, of, elements=False, length=True, inclusive=inclusive, low=low)
            return


def _elements(
    argument: int,
    column: Sequence[Any],
    lengths: dict[int, list[int]],
    numbers: dict[int, list[int]],
    low: int,
) -> Iterator[Relation]:
    """Bounds on all numbers inside a sequence, such as vertices of edges below the number of vertices."""
    largest = [max(integers_in(value), default=None) for value in column]
    smallest = [min(integers_in(value), default=low) for value in column]
    if min(smallest) < low or sum(value is not None for value in largest) < _ENOUGH:
        return
    bounds = [(of, False, found) for of, found in numbers.items()]
    bounds += [(of, True, found) for of, found in lengths.items()]
    for of, length, found in bounds:
        pairs = [(value, bound) for value, bound in zip(largest, found, strict=True) if value is not None]
        for inclusive in (False, True):
            last = [bound - (not inclusive) for _, bound in pairs]
            within = all(value <= end for (value, _), end in zip(pairs, last, strict=True))
            touched = sum(value == end for (value, _), end in zip(pairs, last, strict=True))
            if within and len(set(found)) > 1 and 3 * touched >= len(pairs):
                yield Below(argument, of, elements=True, length=length, inclusive=inclusive, low=low)
                return


def _is_closed(shape: Shape) -> bool:
    return isinstance(shape, IntShape) and shape.at_most is not None


def _least(shape: Shape) -> int | None:
    """The largest lower end, 0 or 1, of the whole numbers inside; None if there are none or their range is closed."""
    inside = list(_integer_shapes(shape))
    ends = [part.at_least for part in inside if part.at_least is not None and part.at_most is None]
    return max(ends) if ends and len(ends) == len(inside) else None


def _integer_shapes(shape: Shape) -> Iterator[IntShape]:
    if isinstance(shape, IntShape):
        yield shape
    elif isinstance(shape, SequenceShape):
        yield from _integer_shapes(shape.element)
    elif isinstance(shape, RecordShape):
        for part in shape.parts:
            yield from _integer_shapes(part)


def _without_conflicts(found: list[Relation]) -> Iterator[Relation]:
    """Relations of which each leaves a value free that it can set: a number follows one relation only."""
    settled: set[int] = set()
    for relation in found:
        if isinstance(relation, SameLength) or (isinstance(relation, Below) and relation.elements):
            yield relation
        else:
            own = (
                {relation.smaller, relation.larger} if isinstance(relation, NotAbove) else {relation.argument}
            )
            if not own & settled:
                settled |= own
                yield relation
