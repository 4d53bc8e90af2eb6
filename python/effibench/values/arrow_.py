"""Arrow arrays as plain trees of numpy arrays, for the pandas columns that are stored in Arrow.

Not Arrow's own IPC format: its reader trusts lengths that it finds in the bytes (a compressed buffer says
how much to allocate), and what lies under a null is arbitrary there. Here a tree is checked completely
when it is put together, and equal arrays have equal trees.
"""

import re
from typing import Any, Final
from zoneinfo import ZoneInfo

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.compute as pc  # type: ignore[import-untyped, unused-ignore]

from effibench.values.errors import UnsupportedType
from effibench.values.payload import expect, fields, require

_FLAT: Final = {
    str(kind): kind
    for kind in (
        *(pa.null(), pa.bool_(), pa.int8(), pa.int16(), pa.int32(), pa.int64()),
        *(pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64(), pa.float16(), pa.float32(), pa.float64()),
        *(pa.string(), pa.large_string(), pa.binary(), pa.large_binary(), pa.date32(), pa.date64()),
        *(pa.time32("s"), pa.time32("ms"), pa.time64("us"), pa.time64("ns")),
        *(pa.duration(unit) for unit in ("s", "ms", "us", "ns")),
        *(pa.timestamp(unit) for unit in ("s", "ms", "us", "ns")),
        *((pa.string_view(), pa.binary_view()) if hasattr(pa, "string_view") else ()),
    )
}
_OFFSET: Final = re.compile(r"[+-]\d\d:\d\d", re.ASCII)
_DECIMALS: Final = {128: pa.decimal128, 256: pa.decimal256}
_MAX_LIST: Final = 2**31 - 1


def type_tree(kind: Any) -> object:  # noqa: PLR0911 - one a kind of type
    """An Arrow type as text, or as a tuple for types with parameters.

    Raises:
        UnsupportedType: For unions, maps, run-end encoding and extension types.
    """
    if _FLAT.get(str(kind)) == kind:
        return str(kind)
    if pa.types.is_timestamp(kind):
        return ("timestamp", kind.unit, kind.tz)
    if pa.types.is_decimal(kind) and kind.bit_width in _DECIMALS:
        return ("decimal", kind.bit_width, kind.precision, kind.scale)
    if pa.types.is_fixed_size_binary(kind) and type(kind) is pa.FixedSizeBinaryType:
        return ("bytes", kind.byte_width)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return ("list" if pa.types.is_list(kind) else "large_list", *_field_tree(kind.value_field))
    if pa.types.is_fixed_size_list(kind):
        return ("fixed_list", kind.list_size, *_field_tree(kind.value_field))
    if pa.types.is_struct(kind):
        return ("struct", [_field_tree(kind.field(i)) for i in range(kind.num_fields)])
    if pa.types.is_dictionary(kind):
        return ("dictionary", type_tree(kind.index_type), type_tree(kind.value_type), kind.ordered)
    raise UnsupportedType(f"pyarrow {kind}", "", "an Arrow type without an encoding")


def _field_tree(field: Any) -> tuple[str, bool, object]:
    return (field.name, field.nullable, type_tree(field.type))


def _build_field(tree: object) -> Any:
    name, nullable, kind = fields(tree, str, bool, object, what="Arrow field")
    return pa.field(name, build_type(kind), nullable=nullable)


