"""numpy scalars, structured arrays and StringDType; plain and object arrays are compiled code."""

import re
from typing import Any, cast

import numpy as np

from effibench.values.errors import UnsupportedType
from effibench.values.payload import expect, fields, require
from effibench.values.registry import NUMPY_ARRAY, NUMPY_SCALAR, REDUCE, add, add_entry

_SIMPLE_DTYPE = re.compile(r"[<>|]([biufcSUV]\d{1,9}|[Mm]8(\[\d*[A-Za-z]+\])?)|\|O", re.ASCII)
_MAX_HOLES = 64  # item size over the size of the fields: decoding allocates at most this many times the bytes
_MAX_SIZELESS = 50_000_000

DTypeTree = str | tuple[Any, ...]


def dtype_tree(dtype: "np.dtype[Any]") -> DTypeTree:
    """A dtype as text, or as a tuple for structured and subarray dtypes.

    Raises:
        UnsupportedType: For titles, wide holes, and dtypes that a library adds to numpy.
    """
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return ("sub", dtype_tree(base), tuple(shape))
    if dtype.names is not None:
        layout = cast("dict[str, tuple[Any, ...]]", dtype.fields or {})
        if any(len(field) > 2 for field in layout.values()):
            raise UnsupportedType(f"dtype {dtype}", "", "fields with titles")
        if dtype.itemsize > _MAX_HOLES * sum(layout[name][0].itemsize for name in dtype.names):
            raise UnsupportedType(f"dtype {dtype}", "", "most of its bytes belong to no field")
        parts = tuple((name, dtype_tree(layout[name][0]), int(layout[name][1])) for name in dtype.names)
        return ("struct", parts, dtype.itemsize, bool(dtype.isalignedstruct))
    if not 0 <= dtype.num < 24 or not _SIMPLE_DTYPE.fullmatch(dtype.str):
        raise UnsupportedType(f"dtype {dtype}", "", "not one of numpy's own")
    return dtype.str


def build_dtype(tree: object) -> "np.dtype[Any]":
    """The reverse of `dtype_tree`; raises DecodeError for anything it doesn't return."""
    if type(tree) is str:
        require(_SIMPLE_DTYPE.fullmatch(tree) is not None, f"a dtype reads {tree[:40]!r}")
        return np.dtype(tree)
    parts = expect(tree, tuple, "dtype")
    require(len(parts) > 0, "a dtype is empty")
    if parts[0] == "sub":
        _, base, shape = fields(parts, str, object, tuple, what="dtype of a subarray")
        require(all(type(n) is int and n >= 0 for n in shape), "a subarray has an impossible shape")
        return np.dtype((build_dtype(base), shape))
    kind, columns, size, align = fields(parts, str, tuple, int, bool, what="structured dtype")
    require(kind == "struct", f"a dtype is a {kind[:40]!r}")
    split = [fields(column, str, object, int, what="field of a dtype") for column in columns]
    formats = [build_dtype(column[1]) for column in split]
    require(0 <= size <= _MAX_HOLES * sum(f.itemsize for f in formats), "a dtype has impossible holes")
    names, offsets = [column[0] for column in split], [column[2] for column in split]
    layout = {"names": names, "formats": formats, "offsets": offsets, "itemsize": size}
    return np.dtype(layout, align=align)  # type: ignore[call-overload, no-any-return]


def _is_string_dtype(dtype: "np.dtype[Any]") -> bool:
    return hasattr(np.dtypes, "StringDType") and type(dtype) is np.dtypes.StringDType


