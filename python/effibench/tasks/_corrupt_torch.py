"""Corruptions of torch tensors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from ._corrupt_core import Corruption, register_source
from ._corrupt_numpy import array_corruptions

_OTHER = {torch.float64: torch.float32, torch.int64: torch.float64, torch.bool: torch.int64}


def _tensor(value: Any, _leaves: int) -> Iterator[Corruption]:
    plain = value.detach().cpu()
    if plain.layout is not torch.strided:
        yield from _sparse_tensor(plain)
        return
    if not plain.dtype.is_complex:
        yield Corruption("dtype", "dtype", plain.to(_OTHER.get(plain.dtype, torch.float64)))
    yield Corruption("array", "structure", _numpy(plain))
    if plain.ndim and plain.dtype not in (torch.uint16, torch.uint32, torch.uint64):
        yield Corruption("sparse", "structure", plain.to_sparse())
    for found in array_corruptions(_numpy(plain)):
        if found.kind != "dtype" and isinstance(found.value, np.ndarray):
            if isinstance(found.value, np.ma.MaskedArray):
                continue
            same = found.value.dtype == _numpy(plain).dtype
            tensor = torch.from_numpy(np.ascontiguousarray(found.value).reshape(found.value.shape))
            yield replace(found, value=tensor.to(plain.dtype) if same else tensor)
        elif found.kind != "dtype":
            yield found


def _numpy(tensor: Any) -> Any:
    plain = tensor.resolve_conj().resolve_neg()
    return (plain.float() if plain.dtype is torch.bfloat16 else plain).numpy()


def _sparse_tensor(value: Any) -> Iterator[Corruption]:
    yield Corruption("zeros", "zeros", value * 0)
    yield Corruption("nan", "nan", value * float("nan"))
    yield Corruption("dtype", "dtype", value.to(_OTHER.get(value.dtype, torch.float64)))
    yield Corruption("all-one-percent", "value", value * 1.01)
    yield Corruption("sign", "sign", -value)
    yield Corruption("dense", "structure", value.to_dense())
    if value.ndim == 2:
        yield Corruption("transposed", "transposed", value.to_dense().T.to_sparse(layout=value.layout))
    rows = value.to_dense()[:-1]
    yield Corruption("truncated", "truncated", rows.to_sparse(layout=value.layout))


register_source(_tensor, torch.Tensor)
