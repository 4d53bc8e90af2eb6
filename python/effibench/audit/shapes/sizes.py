"""How large inputs are: in bytes, roughly as they travel, and as the number that is grown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from effibench.audit.shapes.schema import (
    DictShape,
    RecordShape,
    Schema,
    SequenceShape,
    Shape,
    StrShape,
    growable,
)

MAX_BYTES = 64 << 20  # the limit of EvalPerf's input growth
PER_VALUE = 8


def byte_size(value: Any) -> int:
    """Bytes that the value takes: 8 for each value and container, and what texts and long numbers have."""
    total, pending = 0, [value]
    while pending:
        part = pending.pop()
        total += PER_VALUE
        if isinstance(part, str):
            total += len(part) if part.isascii() else len(part.encode("utf-8", "surrogatepass"))
        elif isinstance(part, bytes | bytearray):
            total += len(part)
        elif type(part) is int:
            total += max(0, part.bit_length() - 64) // 8
        elif isinstance(part, dict):
            pending.extend(part.keys())
            pending.extend(part.values())
        elif isinstance(part, list | tuple | set | frozenset):
            pending.extend(part)
    return total


def least_bytes(shape: Shape, size: int) -> int:
    """Bytes that a value of length `size` takes at least, its parts being as short as any that were seen."""
    if isinstance(shape, StrShape):
        return PER_VALUE + size
    if isinstance(shape, SequenceShape):
        return PER_VALUE + size * _least(shape.element, size if shape.rows == "square" else 0)
    if isinstance(shape, DictShape):
        return PER_VALUE + size * (_least(shape.key, 0) + _least(shape.value, 0))
    return _least(shape, 0)


def _least(shape: Shape, length: int) -> int:
    if isinstance(shape, StrShape | SequenceShape | DictShape):
        return least_bytes(shape, length or shape.shortest)
    if isinstance(shape, RecordShape):
        return PER_VALUE + sum(_least(part, 0) for part in shape.parts)
    return PER_VALUE


def input_size(arguments: Sequence[Any], schema: Schema) -> int:
    """The number that growth is about: length of the longest argument that can grow, or the largest finite number."""
    found = [0]
    for number in growable(schema):
        value = arguments[number]
        if isinstance(value, str | list | tuple | set | frozenset | dict):
            found.append(len(value))
        elif type(value) is int or (type(value) is float and math.isfinite(value)):
            found.append(abs(int(value)))
    return max(found)
