from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(order=True, slots=True)
class Item:
    value: int
    names: list[str] = field(default_factory=list, compare=False)


@dataclass(frozen=True)
class Bag:
    items: tuple[Item, ...]
    made: ClassVar[int] = 0

    @property
    def total(self) -> int:
        return sum(item.value for item in self.items)


def solution(input_data):
    bag = Bag(tuple(sorted(Item(value) for value in input_data["values"])))
    return sum(item["value"] for item in dataclasses.asdict(bag)["items"]) * 2 - bag.total
