"""numpy's masked arrays."""

from typing import Any

import numpy as np
from numpy import ma

from effibench.values.payload import expect, fields, require
from effibench.values.registry import add


def _reduce(array: Any) -> object:
    mask = None if array.mask is ma.nomask else np.asarray(array.mask)
    # Asking makes the default up where none was set, and printing asks: so a default counts as none.
    made_up = ma.MaskedArray(np.zeros(0, array.dtype)).fill_value
    fill = None if repr(array.fill_value) == repr(made_up) else np.array(array.fill_value, dtype=array.dtype)
    return (np.asarray(array.data), mask, fill, array.hardmask)


def _rebuild(payload: object) -> object:
    data, mask, fill, hard = fields(payload, np.ndarray, object, object, bool, what="masked array")
    if mask is not None:
        expect(mask, np.ndarray, "mask")
        require(mask.shape == data.shape, "a mask does not fit its array")
        require(mask.dtype == ma.make_mask_descr(data.dtype), "a mask has the wrong type")
    if fill is not None:
        expect(fill, np.ndarray, "fill value")
        require(fill.shape == () and fill.dtype == data.dtype, "a fill value does not fit its array")
    result = ma.MaskedArray(data, mask=ma.nomask if mask is None else mask, hard_mask=hard)
    if fill is not None:
        result.fill_value = fill[()]
    return result


def _rebuild_constant(payload: object) -> object:
    require(payload is None, "numpy.ma.masked has no parts")
    return ma.masked


def register() -> None:
    """Adds masked arrays to the registry."""
    add(ma.MaskedArray, "ma.array", _reduce, _rebuild)
    add(type(ma.masked), "ma.masked", lambda _: None, _rebuild_constant)
