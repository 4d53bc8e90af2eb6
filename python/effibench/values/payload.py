"""Checks on decoded trees before a library sees them."""

from typing import Any, TypeVar

from effibench.values.errors import DecodeError

T = TypeVar("T")


def expect(value: object, kind: type[T], what: str) -> T:
    """The value, if its exact type is kind.

    Raises:
        DecodeError: If not.
    """
    if type(value) is not kind:
        raise DecodeError(f"{what} is a {type(value).__name__}, expected {kind.__name__}")
    return value


def fields(value: object, *kinds: type, what: str) -> tuple[Any, ...]:
    """A tuple with one element of each exact type; ``object`` accepts anything."""
    parts = expect(value, tuple, what)
    if len(parts) != len(kinds):
        raise DecodeError(f"{what} has {len(parts)} parts, expected {len(kinds)}")
    for part, kind in zip(parts, kinds, strict=True):
        if kind is not object:
            expect(part, kind, f"part of {what}")
    return parts


def optional(value: object, kind: type[T], what: str) -> T | None:
    """The value, if it is None or of the exact type kind."""
    return None if value is None else expect(value, kind, what)


def elements(value: object, kind: type[T], what: str) -> list[T]:
    """A list whose elements are all of one exact type."""
    for item in expect(value, list, what):
        expect(item, kind, f"element of {what}")
    return value  # type: ignore[return-value]


def require(condition: bool, what: str) -> None:
    """Raises DecodeError unless the condition holds."""
    if not condition:
        raise DecodeError(what)