def build_type(tree: object) -> Any:  # noqa: PLR0911 - one a kind of type
    """The reverse of `type_tree`; raises DecodeError (or an Arrow error) for anything it doesn't return."""
    if type(tree) is str:
        require(tree in _FLAT, f"an Arrow type reads {tree[:40]!r}")
        return _FLAT[tree]
    parts = expect(tree, tuple, "Arrow type")
    require(len(parts) > 1, "an Arrow type is empty")
    match parts[0]:
        case "timestamp":
            _, unit, zone = fields(parts, str, str, str, what="timestamp")
            if _OFFSET.fullmatch(zone) is None:
                ZoneInfo(zone)  # Arrow looks the zone up much later
            return pa.timestamp(unit, zone)
        case "decimal":
            _, bits, precision, scale = fields(parts, str, int, int, int, what="decimal")
            require(bits in _DECIMALS, "a decimal has an unknown width")
            return _DECIMALS[bits](precision, scale)
        case "bytes":
            width = fields(parts, str, int, what="fixed-size binary")[1]
            require(0 <= width < 2**31, "a fixed-size binary has an impossible width")
            return pa.binary(width)
        case "list":
            return pa.list_(_build_field(parts[1:]))
        case "large_list":
            return pa.large_list(_build_field(parts[1:]))
        case "fixed_list":
            size = expect(parts[1], int, "size of a fixed-size list")
            require(0 <= size <= _MAX_LIST, "a fixed-size list has an impossible size")
            return pa.list_(_build_field(parts[2:]), size)
        case "struct":
            columns = expect(fields(parts, str, list, what="struct")[1], list, "struct")
            return pa.struct([_build_field(column) for column in columns])
        case _:
            word, index, value, ordered = fields(parts, str, object, object, bool, what="Arrow type")
            require(word == "dictionary", f"an Arrow type reads {word[:40]!r}")
            index_type = build_type(index)
            require(pa.types.is_integer(index_type), "a dictionary's index is not an integer")
            return pa.dictionary(index_type, build_type(value), ordered=ordered)


def _is_text(kind: Any) -> bool:
    return bool(
        pa.types.is_string(kind)
        or pa.types.is_large_string(kind)
        or pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
        or kind in (_FLAT.get("string_view"), _FLAT.get("binary_view"))
    )


def _large(kind: Any) -> Any:
    return pa.large_string() if "string" in str(kind) else pa.large_binary()


def array_tree(array: Any) -> object:
    """An Arrow array as ``(length, mask of the nulls or None, body)``; a ChunkedArray is joined."""
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    mask = array.is_null().to_numpy(zero_copy_only=False) if array.null_count else None
    return (len(array), None if pa.types.is_null(array.type) else mask, _body(array, mask))


def _body(array: Any, mask: Any) -> object:  # noqa: PLR0911 - one a kind of type
    kind = array.type
    if pa.types.is_null(kind):
        return None
    if pa.types.is_dictionary(kind):
        return (array_tree(array.indices), array_tree(array.dictionary))
    if pa.types.is_struct(kind):
        return [
            array_tree(column) for column in array.flatten()
        ]  # flatten: the struct's nulls reach the fields
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        lengths = pc.list_value_length(array).cast(pa.int64()).fill_null(0).to_numpy(zero_copy_only=False)
        return (lengths, array_tree(array.flatten()))  # flatten: without what lies under a null
    if pa.types.is_fixed_size_list(kind):
        return array_tree(array.values.slice(array.offset * kind.list_size, len(array) * kind.list_size))
    if pa.types.is_boolean(kind):
        return array.fill_null(False).to_numpy(zero_copy_only=False)
    if _is_text(kind):
        flat = array.cast(_large(kind))
        if mask is not None:
            flat = flat.fill_null("" if pa.types.is_large_string(flat.type) else b"")
        _, offsets, data = flat.buffers()
        bounds = (
            np.frombuffer(offsets, np.int64)[flat.offset : flat.offset + len(flat) + 1]
            if len(flat)
            else np.zeros(1, np.int64)
        )
        first, last = int(bounds[0]), int(bounds[-1])
        joined = np.frombuffer(data, np.uint8)[first:last] if last > first else np.zeros(0, np.uint8)
        return (np.diff(bounds), joined)
    width = kind.bit_width // 8
    buffer = array.buffers()[1]
    if buffer is None or len(array) == 0 or width == 0:
        return np.zeros((len(array), width), np.uint8)
    start = array.offset * width
    rows = np.frombuffer(buffer, np.uint8)[start : start + len(array) * width].reshape(len(array), width)
    return np.where(mask[:, None], np.uint8(0), rows) if mask is not None else rows


def build_array(kind: Any, tree: object) -> Any:
    """The reverse of `array_tree` for an array of a known type, fully validated.

    Raises:
        DecodeError: If the parts don't fit together.
        pyarrow.ArrowInvalid: If Arrow's full validation finds a fault.
    """
    array = _assemble(kind, tree)
    array.validate(full=True)
    return array


