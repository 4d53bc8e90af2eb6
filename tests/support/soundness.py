"""Whether what was decoded is within its own bounds, so that a library's compiled code may touch it."""

from __future__ import annotations

from typing import Any

import scipy.sparse as sp


def leaves(value: Any) -> list[Any]:
    """Everything in a value that is no builtin container."""
    if type(value) in (list, tuple, set, frozenset):
        return [leaf for item in value for leaf in leaves(item)]
    if type(value) is dict:
        return [leaf for item in value.values() for leaf in leaves(item)]
    return [value]


def unsound(value: Any) -> str:
    """Says what is wrong with a decoded value; empty if nothing is."""
    return "; ".join(filter(None, (_sparse(leaf) for leaf in leaves(value) if sp.issparse(leaf))))


def _sparse(matrix: Any) -> str:
    if matrix.format not in ("csr", "csc", "bsr"):
        return ""
    ends, inner = matrix.indptr, matrix.indices
    rows, columns = matrix.shape if matrix.format != "csc" else matrix.shape[::-1]
    if matrix.format == "bsr":
        rows, columns = rows // matrix.blocksize[0], columns // matrix.blocksize[1]
    good = (
        len(ends) == rows + 1
        and ends[0] == 0
        and bool((ends[1:] >= ends[:-1]).all())
        and ends[-1] <= len(inner)
        and len(matrix.data) >= ends[-1]
        and (len(inner) == 0 or bool(inner.min() >= 0 and inner.max() < columns))
    )
    return "" if good else f"{type(matrix).__name__}: indptr {ends}, indices {inner}, shape {matrix.shape}"
