"""What the arguments of a function look like: types with what was seen of them, and relations between arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from effibench.errors import UsageError

SequenceKind = Literal["list", "tuple", "set", "frozenset"]
Order = Literal["", "ascending", "descending"]
Rows = Literal["", "equal", "square"]


class InputTooLargeError(UsageError):
    """An input of that size would be larger than the given number of bytes."""


@dataclass(frozen=True, slots=True)
class NoneShape:
    """Always None."""


@dataclass(frozen=True, slots=True)
class BoolShape:
    """True or False."""


@dataclass(frozen=True, slots=True)
class IntShape:
    """A whole number. `low` … `high` were seen; `at_least` and `at_most` are taken for conditions."""

    low: int
    high: int
    at_least: int | None = None
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class FloatShape:
    """A number. `low` … `high` were seen, and infinite ones or NaN if not `finite`; `at_least` is a condition."""

    low: float
    high: float
    at_least: float | None = None
    finite: bool = True


@dataclass(frozen=True, slots=True)
class StrShape:
    """Text of the characters in `alphabet`, which are sorted; of `shortest` to `longest` characters were seen.

    Text that is always a single character has to be one, and text that never was empty has not to be. `usual` is the
    mean length, here and below.
    """

    alphabet: str
    shortest: int
    longest: int
    usual: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class SequenceShape:
    """Elements of one shape, of which `shortest` to `longest` were seen.

    Attributes:
        order: taken for a condition, as is `distinct`.
        rows: the elements are sequences of one length, or of as many elements as there are rows.
    """

    kind: SequenceKind
    element: Shape
    shortest: int
    longest: int
    order: Order = ""
    distinct: bool = False
    rows: Rows = ""
    usual: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class RecordShape:
    """A list or tuple whose length is fixed, each part with its own shape."""

    kind: Literal["list", "tuple"]
    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class DictShape:
    """Keys of one shape and values of one shape; `shortest` to `longest` entries were seen."""

    key: Shape
    value: Shape
    shortest: int
    longest: int
    usual: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class OneOfShape:
    """One of several shapes, as where None or an integer may come."""

    options: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class SampleShape:
    """One of the values that were seen; for types that nothing is known to do with."""

    values: tuple[Any, ...]


Shape = (
    NoneShape
    | BoolShape
    | IntShape
    | FloatShape
    | StrShape
    | SequenceShape
    | RecordShape
    | DictShape
    | OneOfShape
    | SampleShape
)
Sized = StrShape | SequenceShape | DictShape


class SameLength(NamedTuple):
    """Two arguments have the same length."""

    first: int
    second: int


class IsLength(NamedTuple):
    """A whole-number argument is another's length."""

    argument: int
    of: int


class Below(NamedTuple):
    """A whole number, or all whole numbers in an argument, lie in low … bound - 1 (up to the bound if `inclusive`).

    Attributes:
        low: 0, or 1 where numbers count from 1.
        elements: it is about the numbers in the argument, which is a sequence, not about the argument.
        of: the argument that gives the bound, by its `length` or its value.
    """

    argument: int
    of: int
    elements: bool
    length: bool
    inclusive: bool
    low: int = 0


class NotAbove(NamedTuple):
    """One whole-number argument is at most another."""

    smaller: int
    larger: int


Relation = SameLength | IsLength | Below | NotAbove


@dataclass(frozen=True, slots=True)
class Schema:
    """Shapes of all arguments and the relations between them, as far as the inputs show.

    What was learned from few inputs may be wrong: generated inputs are to be confirmed by a solution that accepts them.
    """

    arguments: tuple[Shape, ...]
    relations: tuple[Relation, ...] = ()


def sized(shape: Shape) -> Sized | None:
    """The part of the shape that has a length: itself, or its first option with one; None without."""
    options = shape.options if isinstance(shape, OneOfShape) else (shape,)
    for option in options:
        if isinstance(option, StrShape) and option.longest < 2:
            continue  # a character, or no text at all
        if isinstance(option, Sized) and (isinstance(option, StrShape | DictShape) or option.longest > 0):
            return option
    return None


def numeric(shape: Shape) -> IntShape | FloatShape | None:
    """The part of the shape that is a number that can grow; None without."""
    options = shape.options if isinstance(shape, OneOfShape) else (shape,)
    for option in options:
        if isinstance(option, FloatShape) or (isinstance(option, IntShape) and option.at_most is None):
            return option
    return None


def growable(schema: Schema) -> tuple[int, ...]:
    """Arguments that make an input larger: those with a length, or, where there are none, numbers."""
    with_length = tuple(number for number, shape in enumerate(schema.arguments) if sized(shape))
    if with_length:
        return with_length
    return tuple(number for number, shape in enumerate(schema.arguments) if numeric(shape))


def integers_in(value: Any) -> Iterator[int]:
    """All whole numbers in a nested list or tuple, or the value itself."""
    pending = [value]
    while pending:
        part = pending.pop()
        if type(part) is int:
            yield part
        elif isinstance(part, list | tuple | set | frozenset):
            pending.extend(part)
