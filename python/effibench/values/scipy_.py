"""scipy's sparse matrices and arrays, as the arrays they consist of."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import scipy.sparse as sp  # type: ignore[import-untyped, unused-ignore]

from effibench.values.errors import UnsupportedType
from effibench.values.payload import elements, expect, fields, require
from effibench.values.registry import add

_INDEX_TYPES: Final = (np.dtype("int32"), np.dtype("int64"))


def _check_data(matrix: Any) -> None:
    if matrix.dtype.kind not in "biufc":
        raise UnsupportedType(f"scipy.sparse of {matrix.dtype}", "", "elements that are not numbers")


def _shape(value: object, ranks: tuple[int, ...] = (1, 2)) -> tuple[int, ...]:
    lengths = expect(value, tuple, "shape of a sparse matrix")
    require(
        all(type(n) is int and 0 <= n < 2**62 for n in lengths), "a sparse matrix has an impossible shape"
    )
    require(not ranks or len(lengths) in ranks, "a sparse matrix has the wrong number of dimensions")
    return lengths


def _data(value: np.ndarray[Any, Any], rank: int) -> np.ndarray[Any, Any]:
    require(value.ndim == rank and value.dtype.kind in "biufc", "a sparse matrix holds no numbers")
    return value


def _index(value: object) -> np.ndarray[Any, Any]:
    array = expect(value, np.ndarray, "index of a sparse matrix")
    require(array.ndim == 1 and array.dtype in _INDEX_TYPES, "an index of a sparse matrix has the wrong type")
    return array


def _reduce_compressed(matrix: Any) -> object:
    _check_data(matrix)
    return (tuple(int(n) for n in matrix.shape), matrix.data, matrix.indices, matrix.indptr)


def _compressed(kind: Any) -> Callable[[object], Any]:
    def rebuild(payload: object) -> Any:
        lengths, data, indices, indptr = fields(
            payload, tuple, np.ndarray, np.ndarray, np.ndarray, what="sparse matrix"
        )
        blocks = 3 if kind in (sp.bsr_matrix, sp.bsr_array) else 1
        parts = (_data(data, blocks), _index(indices), _index(indptr))
        matrix = kind(parts, shape=_shape(lengths))
        # The constructor may have narrowed the indexes.
        matrix.indices, matrix.indptr = indices, indptr
        matrix.check_format(full_check=True)
        # What scipy's check lets through where nothing is stored, its conversions write with.
        # Neighbours are compared, not subtracted: a difference of two indexes may wrap around.
        require(bool((indptr[1:] >= indptr[:-1]).all()), "the rows of a sparse matrix overlap")
        require(indptr[-1] <= len(indices), "a row of a sparse matrix ends beyond its data")
        require(matrix.dtype == data.dtype, "a sparse matrix can't hold its data")
        return matrix

    return rebuild


def _reduce_coo(matrix: Any) -> tuple[tuple[int, ...], Any, list[Any]]:
    _check_data(matrix)
    coords = matrix.coords if hasattr(matrix, "coords") else (matrix.row, matrix.col)
    return (tuple(int(n) for n in matrix.shape), matrix.data, list(coords))


def _coo(kind: Any) -> Callable[[object], Any]:
    def rebuild(payload: object) -> Any:
        lengths, data, coords = fields(payload, tuple, np.ndarray, list, what="sparse matrix")
        shape = _shape(lengths, ())
        parts = [_index(part) for part in elements(coords, np.ndarray, "coordinates of a sparse matrix")]
        require(len(parts) == len(shape) > 0, "a sparse matrix lacks coordinates")
        for part, length in zip(parts, shape, strict=True):
            fits = len(part) == len(data) and (
                len(part) == 0 or bool(part.min() >= 0 and part.max() < length)
            )
            require(fits, "a coordinate of a sparse matrix lies outside of it")
        matrix = kind((_data(data, 1), tuple(parts)), shape=shape)
        if hasattr(matrix, "coords"):
            matrix.coords = tuple(parts)
        return matrix

    return rebuild


def _reduce_dia(matrix: Any) -> object:
    _check_data(matrix)
    return (tuple(int(n) for n in matrix.shape), matrix.data, matrix.offsets)


def _dia(kind: Any) -> Callable[[object], Any]:
    def rebuild(payload: object) -> Any:
        lengths, data, offsets = fields(payload, tuple, np.ndarray, np.ndarray, what="sparse matrix")
        matrix = kind((_data(data, 2), _index(offsets)), shape=_shape(lengths))
        matrix.offsets = offsets
        return matrix

    return rebuild


def _reduce_lil(matrix: Any) -> object:
    return _reduce_compressed(matrix.tocsr())


def _lil(kind: Any) -> Callable[[object], Any]:
    compressed = _compressed(sp.csr_array if kind is sp.lil_array else sp.csr_matrix)

    def rebuild(payload: object) -> Any:
        return compressed(payload).tolil()

    return rebuild


def _reduce_dok(matrix: Any) -> object:
    # In the order of the coordinates: two equal matrices may have been filled in different orders.
    table = matrix.tocoo()
    shape, data, coords = _reduce_coo(table)
    order = np.lexsort(coords[::-1])
    return (shape, data[order], [part[order] for part in coords])


def _dok(kind: Any) -> Callable[[object], Any]:
    table = _coo(sp.coo_array if kind is sp.dok_array else sp.coo_matrix)

    def rebuild(payload: object) -> Any:
        matrix = table(payload)
        count = len(matrix.data)
        result = matrix.todok()
        require(result.nnz == count, "a sparse matrix has an element twice")
        return result

    return rebuild


def register() -> None:
    """Adds the fourteen sparse classes to the registry."""
    forms: dict[str, tuple[Callable[[Any], object], Callable[[Any], Callable[[object], Any]]]] = {
        "csr": (_reduce_compressed, _compressed),
        "csc": (_reduce_compressed, _compressed),
        "bsr": (_reduce_compressed, _compressed),
        "coo": (_reduce_coo, _coo),
        "dia": (_reduce_dia, _dia),
        "lil": (_reduce_lil, _lil),
        "dok": (_reduce_dok, _dok),
    }
    for form, (reducer, rebuilder) in forms.items():
        for family in ("matrix", "array"):
            kind = getattr(sp, f"{form}_{family}")
            add(kind, f"sp.{form}_{family}", reducer, rebuilder(kind))
