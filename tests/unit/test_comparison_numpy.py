"""compare() on numpy arrays."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from effibench.tasks.comparison import compare

# A busy machine is no failure.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

POLICIES = ("exact", "kind", "any")
NAN, INF = np.nan, np.inf
A = np.array


def structured(*rows, dtype=(("a", "f8"), ("b", "i4"))):
    return np.array(list(rows), dtype=list(dtype))


def objects(*items):
    value = np.empty(len(items), dtype=object)
    value[:] = items
    return value


masked = np.ma.array
TABLE = [
    (A([1.0, 2]), A([1.0, 2]), POLICIES),
    (A([1.0, 2]), A([1.0, 2 + 1e-7]), POLICIES),
    (A([1.0, 2]), A([1.0, 2 + 1e-4]), ()),
    (A([1.0, 2]), [1.0, 2.0], ()),
    (A(1.0), np.float64(1), ()),
    (A(1.0), 1.0, ()),
    (A(1.0), A([1.0]), ()),
    (A([1.0]), A([1.0, 1.0]), ()),  # no broadcasting
    (A([[1.0, 1.0]]), A([1.0, 1.0]), ()),
    (A([]), A([1.0]), ()),
    (A([1.0]), A([]), ()),
    (np.zeros((0, 3)), np.zeros((0, 3)), POLICIES),
    (np.zeros((0, 3)), np.zeros((3, 0)), ()),
    (A([1.0], "f4"), A([1.0]), ("kind", "any")),
    (A([1.0], ">f8"), A([1.0]), ("kind", "any")),
    (A([1]), A([1.0]), ("any",)),
    (A([1], "i4"), A([1]), ("kind", "any")),
    (A([1], "u8"), A([1]), ("kind", "any")),
    (A([2**63 + 1], "u8"), A([2**63 - 1]), ()),
    (A([2**53 + 1]), A([2.0**53]), ("any",)),
    (A([1]), A([True]), ()),
    (A([1.0]), A([1 + 0j]), ("any",)),
    (A([1.0]), A([1 + 1j]), ()),
    (A([NAN, 1]), A([NAN, 1]), POLICIES),
    (A([NAN, 1]), A([1, NAN]), ()),
    (A([NAN]), A([1.0]), ()),
    (A([1.0]), A([NAN]), ()),
    (A([INF, -INF]), A([INF, -INF]), POLICIES),
    (A([INF]), A([-INF]), ()),
    (A([1.0]), A([INF]), ()),
    (A([INF, 1.0]), A([INF, 2.0]), ()),
    (A([INF]), A([NAN]), ()),
    (A([0.0]), A([-0.0]), POLICIES),
    (A([1e308]), A([-1e308]), ()),
    (A([complex(NAN, 1)]), A([complex(NAN, 1)]), POLICIES),
    (A([complex(NAN, 1)]), A([complex(1, NAN)]), ()),
    (A([complex(INF, 1)]), A([complex(INF, 2)]), ()),
    (A([1], np.longdouble), A([1], np.longdouble), POLICIES),
    (A(["a", "bb"]), A(["a", "bb"]), POLICIES),
    (A(["a"]), A(["b"]), ()),
    (A(["a"], "U5"), A(["a"]), ("kind", "any")),
    (A(["a"]), A([b"a"]), ()),
    (A(["a"]), A(["a"], dtype=np.dtypes.StringDType()), ("kind", "any")),
    (A(["a"]), objects("a"), ("any",)),
    (A([1.0]), objects(1.0), ("any",)),
    (A([True]), objects(1), ()),
    (objects(1, None, [1.0]), objects(1, None, [1.0]), POLICIES),
    (objects(1, None, [1.0]), objects(1, None, [1.5]), ()),
    (objects(1, 2), objects(1, 2.0), ("any",)),
    (objects(A([1.0])), objects(A([1.0])), POLICIES),
    (A(["2020"], "M8[D]"), A(["2020"], "M8[D]"), POLICIES),
    (A(["2020"], "M8[s]"), A(["2020"], "M8[D]"), ("kind", "any")),
    (A(["2020"], "M8[D]"), A(["2021"], "M8[D]"), ()),
    (A(["NaT"], "M8[D]"), A(["NaT"], "M8[D]"), POLICIES),
    (A(["NaT"], "M8[D]"), A(["2020"], "M8[D]"), ()),
    (A([1], "m8[D]"), A([24], "m8[h]"), ("kind", "any")),
    (A([1], "m8[D]"), A([1]), ()),
    (structured((1.0, 2)), structured((1.0, 2)), POLICIES),
    (structured((1.0, 2)), structured((1.0, 3)), ()),
    (structured((1.0, 2)), structured((1.0, 2), dtype=(("a", "f4"), ("b", "i8"))), ("kind", "any")),
    (structured((1.0, 2)), structured((1.0, 2), dtype=(("a", "f8"), ("c", "i4"))), ()),
    (structured((1.0, 2)), structured((2, 1.0), dtype=(("b", "i4"), ("a", "f8"))), ()),
    (A([b"ab"], "V2"), A([b"ab"], "V2"), POLICIES),
    (A([b"ab"], "V2"), A([b"ac"], "V2"), ()),
    (masked([1.0, 2.0], mask=[0, 1]), masked([1.0, 3.0], mask=[0, 1]), POLICIES),
    (masked([1.0, 2.0], mask=[0, 1]), masked([1.0, 2.0], mask=[0, 0]), ()),
    (masked([1.0, 2.0], mask=[0, 1]), masked([1.5, 2.0], mask=[0, 1]), ()),
    (masked([1.0, 2.0]), A([1.0, 2.0]), ()),
    (np.datetime64("2020"), np.datetime64("2020"), POLICIES),
    (np.datetime64("2020"), np.datetime64("2021"), ()),
    (np.datetime64("NaT"), np.datetime64("NaT"), POLICIES),
    (np.longdouble(1), np.longdouble(1), POLICIES),
    (np.longdouble(1), np.longdouble(2), ()),
    (A([[1.0]]).view(np.matrix), A([[1.0]]), ()),
]


@pytest.mark.parametrize("dtype", POLICIES)
@pytest.mark.parametrize(("pred", "ref", "accepted"), TABLE, ids=map(str, range(len(TABLE))))
def test_table(pred, ref, accepted, dtype):
    found = compare(pred, ref, dtype=dtype)
    assert found.equal is (dtype in accepted), found.reason
    assert bool(found.reason) is not found.equal


def test_reason_gives_path_count_and_largest_difference():
    ref = np.arange(20.0).reshape(4, 5)
    pred = ref.copy()
    pred[3, 4] -= 0.25
    assert compare({"dist": pred}, {"dist": ref}).reason == (
        "['dist'][3, 4]: 18.75 != 19.0 (|diff| 0.25 > 1.9001e-05); 1 of 20 elements differ"
    )
    pred[0, 1] += 3
    assert compare(pred, ref).reason.startswith("[0, 1]: 4.0 != 1.0 (|diff| 3 >")
    assert compare(pred, ref).reason.endswith("2 of 20 elements differ, largest |diff| 3")


def test_nan_masks_come_before_values():
    found = compare(A([9.0, NAN, 1.0]), A([1.0, 2.0, 1.0]))
    assert found.reason == "[1]: NaN, expected 2.0; 1 of 3 elements differ"
    assert compare(A([1.0]), A([NAN])).reason == "[0]: 1.0, expected NaN"


def test_int64_beyond_the_floats_is_exact():
    assert compare(A([2**53 + 1]), A([2.0**53]), dtype="any", rtol=0, atol=0).equal is False
    assert compare(A([2**53]), A([2.0**53]), dtype="any", rtol=0, atol=0).equal
    extremes = compare(A([2**63 - 1]), A([-(2**63)]))
    assert "largest" in compare(A([2**63 - 1, 1]), A([-(2**63), 0])).reason
    assert not extremes.equal


@pytest.mark.parametrize("at", [0, 32_767, 32_768, 99_999])
def test_every_block_is_looked_at(at):
    ref = np.linspace(1, 2, 100_000)
    pred = ref.copy()
    assert compare(pred, ref).equal
    pred[at] += 1
    assert compare(pred, ref).reason.startswith(f"[{at}]: ")


def test_memory_order_and_strides_do_not_count():
    ref = np.arange(12.0).reshape(3, 4)
    assert compare(np.asfortranarray(ref), ref).equal
    assert compare(np.repeat(ref, 2, axis=0)[::2], ref).equal


arrays = hnp.arrays(
    dtype=hnp.boolean_dtypes()
    | hnp.integer_dtypes()
    | hnp.floating_dtypes()
    | hnp.complex_number_dtypes()
    | hnp.datetime64_dtypes()
    | hnp.unicode_string_dtypes(max_len=4)
    | hnp.array_dtypes(),
    shape=hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4),
)


@unhurried
@given(arrays, st.sampled_from(POLICIES), st.sampled_from(["exact", "any"]))
def test_equals_itself(value, dtype, order):
    assert compare(value.copy(), value, dtype=dtype, order=order) == (True, "")


@unhurried
@given(
    hnp.arrays(np.float64, 4, elements=st.sampled_from([0.0, 1.0, 1.05, 1.2, -1.0, INF, -INF, NAN])),
    hnp.arrays(np.float64, 4, elements=st.sampled_from([0.0, 1.0, 1.05, 1.2, -1.0, INF, -INF, NAN])),
)
def test_arrays_and_scalars_agree(pred, ref):
    each = [compare(float(a), float(b), rtol=0.1).equal for a, b in zip(pred, ref, strict=True)]
    assert compare(pred, ref, rtol=0.1).equal is all(each)
    assert compare(pred.astype(complex), ref.astype(complex), rtol=0.1).equal is all(each)
    assert compare(pred.tolist(), ref.tolist(), rtol=0.1).equal is all(each)
