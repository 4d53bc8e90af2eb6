"""torch through the value codec."""

import warnings
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from values_support import QUICK, refuse, round_trip, survives_mutations

from effibench.values import UnsupportedType, decode, encode

DTYPES = [
    *(torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint16, torch.uint64),
    *(torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128),
    *(torch.float8_e4m3fn, torch.float8_e5m2),
]


def raw(tensor: torch.Tensor) -> bytes:
    flat = (
        tensor.detach().resolve_conj().resolve_neg().clone(memory_format=torch.contiguous_format).reshape(-1)
    )
    return flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""


def check(tensor: torch.Tensor) -> torch.Tensor:
    result = round_trip(tensor)
    assert (result.dtype, result.shape, result.layout) == (tensor.dtype, tensor.shape, tensor.layout)
    assert result.device == tensor.device
    assert result.requires_grad == tensor.requires_grad
    assert result.grad_fn is None
    if tensor.layout is torch.strided:
        assert raw(result) == raw(tensor)
        assert result.is_contiguous()
    else:
        assert torch.equal(result.to_dense(), tensor.to_dense())
    return result


@QUICK
@given(st.sampled_from(DTYPES), st.lists(st.integers(0, 3), max_size=4), st.integers(0, 1000))
def test_any_tensor_comes_back(dtype: torch.dtype, shape: list[int], seed: int) -> None:
    values = torch.from_numpy(np.random.default_rng(seed).integers(0, 100, shape))
    tensor = values.to(torch.float32).to(dtype)
    check(tensor)
    if tensor.ndim > 1:
        check(tensor.transpose(0, -1))
        check(tensor[..., ::2])


def test_views() -> None:
    check(torch.tensor(5))
    check(torch.arange(3).expand(4, 3))
    check(torch.tensor([1 + 2j]).conj())
    check(torch.tensor([1 + 2j]).conj().imag)
    check(torch.ones(2, requires_grad=True))
    check(torch.tensor([float("nan"), -0.0]))
    assert encode(torch.arange(6).reshape(2, 3).T) == encode(torch.arange(6).reshape(2, 3).T.contiguous())


def test_a_computed_tensor_is_detached() -> None:
    result = round_trip(torch.ones(2, requires_grad=True) * 2)
    assert result.requires_grad
    assert result.is_leaf


def test_result_owns_its_memory() -> None:
    document = bytearray(encode(torch.arange(3)))
    result: Any = decode(document)
    document[:] = bytes(len(document))
    result.resize_(100)
    assert result[:3].tolist() == [0, 1, 2]


def test_sparse_layouts() -> None:
    dense = torch.tensor([[0, 1.0], [2, 0]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # "beta state"
        values = [
            dense.to_sparse(),
            torch.sparse_coo_tensor([[0, 0], [1, 1]], [1.0, 2.0], (2, 2), check_invariants=True),
            dense.to_sparse_csr(),
            dense.to_sparse_csc(),
            dense.to_sparse_bsr((1, 1)),
            dense.to_sparse_bsc((1, 1)),
        ]
    for value in values:
        result = check(value)
        if value.layout is torch.sparse_coo:
            assert result.is_coalesced() == value.is_coalesced()


@pytest.mark.parametrize(
    "value",
    [torch.Size([1, 2]), torch.float32, torch.bfloat16, torch.device("cpu"), torch.device("cuda:1")],
    ids=repr,
)
def test_small_types(value: Any) -> None:
    assert round_trip(value) == value


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (torch.nn.Parameter(torch.ones(2)), "Parameter"),
        (torch.empty(2, device="meta"), "meta"),
        (torch.qint8, "qint8"),
        (torch.nn.Linear(1, 1), "Linear"),
        (torch.empty(2, dtype=torch.bits8), "bits8"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refused(value: Any, name: str) -> None:
    with pytest.raises(UnsupportedType, match=name):
        encode([value])


def test_mutated_documents() -> None:
    values = [
        torch.arange(6.0).reshape(2, 3),
        torch.eye(2).to_sparse(),
        torch.tensor([True]),
        torch.Size([2]),
    ]
    for value in values:
        survives_mutations(value, 150)


BYTES = np.zeros(8, np.uint8)
# Rising, if differences may wrap around.
WRAPPING = torch.tensor([0, 2_000_000_000, -1_000_000_000, 0], dtype=torch.int32)


@pytest.mark.parametrize(
    "payload",
    [
        ("dense", "float32", (3,), "cpu", False, BYTES),
        ("dense", "float32", (-2,), "cpu", False, BYTES),
        ("dense", "float32", (2**40, 0), "cpu", False, BYTES),
        ("dense", "qint8", (8,), "cpu", False, BYTES),
        ("dense", "float32", (2,), "meta", False, BYTES),
        ("dense", "float32", (2,), "cuda:99", False, BYTES),
        ("dense", "float32", (2,), "cpu", 0, BYTES),
        ("dense", "int32", (2,), "cpu", True, BYTES),
        ("dense", "bool", (8,), "cpu", False, BYTES),
        ("dense", "float32", (2,), "cpu", False, BYTES.view(np.int64)),
        ("coo", (2,), False, torch.tensor([[5]]), torch.tensor([1.0]), False),
        ("coo", (2,), False, torch.tensor([[-1]]), torch.tensor([1.0]), False),
        ("coo", (2,), False, torch.tensor([[1, 1]]), torch.tensor([1.0, 2.0]), True),
        ("coo", (2,), False, torch.tensor([[1]]), torch.tensor([1.0, 2.0]), False),
        ("csr", (2, 2), False, torch.tensor([0, 1, 9]), torch.tensor([0, 1]), torch.tensor([1.0, 2.0])),
        ("csr", (2, 2), False, torch.tensor([0, 1, 2]), torch.tensor([0, 7]), torch.tensor([1.0, 2.0])),
        ("csr", (3, 2**31 - 1), False, WRAPPING, torch.zeros(0, dtype=torch.int32), torch.zeros(0)),
        ("csr", (2, 2), False, torch.tensor([0.0, 1.0, 2.0]), torch.tensor([0, 1]), torch.tensor([1.0, 2.0])),
        ("mkldnn", (2, 2), False, torch.tensor([0]), torch.tensor([0]), torch.tensor([1.0])),
        ("csr", (2, 2), False, 1, 2, 3),
        (),
        None,
    ],
    ids=lambda part: str(part)[:70],
)
def test_broken_tensors_are_refused(payload: Any) -> None:
    refuse("torch.tensor", payload)


def test_a_missing_device_is_named() -> None:
    refuse(
        "torch.tensor",
        ("dense", "float32", (2,), "cuda:99", False, BYTES),
        "'cuda:99', which is not available",
    )


def test_other_broken_types_are_refused() -> None:
    refuse("torch.size", (1, "a"))
    refuse("torch.dtype", "Tensor")
    refuse("torch.device", "CPU")
    refuse("torch.device", "cpu; rm")


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
def test_a_cuda_tensor_returns_to_its_device() -> None:
    tensor = torch.arange(6.0, device="cuda:0").reshape(2, 3)
    result = decode(encode({"x": tensor}))["x"]  # type: ignore[index]
    assert result.device == tensor.device
    assert torch.equal(result, tensor)