def _vector(value: object, dtype: Any, what: str) -> Any:
    array = expect(value, np.ndarray, what)
    require(array.ndim == 1 and array.dtype == dtype, f"{what} has the wrong type or shape")
    return array


def _offsets(lengths: object, rows: int, total: int, dtype: Any) -> Any:
    sizes = _vector(lengths, np.int64, "lengths of an Arrow array")
    require(len(sizes) == rows, "an Arrow array has the wrong number of lengths")
    # Each at most the total, so the sum of all of them can't wrap around.
    require(bool(((sizes >= 0) & (sizes <= total)).all()), "an Arrow array has an impossible length")
    bounds = np.zeros(rows + 1, np.int64)
    np.cumsum(sizes, out=bounds[1:])
    require(int(bounds[-1]) == total, "an Arrow array's lengths don't add up")
    require(dtype == np.int64 or total <= _MAX_LIST, "an Arrow list is too long for its type")
    return pa.py_buffer(bounds.astype(dtype))


def _assemble(kind: Any, tree: object) -> Any:  # noqa: PLR0911 - one a kind of type
    rows, mask, body = fields(tree, int, object, object, what="Arrow array")
    require(0 <= rows < 2**48, "an Arrow array has an impossible length")
    validity, nulls = None, 0
    if mask is not None:
        flags = _vector(mask, np.bool_, "mask of an Arrow array")
        nulls = int(flags.sum())
        require(len(flags) == rows and nulls > 0, "an Arrow array's mask does not fit it")
        validity = pa.py_buffer(np.packbits(~flags, bitorder="little"))
    if pa.types.is_null(kind):
        require(body is None and mask is None, "an Arrow null array has a body")
        return pa.nulls(rows)
    if pa.types.is_dictionary(kind):
        index, values = fields(body, object, object, what="Arrow dictionary")
        indices = _assemble(kind.index_type, index)
        require(len(indices) == rows, "an Arrow dictionary has the wrong length")
        return pa.DictionaryArray.from_arrays(
            indices, _assemble(kind.value_type, values), ordered=kind.ordered
        )
    if pa.types.is_struct(kind):
        columns = expect(body, list, "Arrow struct")
        require(len(columns) == kind.num_fields, "an Arrow struct lacks fields")
        children = [_assemble(kind.field(i).type, column) for i, column in enumerate(columns)]
        require(all(len(child) == rows for child in children), "an Arrow struct's fields differ in length")
        return pa.Array.from_buffers(kind, rows, [validity], nulls, children=children)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        lengths, values = fields(body, object, object, what="Arrow list")
        child = _assemble(kind.value_type, values)
        width = np.int32 if pa.types.is_list(kind) else np.int64
        bounds = _offsets(lengths, rows, len(child), width)
        return pa.Array.from_buffers(kind, rows, [validity, bounds], nulls, children=[child])
    if pa.types.is_fixed_size_list(kind):
        child = _assemble(kind.value_type, body)
        require(len(child) == rows * kind.list_size, "an Arrow fixed-size list has the wrong length")
        return pa.Array.from_buffers(kind, rows, [validity], nulls, children=[child])
    if pa.types.is_boolean(kind):
        values = _vector(body, np.bool_, "Arrow array of bool")
        require(len(values) == rows, "an Arrow array has the wrong length")
        bits = pa.py_buffer(np.packbits(values, bitorder="little"))
        return pa.Array.from_buffers(kind, rows, [validity, bits], nulls)
    if _is_text(kind):
        lengths, joined = fields(body, object, object, what="Arrow text")
        data = _vector(joined, np.uint8, "Arrow text")
        bounds = _offsets(lengths, rows, len(data), np.int64)
        large = pa.Array.from_buffers(_large(kind), rows, [validity, bounds, pa.py_buffer(data)], nulls)
        large.validate(full=True)
        return large.cast(kind)
    rows_of_bytes = expect(body, np.ndarray, "Arrow array")
    require(
        rows_of_bytes.dtype == np.uint8 and rows_of_bytes.shape == (rows, kind.bit_width // 8),
        "an Arrow array has the wrong length",
    )
    return pa.Array.from_buffers(
        kind, rows, [validity, pa.py_buffer(np.ascontiguousarray(rows_of_bytes))], nulls
    )
