"""torch tensors: dense ones and those in a sparse layout, on the CPU or a CUDA device."""

import ctypes
import re
import warnings
from typing import Any, Final

import numpy as np
import torch

from effibench.values.errors import DecodeError, UnsupportedType
from effibench.values.payload import expect, fields, require
from effibench.values.registry import add

_DTYPES: Final[dict[str, torch.dtype]] = {
    name: getattr(torch, name)
    for name in (
        *("bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64"),
        *("float16", "bfloat16", "float32", "float64", "complex32", "complex64", "complex128"),
        *("float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz"),
    )
    if hasattr(torch, name)
}
_NAMES: Final = {dtype: name for name, dtype in _DTYPES.items()}
_COMPRESSED: Final = {
    "csr": torch.sparse_csr,
    "csc": torch.sparse_csc,
    "bsr": torch.sparse_bsr,
    "bsc": torch.sparse_bsc,
}
_DEVICE: Final = re.compile(r"cpu|cuda:\d{1,3}", re.ASCII)
_ANY_DEVICE: Final = re.compile(r"[a-z]{1,20}(:\d{1,3})?", re.ASCII)


def _reduce(tensor: Any) -> object:
    dtype, layout, device = tensor.dtype, tensor.layout, str(tensor.device)
    if dtype not in _NAMES or tensor.is_quantized:
        raise UnsupportedType(f"torch.Tensor of {dtype}", "", "a dtype without an encoding")
    if not _DEVICE.fullmatch(device):
        raise UnsupportedType(
            f"torch.Tensor on {device}", "", "only tensors on the CPU or a CUDA device have data"
        )
    if tensor.is_nested or any(name is not None for name in getattr(tensor, "names", ())):
        raise UnsupportedType("torch.Tensor", "", "a nested tensor, or one with named dimensions")
    grad = bool(tensor.requires_grad)
    plain = tensor.detach()
    if layout is torch.strided:
        # resolve: a conjugated or negated view shares its data with the original.
        flat = plain.cpu().resolve_conj().resolve_neg().contiguous().reshape(-1)
        # The one element of a view may keep a stride that means nothing, but that view() minds.
        flat = flat.as_strided((1,), (1,)) if flat.numel() == 1 else flat
        data = flat.view(torch.uint8).numpy() if flat.numel() else np.zeros(0, np.uint8)
        if dtype is torch.bool:
            data = data != 0
        return ("dense", _NAMES[dtype], tuple(tensor.shape), device, grad, data)
    if layout is torch.sparse_coo:
        parts = (plain._indices(), plain._values(), bool(plain.is_coalesced()))
        return ("coo", tuple(tensor.shape), grad, *parts)
    for name, kind in _COMPRESSED.items():
        if layout is kind:
            by_row = name in ("csr", "bsr")
            outer = plain.crow_indices() if by_row else plain.ccol_indices()
            inner = plain.col_indices() if by_row else plain.row_indices()
            return (name, tuple(tensor.shape), grad, outer, inner, plain.values())
    raise UnsupportedType(f"torch.Tensor in layout {layout}", "", "a layout without an encoding")


def _shape(value: object) -> tuple[int, ...]:
    lengths = expect(value, tuple, "shape of a tensor")
    require(all(type(n) is int and 0 <= n < 2**62 for n in lengths), "a tensor has an impossible shape")
    return lengths


def _device(text: str) -> torch.device:
    require(_DEVICE.fullmatch(text) is not None, f"a tensor is on the device {text[:40]!r}")
    device = torch.device(text)
    if device.type == "cuda" and not (
        torch.cuda.is_available() and (device.index or 0) < torch.cuda.device_count()
    ):
        raise DecodeError(f"a tensor is on the device {text!r}, which is not available here")
    return device


