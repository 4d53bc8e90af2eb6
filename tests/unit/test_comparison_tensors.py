"""compare() on torch tensors and scipy sparse arrays."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
import torch

from effibench.tasks.comparison import compare

POLICIES = ("exact", "kind", "any")
T = torch.tensor
NAN, INF = float("nan"), float("inf")
M = torch.arange(6.0).reshape(2, 3)
DENSE = np.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]])
CSR = sp.csr_array(DENSE)


def stored_zero():
    value = sp.csr_array(
        (np.array([2.0, 0.0, 1.0, 3.0]), np.array([1, 2, 0, 2]), np.array([0, 2, 4])), shape=(2, 3)
    )
    assert value.nnz == 4
    return value


def doubled():
    return sp.coo_array((np.array([1.0, 1.0, 1.0, 3.0]), ([0, 0, 1, 1], [1, 1, 0, 2])), shape=(2, 3))


TABLE = [
    (M, M.clone(), POLICIES),
    (M, M.T, ()),
    (M, M[:1], ()),
    (M, M + 1, ()),
    (M.double(), M, ("kind", "any")),
    (M.bfloat16(), M, ("kind", "any")),
    (M.bfloat16(), M.bfloat16(), POLICIES),
    (M.to(torch.float8_e5m2), M.to(torch.float8_e5m2), POLICIES),
    (M.long(), M, ("any",)),
    (M.int(), M.long(), ("kind", "any")),
    (M.bool(), M.bool(), POLICIES),
    (M.bool(), M.bool().long(), ()),
    (M, M.numpy(), ()),
    (T(1.0), 1.0, ()),
    (T(1.0), T([1.0]), ()),
    (T([1.0]), T([1.0, 1.0]), ()),
    (T([NAN, INF]), T([NAN, INF]), POLICIES),
    (T([NAN]), T([1.0]), ()),
    (T([INF]), T([-INF]), ()),
    (T([1 + 1j]), T([1 + 1j]), POLICIES),
    (T([1 + 1j]), T([1 + 1j]).conj(), ()),
    (T([1 - 1j]), T([1 + 1j]).conj(), POLICIES),
    (M.clone().requires_grad_(), M, POLICIES),
    (torch.nn.Parameter(M), M, ()),
    (M.to_sparse(), M.to_sparse(), POLICIES),
    (M.to_sparse(), (M + 1).to_sparse(), ()),
    (M.to_sparse(), M, ()),
    (M.to_sparse(1), M.to_sparse(1), POLICIES),
    (torch.zeros(2, device="meta"), torch.zeros(2, device="meta"), ()),
    (CSR, CSR.copy(), POLICIES),
    (CSR, CSR * 2, ()),
    (CSR, CSR.T.tocsr(), ()),
    (CSR, DENSE, ()),
    (CSR.tocsc(), CSR, ("kind", "any")),
    (CSR.todok(), CSR, ("kind", "any")),
    (CSR.tolil(), CSR.tobsr(), ("kind", "any")),
    (CSR.todia(), CSR, ("kind", "any")),
    (sp.csr_matrix(DENSE), CSR, ("kind", "any")),
    (CSR.astype("f4"), CSR, ("kind", "any")),
    (CSR.astype("i4"), CSR, ("any",)),
    (stored_zero(), CSR, POLICIES),
    (doubled(), CSR.tocoo(), POLICIES),
    (sp.csr_array((2, 3)), CSR, ()),
    (sp.csr_array((2, 3)), sp.csr_array((2, 3)), POLICIES),
    (sp.csr_array((2, 3)), sp.csr_array((3, 2)), ()),
    (sp.coo_array(np.array([0.0, 1.0])), sp.coo_array(np.array([0.0, 1.0])), POLICIES),
    (sp.coo_array(np.array([0.0, 1.0])), sp.coo_array(np.array([1.0, 0.0])), ()),
]


@pytest.mark.parametrize("dtype", POLICIES)
@pytest.mark.parametrize(("pred", "ref", "accepted"), TABLE, ids=map(str, range(len(TABLE))))
def test_table(pred, ref, accepted, dtype):
    found = compare(pred, ref, dtype=dtype)
    assert found.equal is (dtype in accepted), found.reason
    assert compare(ref, pred, dtype=dtype).equal is found.equal


@pytest.mark.filterwarnings("ignore:Sparse CSR")
def test_torch_layouts():
    left, right = M.to_sparse_csr(), M.to_sparse()
    assert compare(left, left.clone()).equal
    assert not compare(left, right).equal
    assert compare(left, right, dtype="kind").equal
    assert not compare(left, M, dtype="any").equal


def test_reasons():
    pred = CSR.copy()
    pred.data[2] += 1
    assert compare(pred, CSR).reason == (
        "[1, 2]: 4.0 != 3.0 (|diff| 1 > 3.001e-06); 1 of 3 stored elements differ"
    )
    assert compare(M.double(), M).reason == "result: dtype is torch.float64, expected torch.float32"
    assert compare([M.T], [M]).reason.startswith("[0]: shape is (3, 2), expected (2, 3)")


def test_huge_sparse_shapes_need_no_dense_memory():
    side = 2**40
    value = sp.coo_array((np.array([1.0]), ([side - 1], [side - 2])), shape=(side, side))
    other = sp.coo_array((np.array([1.0]), ([side - 1], [side - 1])), shape=(side, side))
    assert compare(value, value.copy()).equal
    assert not compare(value, other).equal
