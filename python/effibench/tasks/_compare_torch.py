"""Comparison of torch tensors, by way of numpy; device and requires_grad are not looked at."""

from __future__ import annotations

from typing import Any

import torch

from ._compare_core import Difference, Policy, register, register_rows
from ._compare_numpy import diff_sparse, diff_values
from ._compare_rows import Column, columns_of

_NUMPY_HAS = frozenset(
    {torch.float16, torch.float32, torch.float64, torch.complex64, torch.complex128, torch.bool}
    | {
        torch.uint8,
        torch.uint16,
        torch.uint32,
        torch.uint64,
        torch.int8,
        torch.int16,
        torch.int32,
        torch.int64,
    }
)


def _diff_tensor(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    found = _diff_head(pred, ref, policy)
    if found is not None:
        return found
    if ref.layout is not torch.strided:
        return _diff_sparse(pred, ref, policy)
    return diff_values(_array(pred), _array(ref), policy)


def _diff_head(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    if pred.is_quantized or ref.is_quantized or pred.is_meta or ref.is_meta:
        return Difference("quantized and meta tensors cannot be compared")
    dense = pred.layout is torch.strided, ref.layout is torch.strided
    if pred.layout is not ref.layout and (policy.dtype == "exact" or any(dense)):
        return Difference(f"layout is {pred.layout}, expected {ref.layout}")
    if pred.shape != ref.shape:
        return Difference(f"shape is {tuple(pred.shape)}, expected {tuple(ref.shape)}")
    if pred.dtype is ref.dtype:
        return None
    left, right = (policy.merge(_family(dtype)) for dtype in (pred.dtype, ref.dtype))
    return (
        Difference(f"dtype is {pred.dtype}, expected {ref.dtype}")
        if policy.dtype == "exact" or left != right
        else None
    )


def _family(dtype: Any) -> str:
    if dtype.is_floating_point:
        return "float"
    if dtype.is_complex:
        return "complex"
    return "bool" if dtype is torch.bool else "int"


def _array(tensor: Any) -> Any:
    plain = tensor.detach().cpu().resolve_conj().resolve_neg()
    if plain.dtype not in _NUMPY_HAS:  # bfloat16, the 8-bit floats, complex32
        plain = plain.to(torch.complex64 if plain.dtype.is_complex else torch.float32)
    return plain.numpy()


def _diff_sparse(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    left, right = _coo(pred), _coo(ref)
    if left.dense_dim() or right.dense_dim():
        return diff_values(_array(left.to_dense()), _array(right.to_dense()), policy)
    sides = [(_array(side.indices()), _array(side.values())) for side in (left, right)]
    return diff_sparse(sides[0], sides[1], tuple(ref.shape), policy)


def _coo(tensor: Any) -> Any:
    plain = tensor.detach().cpu()
    return (plain if plain.layout is torch.sparse_coo else plain.to_sparse_coo()).coalesce()


def _read_tensor(pred: Any, ref: Any, policy: Policy) -> list[Column] | Difference:
    if ref.ndim == 0 or ref.layout is not torch.strided:
        return _diff_tensor(pred, ref, policy) or []
    return _diff_head(pred, ref, policy) or columns_of(_array(pred), _array(ref), policy)


register("torch.Tensor", _diff_tensor, torch.Tensor)
register_rows(_read_tensor, torch.Tensor)
