from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar, get_type_hints, overload

if TYPE_CHECKING:
    from collections.abc import Sequence

    import nothing_like_this

T = TypeVar("T")


class Adds(Protocol):
    def add(self, values: Sequence[int]) -> int: ...


class Pair(NamedTuple):
    first: int
    second: int = 0


class Adder(Generic[T]):
    def add(self, values: Sequence[int]) -> int:
        return sum(values)


def run(adder: Adds, values: Sequence[int]) -> int:
    return adder.add(values)


def solution(input_data: dict[str, list[int]]) -> int:
    pair = Pair(run(Adder[int](), input_data["values"]))
    assert get_type_hints(Pair) == {"first": int, "second": int}
    return pair.first + pair.second
