"""scipy.sparse through the value codec."""

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from values_support import QUICK, refuse, round_trip, survives_mutations

from effibench.values import UnsupportedType, encode

KINDS = [
    f"{form}_{family}"
    for form in ("csr", "csc", "coo", "bsr", "dia", "lil", "dok")
    for family in ("matrix", "array")
]
DENSE = np.array([[0, 1, 2.0, 0], [0, 0, 0, 0], [3, 0, 4, 0]])


def check(matrix: Any) -> None:
    result = round_trip(matrix)
    assert (result.shape, result.dtype, result.nnz) == (matrix.shape, matrix.dtype, matrix.nnz)
    assert np.array_equal(result.toarray(), matrix.toarray(), equal_nan=matrix.dtype.kind in "fc")


@pytest.mark.parametrize("kind", KINDS)
def test_every_class(kind: str) -> None:
    make = getattr(sp, kind)
    for dtype in (np.float64, np.float32, np.bool_, np.complex128, np.int8):
        check(make(DENSE.astype(dtype)))
    check(make((3, 4)))
    check(make(np.array([[np.nan, 0]])))


@QUICK
@given(st.sampled_from(KINDS), st.integers(1, 6), st.integers(1, 6), st.integers(0, 100))
def test_any_matrix_comes_back(kind: str, rows: int, columns: int, seed: int) -> None:
    source = np.random.default_rng(seed)
    check(getattr(sp, kind)(source.integers(-1, 2, (rows, columns)) * source.random((rows, columns))))


def test_what_a_class_may_hold_beside_the_canonical() -> None:
    check(sp.coo_array(([1.0, 2.0, 0.0], ([0, 0, 1], [1, 1, 0])), shape=(2, 2)))  # twice, and a stored zero
    check(sp.csr_array((np.array([1.0, 2.0]), np.array([1, 0]), np.array([0, 2])), shape=(1, 2)))  # unsorted
    check(sp.csr_array((np.array([1.0]), np.array([0], np.int64), np.array([0, 1], np.int64)), shape=(1, 2)))
    check(sp.coo_array(np.array([0, 1, 0, 2])))
    check(sp.coo_array(np.arange(8).reshape(2, 2, 2)))
    check(sp.bsr_array(np.kron(np.eye(2), np.ones((2, 3))), blocksize=(2, 3)))
    check(sp.diags_array([1.0, 2.0], offsets=1))


def test_the_history_of_a_dok_does_not_matter() -> None:
    first, second = sp.dok_array((2, 2)), sp.dok_array((2, 2))
    first[0, 1], first[1, 0] = 1, 2
    second[1, 0], second[0, 1] = 2, 1
    assert encode(first) == encode(second)


def test_subclasses_and_objects_are_refused() -> None:
    class Derived(sp.csr_matrix): ...

    for value in (Derived(DENSE), sp.linalg.aslinearoperator(DENSE)):
        with pytest.raises(UnsupportedType):
            encode(value)


def test_mutated_documents() -> None:
    for kind in KINDS:
        survives_mutations(getattr(sp, kind)(DENSE), 60)


ONES = np.ones(2)


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("sp.csr_array", ((2, 2), ONES, np.array([0, 5]), np.array([0, 1, 2]))),
        ("sp.csr_array", ((2, 2), ONES, np.array([0, -1]), np.array([0, 1, 2]))),
        ("sp.csr_array", ((2, 2), ONES, np.array([0, 1]), np.array([0, 2, 1]))),
        ("sp.csr_array", ((2, 2), ONES, np.array([0, 1]), np.array([0, 1, 9]))),
        ("sp.csr_array", ((2**40, 2), ONES, np.array([0, 1]), np.array([0, 1, 2]))),
        ("sp.csr_array", ((2, 2), ONES, np.array([0.0, 1]), np.array([0, 1, 2]))),
        ("sp.csr_array", ((-2, 2), ONES, np.array([0, 1]), np.array([0, 1, 2]))),
        ("sp.csr_array", ((2, 2, 2), ONES, np.array([0, 1]), np.array([0, 1, 2]))),
        ("sp.csr_array", ((2, 2), np.array(["a", "b"]), np.array([0, 1]), np.array([0, 1, 2]))),
        ("sp.bsr_array", ((2, 2), ONES, np.array([0, 1]), np.array([0, 1, 2]))),
        ("sp.coo_array", ((2, 2), ONES, [np.array([0, 5]), np.array([0, 1])])),
        ("sp.coo_array", ((2, 2), ONES, [np.array([0, -1]), np.array([0, 1])])),
        ("sp.coo_array", ((2, 2), ONES, [np.array([0, 1])])),
        ("sp.coo_array", ((2, 2), ONES, [np.array([0, 1, 1]), np.array([0, 1, 1])])),
        ("sp.coo_array", ((), ONES, [])),
        ("sp.dok_array", ((2, 2), ONES, [np.array([0, 0]), np.array([0, 0])])),
        ("sp.dia_array", ((2, 2), np.ones((2, 2)), np.array([0, 0]))),
        ("sp.dia_array", ((2, 2), ONES, np.array([0, 1]))),
        ("sp.lil_array", ((2, 2), ONES, np.array([0, 5]), np.array([0, 1, 2]))),
        ("sp.nothing", None),
    ],
    ids=lambda part: str(part)[:60],
)
def test_broken_matrices_are_refused(name: str, payload: Any) -> None:
    refuse(name, payload)
