"""Corruptions of scipy's sparse arrays and matrices."""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ._corrupt_core import Corruption, register_source
from ._corrupt_numpy import array_corruptions

_sp: Any = importlib.import_module("scipy.sparse")  # it carries no types


def _sparse(value: Any, _leaves: int) -> Iterator[Corruption]:
    kind = type(value)
    coo = value.tocoo()
    yield Corruption("zeros", "zeros", kind(value.shape, dtype=value.dtype))
    if math.prod(value.shape) < 10**7:
        yield Corruption("dense", "structure", value.toarray())
    for found in array_corruptions(coo.data):
        if np.shape(found.value) == coo.data.shape and found.kind in ("nan", "value", "sign", "dtype"):
            if found.value.dtype.kind not in "biufc" or not found.value.dtype.isnative:
                continue
            other = coo.copy()
            other.data = found.value
            yield replace(found, value=kind(other))
    if coo.nnz:
        yield Corruption("one-missing", "truncated", kind(_kept(coo, coo.nnz - 1)))
        yield Corruption("half-missing", "truncated", kind(_kept(coo, coo.nnz // 2)))
    other_format = "csc" if value.format != "csc" else "csr"
    yield Corruption("format", "dtype", value.asformat(other_format))
    yield Corruption("matrix", "dtype", _flavour(value))
    if value.ndim == 2:
        yield Corruption("transposed", "transposed", kind(value.T))
        rows = value.tocsr()
        yield Corruption("truncated", "truncated", kind(rows[:-1]))
        yield Corruption("empty", "empty", kind((0, value.shape[1]), dtype=value.dtype))
        yield Corruption("rows-reversed", "order", kind(rows[::-1]))
        yield Corruption("mirrored", "value", kind(value.tocsc()[:, ::-1]))
        yield Corruption("extended", "extended", kind(_sp.vstack([rows, rows[-1:]])))


def _kept(coo: Any, count: int) -> Any:
    """Returns the first ``count`` stored elements."""
    coords = getattr(coo, "coords", None) or (coo.row, coo.col)
    return type(coo)((coo.data[:count], tuple(part[:count] for part in coords)), shape=coo.shape)


def _flavour(value: Any) -> Any:
    """Returns a sparse array as a matrix, and a matrix as an array."""
    flavour = "array" if isinstance(value, _sp.spmatrix) else "matrix"
    return getattr(_sp, f"{value.format}_{flavour}")(value)


for _name in ("bsr", "coo", "csc", "csr", "dia", "dok", "lil"):
    register_source(_sparse, getattr(_sp, f"{_name}_matrix"), getattr(_sp, f"{_name}_array"))
