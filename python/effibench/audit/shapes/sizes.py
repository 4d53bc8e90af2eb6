"""How large inputs are: in bytes, roughly as they travel, and as the number that is grown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from effibench.audit.shapes.schema import (
    DictShape,
    OneOfShape,
    RecordShape,
    SampleShape,
    Schema,
    SequenceShape,
    Shape,
    StrShape,
    growable,
)

MAX_BYTES = 64 << 20  # the limit of EvalPerf's input growth
_PER_VALUE = 8


def byte_size(value: Any) -> int:
    """Bytes that the value takes: 8 for each value and container, and what texts and long numbers have."""
    total, pending = 0, [value]
    while pending:
        part = pending.pop()
        total += _PER_VALUE
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


def bytes_expected(shape: Shape, size: int) -> int:
    """Bytes of a value of the shape whose own length is `size`, from what was seen of its parts."""
    if isinstance(shape, StrShape):
        return _PER_VALUE + size
    if isinstance(shape, SequenceShape):
        return _PER_VALUE + size * _typical(shape.element, size if shape.rows == "square" else 0)
    if isinstance(shape, DictShape):
        return _PER_VALUE + size * (_typical(shape.key, 0) + _typical(shape.value, 0))
    if isinstance(shape, OneOfShape):
        return max(bytes_expected(option, size) for option in shape.options)
    return _typical(shape, 0)


def _typical(shape: Shape, length: int) -> int:
    if isinstance(shape, StrShape | SequenceShape | DictShape):
        return bytes_expected(shape, length or max(1, shape.longest))
    if isinstance(shape, RecordShape):
        return _PER_VALUE + sum(_typical(part, 0) for part in shape.parts)
    if isinstance(shape, OneOfShape):
        return max(_typical(option, length) for option in shape.options)
    return byte_size(shape.values[0]) if isinstance(shape, SampleShape) else _PER_VALUE


def input_size(arguments: Sequence[Any], schema: Schema) -> int:
    """The number that growth is about: the length of the longest argument that can grow, or the largest number."""
    found = [0]
    for number in growable(schema):
        value = arguments[number]
        if isinstance(value, str | list | tuple | set | frozenset | dict):
            found.append(len(value))
        elif type(value) in {int, float}:
            found.append(abs(int(value)))
    return max(found)