def _rebuild_dense(payload: object) -> Any:
    _, name, lengths, place, grad, data = fields(
        payload, str, str, tuple, str, bool, np.ndarray, what="tensor"
    )
    require(name in _DTYPES, f"a tensor is of the unknown type {name[:40]!r}")
    dtype, shape = _DTYPES[name], _shape(lengths)
    size = dtype.itemsize
    for length in shape:
        size *= length
    require(data.ndim == 1 and data.nbytes == size, "a tensor's data and shape differ")
    require(data.dtype == (np.bool_ if dtype is torch.bool else np.uint8), "a tensor's data is not bytes")
    device = _device(place)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "ComplexHalf support is experimental"
        tensor = torch.empty(shape, dtype=dtype)
    if size:
        # Into torch's own memory, so that the tensor can be resized; and torch starts no threads for it.
        ctypes.memmove(tensor.data_ptr(), data.ctypes.data, size)
    return tensor.to(device).requires_grad_(grad)


def _parts(*values: object) -> None:
    for value in values:
        require(type(value) is torch.Tensor, "part of a sparse tensor is not a tensor")
        require(value.layout is torch.strided, "part of a sparse tensor is not dense")  # type: ignore[attr-defined]


def _rebuild_coo(payload: object) -> Any:
    _, lengths, grad, indices, values, merged = fields(
        payload, str, tuple, bool, object, object, bool, what="sparse tensor"
    )
    _parts(indices, values)
    shape = _shape(lengths)
    tensor = torch.sparse_coo_tensor(indices, values, shape, check_invariants=True)
    if merged:
        count = tensor._nnz()
        tensor = tensor.coalesce()
        require(tensor._nnz() == count, "a sparse tensor has an element twice")
    return tensor.requires_grad_(grad)


def _rebuild_compressed(payload: object) -> Any:
    name, lengths, grad, outer, inner, values = fields(
        payload, str, tuple, bool, object, object, object, what="sparse tensor"
    )
    require(name in _COMPRESSED, f"a tensor has the unknown layout {name[:40]!r}")
    _parts(outer, inner, values)
    require(outer.dtype in {torch.int32, torch.int64}, "an index of a sparse tensor has the wrong type")
    # torch's own check subtracts neighbours, and such a difference may wrap around.
    require(bool((outer[..., 1:] >= outer[..., :-1]).all()), "the rows of a sparse tensor overlap")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "sparse CSR support is in beta state"
        tensor = torch.sparse_compressed_tensor(
            outer, inner, values, _shape(lengths), layout=_COMPRESSED[name], check_invariants=True
        )
    return tensor.requires_grad_(grad)


def _rebuild(payload: object) -> Any:
    parts = expect(payload, tuple, "tensor")
    require(len(parts) > 0 and type(parts[0]) is str, "a tensor is empty")
    if parts[0] == "dense":
        return _rebuild_dense(parts)
    return _rebuild_coo(parts) if parts[0] == "coo" else _rebuild_compressed(parts)


def _rebuild_dtype(payload: object) -> torch.dtype:
    name = expect(payload, str, "torch.dtype")
    require(name in _DTYPES, f"a torch.dtype reads {name[:40]!r}")
    return _DTYPES[name]


def _reduce_dtype(dtype: torch.dtype) -> object:
    if dtype not in _NAMES:
        raise UnsupportedType(str(dtype), "", "a dtype without an encoding")
    return _NAMES[dtype]


def _rebuild_device(payload: object) -> torch.device:
    text = expect(payload, str, "torch.device")
    require(_ANY_DEVICE.fullmatch(text) is not None, f"a torch.device reads {text[:40]!r}")
    return torch.device(text)


def register() -> None:
    """Adds torch's types to the registry."""
    add(torch.Tensor, "torch.tensor", _reduce, _rebuild)
    add(torch.Size, "torch.size", tuple, lambda payload: torch.Size(_shape(payload)))
    add(torch.dtype, "torch.dtype", _reduce_dtype, _rebuild_dtype)
    add(torch.device, "torch.device", str, _rebuild_device)
