"""Corruptions of numpy arrays and scalars."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from ._corrupt_builtins import change_object
from ._corrupt_core import Corruption, Kind, raw_corruptions, register_source

# The dtype that a careless solution returns instead, by kind and width.
_OTHER = {
    "float64": ("float32", "longdouble"),
    "float32": ("float64", "float16"),
    "float16": ("float32",),
    "complex128": ("complex64",),
    "complex64": ("complex128",),
    "int64": ("float64", "int32"),
    "int32": ("int64", "float64"),
    "bool": ("int64", "float64"),
    "uint64": ("int64", "float64"),
    **dict.fromkeys(("int8", "int16", "uint8", "uint16", "uint32"), ("int64", "float64")),
}


def array_corruptions(value: Any, _leaves: int = 0) -> Iterator[Corruption]:
    """Yields the corruptions of an array of any dtype and shape (leading axis = rows)."""
    yield from _quiet(chain(_refilled(value), _reshaped(value), _retyped(value)))
    if value.size:
        yield from _quiet(_changed(value))


def _quiet(found: Iterator[Corruption]) -> Iterator[Corruption]:
    """Lets overflow pass in silence; anew for each one, since what is held over a yield binds the caller."""
    while True:
        with np.errstate(all="ignore"):
            one = next(found, None)
        if one is None:
            return
        yield one


def _refilled(value: Any) -> Iterator[Corruption]:
    if value.dtype.names is not None:
        yield from _fields(value)
        return
    kind = value.dtype.kind
    if kind in "biufc":
        yield Corruption("zeros", "zeros", np.zeros_like(value))
        yield Corruption("ones", "zeros", np.ones_like(value))
        nan = np.full(value.shape, np.nan, value.dtype if kind in "fc" else np.float64)
        yield Corruption("nan", "nan", nan)
        if value.size and kind in "fc":
            yield Corruption("one-nan", "nan", _with(value, _largest(value), np.nan))
            yield Corruption("one-infinite", "value", _with(value, _largest(value), np.inf))
            yield Corruption("nan-filled", "nan", np.where(np.isnan(value), value.dtype.type(0), value))
            yield Corruption("constant", "value", np.full_like(value, _mean(value)))
    elif kind in "mM":
        yield Corruption("zeros", "zeros", np.zeros_like(value))
        yield Corruption("nan", "nan", np.full_like(value, "NaT"))
    elif kind in "US":
        yield Corruption("zeros", "zeros", np.zeros_like(value))


def _fields(value: Any) -> Iterator[Corruption]:
    for name in value.dtype.names:
        part = value[name]
        for found in array_corruptions(part):
            shape, dtype = getattr(found.value, "shape", None), getattr(found.value, "dtype", None)
            if found.kind in ("zeros", "nan", "value", "sign") and (shape, dtype) == (part.shape, part.dtype):
                other = value.copy()
                other[name] = found.value
                yield replace(found, name=f"[{name!r}].{found.name}", value=other)


def _mean(value: Any) -> Any:
    finite = value[np.isfinite(value)]
    return finite.mean() if finite.size else 0.0


def _reshaped(value: Any) -> Iterator[Corruption]:
    yield Corruption("extra-dimension", "structure", value[None])
    yield Corruption("list", "structure", value.tolist())
    if value.ndim == 0:
        yield Corruption("empty", "empty", value.reshape(-1)[:0])
        return
    yield Corruption("empty", "empty", value[:0])
    yield Corruption("truncated", "truncated", value[:-1])
    yield Corruption("without-first", "truncated", value[1:])
    yield Corruption("extended", "extended", np.concatenate([value, value[-1:]]))
    yield Corruption("reversed", "order", value[::-1].copy())
    yield Corruption("rotated", "order", np.roll(value, 1, axis=0))
    yield Corruption("neighbours-swapped", "order", np.concatenate([value[1::-1], value[2:]]))
    yield Corruption("doubled", "extended", np.concatenate([value, value]))
    yield Corruption("first-row", "truncated", value[:1])  # broadcasting would spread it over the rest
    if value.size:
        yield Corruption("repeated", "value", np.repeat(value[:1], len(value), axis=0))
        yield Corruption("second-half", "value", _second_half(value))
    if value.ndim > 1:
        yield Corruption("column", "structure", value.reshape(-1, 1))
        yield Corruption("transposed", "transposed", value.T.copy())
        yield Corruption("narrower", "truncated", value[..., :-1].copy())
        yield Corruption("mirrored", "value", value[..., ::-1].copy())
        yield Corruption("flat", "structure", value.reshape(-1))
    if value.size:
        yield Corruption("scalar", "structure", value.reshape(-1)[0])
        yield Corruption("one-element", "structure", value.reshape(-1)[:1])


def _second_half(value: Any) -> Any:
    """Returns the rows of a computation that stopped halfway."""
    other = value.copy()
    other[len(value) // 2 :] = np.zeros((), value.dtype)
    return other


def _retyped(value: Any) -> Iterator[Corruption]:
    for other in _OTHER.get(value.dtype.name, ()):
        yield Corruption(other, "dtype", value.astype(other))
    if value.dtype.kind in "iufcmM" and value.dtype.itemsize > 1:
        yield Corruption("byte-order", "dtype", value.astype(value.dtype.newbyteorder()))
    if value.dtype.kind in "mM" and np.datetime_data(value.dtype)[0] != "generic":
        unit = "ms" if np.datetime_data(value.dtype)[0] == "s" else "s"
        yield Corruption("unit", "dtype", value.astype(f"{value.dtype.kind}8[{unit}]"))
    if value.dtype.names is None and value.dtype.kind in "biufcmM":
        yield Corruption("masked", "structure", np.ma.array(value))
    if value.dtype.kind in "biufcmM":
        yield Corruption("text", "dtype", value.astype(str))
    if value.dtype.kind != "O":
        yield Corruption("object", "dtype", value.astype(object))


def _changed(value: Any) -> Iterator[Corruption]:
    kind = value.dtype.kind
    at = _largest(value)
    last = (-1,) * value.ndim
    if kind == "b":
        yield Corruption("inverted", "value", ~value)
        yield Corruption("one-inverted", "value", _with(value, last, not value[last]))
    elif kind in "fc":
        yield Corruption("one-percent", "value", _with(value, at, value[at] * 1.01))
        yield Corruption("all-one-percent", "value", (value * 1.01).astype(value.dtype))
        yield Corruption("last-one-unit", "value", _with(value, last, value[last] + 1))
        yield Corruption("sign", "sign", -value)
    elif kind in "iu":
        yield Corruption("one-unit", "value", _with(value, at, _neighbour(value[at])))
        yield Corruption("last-one-unit", "value", _with(value, last, _neighbour(value[last])))
        yield Corruption("sign", "sign", np.negative(value))
    elif kind in "mM":
        yield Corruption("one-unit", "value", _with(value, last, value[last] + np.timedelta64(1)))
    elif kind in "US":
        yield Corruption("changed", "value", _with(value, last, "?" if kind == "U" else b"?"))
    elif kind == "O":
        yield Corruption("changed", "value", _with(value, last, change_object(value[last])))
        yield Corruption("nan", "nan", np.full(value.shape, None, dtype=object))


def _neighbour(number: Any) -> Any:
    return number - 1 if number > 0 else number + 1  # never beyond the dtype's range


def _largest(value: Any) -> Any:
    """Returns where the value of the largest finite magnitude is: a relative change shows most there."""
    if not value.size or value.dtype.kind not in "iufc":
        return (0,) * value.ndim
    sizes = np.abs(value.astype(np.complex128))
    sizes = np.where(np.isfinite(sizes), sizes, -1)
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(sizes)), value.shape))


def _with(value: Any, at: tuple[int, ...], item: Any) -> Any:
    other = value.copy()
    other[at] = item
    return other


def _masked(value: Any, _leaves: int) -> Iterator[Corruption]:
    mask = np.ma.getmaskarray(value)
    kinds: tuple[Kind, ...] = ("zeros", "value", "sign", "dtype")
    for found in array_corruptions(value.data):
        if found.kind in kinds and np.shape(found.value) == value.shape:
            yield replace(found, value=np.ma.array(found.value, mask=mask))
    yield Corruption("unmasked", "structure", value.data)
    yield Corruption("no-mask", "nan", np.ma.array(value.data, mask=np.zeros_like(mask)))
    yield Corruption("nan", "nan", np.ma.array(value.data, mask=np.ones_like(mask)))
    yield Corruption("truncated", "truncated", value[:-1])
    yield Corruption("empty", "empty", value[:0])


def _scalar(value: Any, leaves: int) -> Iterator[Corruption]:
    yield from _quiet(_scalar_loud(value, leaves))


def _scalar_loud(value: Any, leaves: int) -> Iterator[Corruption]:
    yield Corruption("array", "structure", np.asarray(value).reshape(1))
    if value.dtype.kind in "biufcSU" and not isinstance(value, np.longdouble | np.clongdouble):
        yield Corruption("python", "dtype", value.item())
        for found in raw_corruptions(value.item(), leaves):
            if found.kind not in ("none", "structure", "dtype", "empty"):
                same = type(found.value) is type(value.item())
                yield (
                    replace(found, value=type(value)(found.value))
                    if same and _fits(found.value, value)
                    else found
                )


def _fits(number: Any, like: Any) -> bool:
    if like.dtype.kind not in "iu":
        return True
    limits = np.iinfo(like.dtype)
    return bool(limits.min <= number <= limits.max)


register_source(array_corruptions, np.ndarray)
register_source(_masked, np.ma.MaskedArray)
register_source(_scalar, *{kind for kind in np.sctypeDict.values() if issubclass(kind, np.generic)})
