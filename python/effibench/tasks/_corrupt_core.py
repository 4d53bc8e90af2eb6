"""What a corruption is, and which module makes those of a type."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

Kind = Literal[
    "none",  # None in place of the value
    "zeros",  # all zero, one, False, or another constant
    "empty",
    "nan",  # NaN, null or NaT where there was a value
    "truncated",  # something at the end is left off
    "extended",  # something is too much
    "transposed",
    "order",  # the right elements or rows in another order
    "value",  # some values are wrong
    "sign",
    "dtype",  # equal values of another dtype, or in the sister container (tuple for list, COO for CSR)
    "structure",  # another container, dimension or level of nesting
    "labels",  # another name, key, column or index
]


@dataclass(frozen=True, slots=True)
class Corruption:
    """A wrong answer made from a right one.

    Attributes:
        name: A stable identifier, with the path to the corrupted part, as in ``['dist'].truncated``.
        kind: The category of the corruption.
        value: The wrong answer; shares memory with the right one where that is unchanged.
    """

    name: str
    kind: Kind
    value: Any

    def inside(self, path: str, rebuild: Callable[[Any], Any]) -> Corruption:
        """Returns the corruption of a whole in which this one is the part at ``path``."""
        return replace(
            self,
            name=f"{path}{self.name}" if self.name.startswith("[") else f"{path}.{self.name}",
            value=rebuild(self.value),
        )


Source = Callable[[Any, int], Iterator[Corruption]]
_SOURCES: dict[type, Source] = {}
_LIBRARIES = frozenset({"numpy", "pandas", "polars", "scipy", "torch"})


def register_source(source: Source, *types: type) -> None:
    """Makes ``source`` corrupt values of exactly these types."""
    for kind in types:
        _SOURCES[kind] = source


def raw_corruptions(value: Any, leaves: int) -> Iterator[Corruption]:
    """Yields the corruptions of a value, those that happen to equal it among them."""
    kind = type(value)
    top = kind.__module__.partition(".")[0]
    if kind not in _SOURCES and top in _LIBRARIES and top in sys.modules:
        importlib.import_module(f"{__package__}._corrupt_{top}")
    if value is not None:
        yield Corruption("none", "none", None)
        yield Corruption("wrapped", "structure", [value])
    source = _SOURCES.get(kind)
    if source is not None:
        yield from source(value, leaves)


def filled(value: Any, kind: Kind) -> Any:
    """Returns the value's first corruption of this kind, or the value if it has none."""
    return next((found.value for found in raw_corruptions(value, 0) if found.kind == kind), value)


def spread(count: int, most: int) -> Iterable[int]:
    """Returns up to ``most`` positions of ``count``, first and last among them."""
    if count <= most:
        return range(count)
    return sorted({round(i * (count - 1) / (most - 1)) for i in range(most)}) if most > 1 else range(most)
