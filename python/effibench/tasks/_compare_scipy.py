"""Comparison of scipy's sparse arrays and matrices in canonical form: stored zeros and order don't count."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from ._compare_core import Difference, Policy, register
from ._compare_numpy import diff_dtype, diff_sparse

_sp: Any = importlib.import_module("scipy.sparse")  # it carries no types
_FORMATS = ("bsr", "coo", "csc", "csr", "dia", "dok", "lil")


def _diff_sparse(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    if pred.shape != ref.shape:
        return Difference(f"shape is {pred.shape}, expected {ref.shape}")
    found = diff_dtype(pred.dtype, ref.dtype, policy)
    return found or diff_sparse(_canonical(pred), _canonical(ref), ref.shape, policy)


def _canonical(value: Any) -> tuple[Any, Any]:
    coo = value.tocoo(copy=True)
    coo.sum_duplicates()
    return np.stack(getattr(coo, "coords", (coo.row, coo.col))), coo.data


# Both flavours of every format are one family: at "kind" and "any" a CSR array may stand for a CSC matrix.
for _name in _FORMATS:
    register("scipy.sparse", _diff_sparse, getattr(_sp, f"{_name}_matrix"), getattr(_sp, f"{_name}_array"))