def _reduce_array(array: "np.ndarray[Any, Any]") -> object:
    order = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
    if _is_string_dtype(array.dtype):
        missing = (array.dtype.na_object,) if hasattr(array.dtype, "na_object") else ()
        items = np.empty(array.shape, dtype=object)
        flat = [item if type(item) is str else None for item in array.ravel().tolist()]
        items.reshape(-1)[:] = flat
        return ("string", missing, bool(array.dtype.coerce), order, items)
    if array.dtype.names is None:
        raise UnsupportedType(f"numpy.ndarray of {array.dtype}", "", "a dtype that is not numpy's own")
    # Field by field, because the bytes between the fields are undefined.
    return (
        "struct",
        dtype_tree(array.dtype),
        array.shape,
        order,
        [array[name] for name in array.dtype.names],
    )


def _rebuild_strings(payload: object) -> "np.ndarray[Any, Any]":
    _, missing, coerce, order, items = fields(payload, str, tuple, bool, str, np.ndarray, what="string array")
    require(len(missing) <= 1 and items.dtype == object, "a string array has the wrong parts")
    options = {"na_object": missing[0]} if missing else {}
    dtype = np.dtypes.StringDType(coerce=coerce, **options)
    flat = items.reshape(-1).tolist()
    require(
        all(type(item) is str or (item is None and missing) for item in flat),
        "a string array holds something other than text",
    )
    result = np.empty(items.shape, dtype=dtype, order=_order(order))
    if items.ndim == 0:
        result[()] = flat[0] if flat[0] is not None else missing[0]
    elif flat:
        result[...] = np.array([missing[0] if i is None else i for i in flat], dtype=dtype).reshape(
            items.shape
        )
    return result


def _order(text: str) -> Any:
    require(text in ("C", "F"), "an array has an unknown order")
    return text


def _rebuild_array(payload: object) -> "np.ndarray[Any, Any]":
    parts = expect(payload, tuple, "array")
    if len(parts) > 0 and parts[0] == "string":
        return _rebuild_strings(parts)
    kind, tree, shape, order, columns = fields(parts, str, object, tuple, str, list, what="structured array")
    dtype = build_dtype(tree)
    require(kind == "struct" and dtype.names is not None, "a structured array has no fields")
    names = cast("tuple[str, ...]", dtype.names)
    require(all(type(n) is int and n >= 0 for n in shape), "an array has an impossible shape")
    require(len(columns) == len(names), "a structured array lacks fields")
    if dtype.itemsize == 0:
        count = 1
        for length in shape:
            count *= length
        require(count <= _MAX_SIZELESS, "an array has too many elements of no size")
    views = []
    for name, column in zip(names, columns, strict=True):
        field = cast("dict[str, Any]", dtype.fields)[name][0]
        array = expect(column, np.ndarray, f"field {name[:40]!r}")
        require(
            array.dtype == field.base and array.shape == (*shape, *field.shape),
            "a field does not fit its array",
        )
        views.append((name, array))
    result = np.zeros(shape, dtype=dtype, order=_order(order))
    for name, array in views:
        result[name][...] = array
    return result


def _rebuild_scalar(payload: object) -> object:
    array = expect(payload, np.ndarray, "numpy scalar")
    require(array.shape == () and array.dtype.kind in "MmV", "a numpy scalar has a shape")
    return array[()]


def register() -> None:
    """Adds numpy's types to the registry."""
    variable = (np.str_, np.bytes_, np.void, np.datetime64, np.timedelta64, np.object_)
    for kind in {np.dtype(code).type for code in "?bBhHiIlLqQefdgFDG"}:
        if kind not in variable:
            add_entry(kind, (NUMPY_SCALAR, np.dtype(kind).str, None))
    add(np.str_, "np.str", str, lambda x: np.str_(expect(x, str, "numpy.str_")))
    add(np.bytes_, "np.bytes", bytes, lambda x: np.bytes_(expect(x, bytes, "numpy.bytes_")))
    for other in (np.void, np.datetime64, np.timedelta64):
        add_entry(other, (REDUCE, "np.scalar", np.asarray), _rebuild_scalar)
    add_entry(np.ndarray, (NUMPY_ARRAY, "np.array", _reduce_array), _rebuild_array)
