"""compare(order="any"): the outermost value as a multiset."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import polars as pl
import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from effibench.tasks.comparison import compare

# A busy machine is no failure.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

NAN = float("nan")


@pytest.mark.parametrize(
    ("pred", "ref", "equal"),
    [
        ([3, 1, 2], [1, 2, 3], True),
        ([1, 1, 2], [1, 2, 2], False),
        ([1, 2], [1, 2, 2], False),
        ([], [], True),
        ([1, True], [True, 1], True),
        ([1, 1], [1, True], False),
        (["b", "a"], ["a", "b"], True),
        ([NAN, 1.0], [1.0, NAN], True),
        ([NAN, NAN], [1.0, NAN], False),
        ([2.0 + 1e-9, 1.0], [1.0, 2.0], True),
        ([2.1, 1.0], [1.0, 2.0], False),
        ([("b", 2.0), ("a", 1.0)], [("a", 1.0), ("b", 2.0)], True),
        ([("b", 1.0), ("a", 2.0)], [("a", 1.0), ("b", 2.0)], False),
        ([{"k": 1.0}, {"k": [2]}], [{"k": [2]}, {"k": 1.0}], True),
        ([[2, 1]], [[1, 2]], False),  # nested values keep their order
        ((2, 1), (1, 2), False),  # a tuple is a record
        ({"a": [2, 1]}, {"a": [1, 2]}, False),
        ([np.ones(2), np.zeros(2)], [np.zeros(2), np.ones(2)], True),
        ([np.ones(2), np.ones(2)], [np.zeros(2), np.ones(2)], False),
        ([pd.Series([1]), 1], [1, pd.Series([1])], True),
        ([1 + 2j, 2 + 1j], [2 + 1j, 1 + 2j], True),
        ([1 + 2j, 2 + 1j], [2 - 1j, 1 + 2j], False),
        ([b"b", None], [None, b"b"], True),
        ([{1}, {2}], [{2}, {1}], True),
        (np.array([3.0, 1, 2]), np.array([1.0, 2, 3]), True),
        (np.array([3.0, 1, 1]), np.array([1.0, 3, 3]), False),
        (np.array([[3.0, 1], [2, 2]]), np.array([[2.0, 2], [3, 1]]), True),
        (np.array([[3.0, 1], [2, 2]]), np.array([[2.0, 1], [3, 2]]), False),
        (np.array([3, 1], "i4"), np.array([1, 3]), False),
        (np.array([3.0]), np.array([3.0, 3.0]), False),
        (np.array(["b", "a"]), np.array(["a", "b"]), True),
        (np.array([1, "b"], object), np.array(["b", 1], object), True),
        (np.array([2, 2**60 + 1], "u8"), np.array([2**60, 2], "u8"), False),
        (np.array([(1, 2.0), (3, 4.0)], "i4,f8"), np.array([(3, 4.0), (1, 2.0)], "i4,f8"), True),
        (np.array([(1, 4.0), (3, 2.0)], "i4,f8"), np.array([(3, 4.0), (1, 2.0)], "i4,f8"), False),
        (np.ma.array([1, 2, 3], mask=[1, 0, 0]), np.ma.array([2, 3, 9], mask=[0, 0, 1]), True),
        (np.ma.array([1, 2, 3], mask=[1, 0, 0]), np.ma.array([2, 4, 9], mask=[0, 0, 1]), False),
        (torch.tensor([2.0, 1.0]), torch.tensor([1.0, 2.0]), True),
        (torch.tensor([2.0, 2.0]), torch.tensor([1.0, 2.0]), False),
    ],
)
def test_multisets(pred, ref, equal):
    found = compare(pred, ref, order="any")
    assert found.equal is equal, found.reason
    assert bool(found.reason) is not equal


def test_policies_hold_in_any_order():
    assert not compare([2, 1.0], [1, 2.0], order="any").equal
    assert compare([2, 1.0], [1, 2.0], order="any", dtype="any").equal
    assert compare((2, 1), [1, 2], order="any", dtype="any").equal
    assert compare([np.int64(2), 1], [1, 2], order="any", dtype="kind").equal
    assert not compare([True, 2], [2, 1], order="any", dtype="any").equal
    left, right = np.array([3, 1], "i8"), np.array([1, 3], "u8")
    assert compare(left, right, order="any", dtype="kind").equal
    assert compare(left, right.astype(float), order="any", dtype="any").equal


def test_reasons_name_a_missing_row():
    reason = compare([1, 1, 2], [1, 2, 2], order="any").reason
    assert "expected element 2" in reason
    assert "1 of 3" in reason
    assert "row 1 of the reference" in compare(np.array([1.0, 1.0]), np.array([1.0, 2.0]), order="any").reason


def test_neighbours_within_tolerance_need_a_matching():
    # Sorted by the first column the rows pair up wrongly: only trying the pairs finds the match.
    ref = np.array([[0.0, 5.0], [0.05, 1.0]])
    pred = np.array([[0.06, 5.0], [0.0, 1.0]])
    assert compare(pred, ref, order="any", rtol=0, atol=0.1).equal
    # Both results suit the first reference row alone.
    pred = np.array([[0.0, 5.0], [0.06, 5.0]])
    assert not compare(pred, ref, order="any", rtol=0, atol=0.1).equal


row = st.tuples(*[st.sampled_from([0.0, 0.4, 0.8, 1.2, 3.0])] * 2)
rows = st.lists(row, min_size=1, max_size=5)


@unhurried
@given(rows, rows)
def test_agrees_with_trying_all_orders(left, right):
    right = (right * len(left))[: len(left)]
    tried = any(compare(list(order), right, rtol=0, atol=0.5).equal for order in itertools.permutations(left))
    assert compare(left, right, rtol=0, atol=0.5, order="any").equal is tried
    arrays = np.array(left), np.array(right)
    assert compare(*arrays, rtol=0, atol=0.5, order="any").equal is tried
    frames = (
        pl.DataFrame(left, orient="row", schema=["a", "b"]),
        pl.DataFrame(right, orient="row", schema=["a", "b"]),
    )
    assert compare(*frames, rtol=0, atol=0.5, order="any").equal is tried
    complexes = [complex(*item) for item in left], [complex(*item) for item in right]
    tried = any(
        compare(list(order), complexes[1], rtol=0, atol=0.5).equal
        for order in itertools.permutations(complexes[0])
    )
    assert compare(*complexes, rtol=0, atol=0.5, order="any").equal is tried


def test_many_noisy_rows():
    rng = np.random.default_rng(0)
    ref = rng.integers(1, 50, size=(5000, 3)).astype(float)
    pred = ref[rng.permutation(5000)] * (1 + rng.uniform(-1e-7, 1e-7, size=(5000, 3)))
    assert compare(pred, ref, order="any").equal
    pred[17] = pred[18] + 7
    assert not compare(pred, ref, order="any").equal


FRAME = {"k": [1, 2, 2], "x": [0.5, NAN, 1.5], "s": ["a", "b", "c"]}


@pytest.mark.parametrize("build", [pd.DataFrame, pl.DataFrame])
def test_frames(build):
    ref = build(FRAME)
    shuffled = build({name: [values[2], values[0], values[1]] for name, values in FRAME.items()})
    assert not compare(shuffled, ref).equal
    assert compare(shuffled, ref, order="any").equal
    broken = build({**FRAME, "x": [NAN, 0.5, 1.5]})
    assert not compare(broken, ref, order="any").equal
    assert not compare(shuffled[["x", "k", "s"]], ref, order="any").equal
    assert not compare(build({**FRAME, "k": [1.0, 2.0, 2.0]}), ref, order="any").equal


def test_pandas_labels_are_part_of_a_row_unless_they_count():
    ref = pd.DataFrame(FRAME)
    moved = ref.iloc[[2, 0, 1]]
    assert compare(moved, ref, order="any").equal
    assert compare(moved.reset_index(drop=True), ref, order="any").equal
    ref = ref.set_index("s")
    moved = ref.iloc[[2, 0, 1]]
    assert compare(moved, ref, order="any").equal
    assert not compare(moved.set_axis(ref.index), ref, order="any").equal
    assert ".index" in compare(moved.reset_index(drop=True), ref, order="any").reason
    assert compare(moved["x"], ref["x"], order="any").equal
    assert not compare(moved["x"].rename("y"), ref["x"], order="any").equal


def test_polars_nested_columns():
    ref = pl.DataFrame({"l": [[1.0], None, []], "d": [{"a": 1}, {"a": 2}, None]})
    assert compare(ref.reverse(), ref, order="any").equal
    swapped = ref.with_columns(d=pl.Series([{"a": 2}, {"a": 1}, None]))
    assert not compare(swapped, ref, order="any").equal
    assert compare(ref["l"].reverse(), ref["l"], order="any").equal
