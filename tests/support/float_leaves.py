"""The floats inside an answer, apart from everything else: an equality of its own, to check the comparison against.

Two answers may stand for one another only if what is left without the floats has equal bytes and the floats lie
within the tolerance. Nothing of effibench.tasks is used here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from effibench import values

Change = Callable[[Any], Any]  # of one float array of at least one dimension


def rewritten(value: Any, change: Change) -> Any:
    """A copy of an answer in which every array of floats (a single float is one, too) is changed."""
    kind = type(value)
    if kind is float:
        return float(change(np.array([value]))[0])
    if kind in (list, tuple):
        return kind(rewritten(item, change) for item in value)
    if kind is dict:
        return {key: rewritten(item, change) for key, item in value.items()}
    if kind is np.ndarray:
        return change(value.reshape(-1)).reshape(value.shape) if value.dtype.kind in "fc" else value
    if isinstance(value, np.floating):
        return kind(change(np.array([value]))[0])
    return _rewritten_of_library(value, change)


def _rewritten_of_library(value: Any, change: Change) -> Any:
    torch, pandas, polars, sparse = (
        sys.modules.get(name) for name in ("torch", "pandas", "polars", "scipy.sparse")
    )
    kind = type(value)
    if torch is not None and kind is torch.Tensor:
        if not value.dtype.is_floating_point or value.layout is not torch.strided:
            return value
        return torch.from_numpy(rewritten(value.detach().numpy(), change)).to(value.dtype)
    if pandas is not None and kind is pandas.DataFrame:
        other = value.set_axis(_shortest(value.index))
        for place in range(value.shape[1]):
            column = value.iloc[:, place]
            if isinstance(column.dtype, np.dtype) and column.dtype.kind == "f":
                other.isetitem(place, change(column.to_numpy()))
        return other
    if pandas is not None and kind is pandas.Series:
        return rewritten(value.to_frame(), change).iloc[:, 0].rename(value.name)
    if polars is not None and kind is polars.Series and value.dtype.is_float():
        changed = polars.Series(value.name, change(value.fill_null(0).to_numpy()), dtype=value.dtype)
        return changed.set(value.is_null(), None)
    if polars is not None and kind is polars.DataFrame:
        return polars.DataFrame([rewritten(column, change) for column in value.get_columns()])
    if sparse is not None and sparse.issparse(value):
        other = value.copy()
        other.data = rewritten(value.data, change)
        return other
    return value


def _shortest(index: Any) -> Any:
    """A RangeIndex of the same labels that is written in one way only."""
    if type(index) is not sys.modules["pandas"].RangeIndex or len(index) > 1:
        return index
    start = index[0] if len(index) else 0
    return type(index)(start, start + len(index), name=index.name)


def float_arrays(value: Any) -> list[Any]:
    """All floats of an answer, array by array."""
    found: list[Any] = []

    def collect(array: Any) -> Any:
        found.append(array.copy())
        return np.zeros_like(array)

    rewritten(value, collect)
    return found


def _dense(value: Any) -> Any:
    """A sparse answer with everything that is not stored, too: a stored zero is no difference."""
    sparse = sys.modules.get("scipy.sparse")
    if sparse is None or not sparse.issparse(value) or np.prod(value.shape, dtype=float) > 5e7:
        return value
    return (str(type(value)), value.toarray())


def may_stand_for(answer: Any, reference: Any, rtol: float, atol: float) -> bool:
    """Tells whether an answer differs from the reference in floats alone, and in these within the tolerance."""
    answer, reference = _dense(answer), _dense(reference)
    blank = [values.encode(rewritten(side, np.zeros_like)) for side in (answer, reference)]
    if blank[0] != blank[1]:
        return False
    pairs = zip(float_arrays(answer), float_arrays(reference), strict=True)
    return all(np.allclose(left, right, rtol=rtol, atol=atol, equal_nan=True) for left, right in pairs)


def nudged(value: Any, rtol: float, atol: float, times: float, only: int | None = None) -> Any:
    """An answer whose finite floats are off by `times` the tolerance; only the last of the array `only`, if given."""
    counter = iter(range(sys.maxsize))

    def change(array: Any) -> Any:
        number = next(counter)
        places = np.flatnonzero(np.isfinite(array))
        if only is not None:
            places = places[-1:] if number == only else places[:0]
        other = array.copy()
        here = array[places]
        if rtol or atol:
            other[places] = here + (times * (atol + rtol * np.abs(here))).astype(here.dtype)
        elif times >= 1:
            other[places] = np.nextafter(here, np.array(np.inf, here.dtype))
        return other

    return rewritten(value, change)
