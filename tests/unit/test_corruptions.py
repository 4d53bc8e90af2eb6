"""corruptions(): wrong answers that compare() rejects, made without changing the right one."""

from __future__ import annotations

import copy
import datetime as dt
from collections import Counter
from decimal import Decimal
from typing import get_args

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from effibench.tasks.comparison import compare
from effibench.tasks.corruptions import Corruption, Kind, corruptions

# A busy machine is no failure.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

RNG = np.random.default_rng(0)
FRAME = pd.DataFrame(
    {
        "i": [1, 2, 3],
        "f": [1.0, np.nan, 3.0],
        "s": ["x", None, "z"],
        "c": pd.Categorical(["u", "v", "u"]),
        "t": pd.to_datetime(["2020-01-01", "2020-01-02", "2020-01-03"]),
        "z": pd.to_datetime(["2020-01-01", "2020-01-02", "2020-01-03"], utc=True),
        "n": pd.array([1, None, 3], dtype="Int64"),
        "b": [True, False, True],
    }
)
POLARS = pl.DataFrame(
    {
        "i": [1, None],
        "f": [1.0, 2.0],
        "l": [[1.0, 2.0], []],
        "s": ["x", "y"],
        "d": [{"a": 1, "b": "x"}, {"a": 2, "b": None}],
        "t": [dt.datetime(2020, 1, 1), dt.datetime(2020, 1, 2)],
        "c": pl.Series(["a", "b"], dtype=pl.Categorical),
    }
)
COMMON = {"zeros", "empty", "nan", "truncated", "dtype", "structure", "none", "value"}
MATRIX = COMMON | {"transposed", "order", "extended", "sign"}

# The answer, and the kinds of corruption that it must have at least.
ANSWERS = {
    "int": (3, {"zeros", "nan", "value", "sign", "dtype", "empty", "none", "structure"}),
    "float": (2.5, {"zeros", "nan", "value", "sign", "dtype", "empty", "none", "structure"}),
    "huge int": (10**5000, {"zeros", "value", "sign"}),
    "complex": (1 + 2j, {"zeros", "nan", "value", "sign", "dtype"}),
    "bool": (True, {"zeros", "value", "dtype", "none"}),
    "None": (None, {"zeros", "empty", "nan"}),
    "str": ("abc", {"empty", "truncated", "extended", "value", "order", "dtype"}),
    "bytes": (b"abc", {"empty", "truncated", "extended", "value", "order", "dtype"}),
    "decimal": (Decimal("1.5"), {"zeros", "value", "dtype"}),
    "date": (dt.date.max, {"value", "dtype", "none"}),
    "datetime": (dt.datetime(2020, 1, 1), {"value", "dtype", "none"}),
    "list": ([1, 2, 3], COMMON | {"order", "extended"}),
    "list of lists": ([[1.0, 2.0], [3.0, 4.0]], COMMON | {"order", "transposed"}),
    "tuple": ((1.0, "a"), COMMON | {"order"}),
    "dict": ({"a": 1, "b": [1.0, 2.0], "m": RNG.normal(size=(3, 2))}, MATRIX | {"labels"}),
    "set": ({1, 2}, {"empty", "truncated", "extended", "value", "dtype", "structure"}),
    "matrix": (RNG.normal(size=(3, 4)), MATRIX),
    "float32": (RNG.normal(size=(3, 4)).astype("f4"), MATRIX),
    "ints": (np.arange(1, 7).reshape(2, 3), MATRIX),
    "uint8": (np.array([255, 0], "u1"), COMMON | {"order", "sign"}),
    "int8 limits": (np.array([127, -128], "i1"), COMMON | {"order", "sign"}),
    "complexes": (np.array([1j, 2.0]), COMMON),
    "bools": (np.array([True, False]), COMMON),
    "texts": (np.array(["a", "b"]), {"zeros", "empty", "truncated", "value", "dtype", "order"}),
    "objects": (np.array([1, None, "x"], dtype=object), {"nan", "empty", "truncated", "value", "order"}),
    "times": (np.array(["2020", "2021"], "M8[D]"), COMMON),
    "structured": (np.array([(1.0, 2), (3.0, 4)], "f8,i4"), COMMON),
    "0-d": (np.array(1.5), {"zeros", "nan", "empty", "value", "dtype", "structure"}),
    "masked": (np.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0]), COMMON),
    "numpy scalar": (np.float32(3), {"zeros", "nan", "value", "dtype", "structure"}),
    "int8 scalar": (np.int8(127), {"zeros", "value", "dtype", "structure"}),
    "no rows": (np.zeros((0, 3)), {"transposed", "dtype", "structure", "none"}),
    "frame": (FRAME, MATRIX | {"labels"}),
    "indexed frame": (FRAME.set_index("s"), MATRIX | {"labels"}),
    "multi-index": (FRAME.set_index(["i", "s"]), MATRIX | {"labels"}),
    "one column": (FRAME[["f"]], MATRIX | {"labels"}),
    "series": (FRAME["f"], COMMON | {"labels", "order", "sign"}),
    "nullable": (FRAME["n"], COMMON | {"labels", "order", "sign"}),
    "categorical": (FRAME["c"], {"nan", "empty", "truncated", "value", "dtype", "order", "labels"}),
    "no frame rows": (FRAME.iloc[:0], {"labels", "dtype", "truncated", "structure"}),
    "index": (pd.Index([1, 5], name="a"), {"labels", "empty", "truncated", "order", "structure"}),
    "polars": (POLARS, COMMON | {"labels", "order", "extended"}),
    "polars numbers": (POLARS[["f"]].with_columns(g=pl.lit(1.0)), MATRIX | {"labels"}),
    "polars series": (POLARS["f"], COMMON | {"labels", "order", "sign"}),
    "polars lists": (POLARS["l"], {"nan", "empty", "truncated", "value", "order", "structure"}),
    "polars structs": (POLARS["d"], {"nan", "empty", "truncated", "value", "order", "structure"}),
    "tensor": (torch.arange(6.0).reshape(2, 3), MATRIX),
    "bfloat16": (torch.arange(3.0).bfloat16(), COMMON),
    "sparse tensor": (
        torch.arange(6.0).reshape(2, 3).to_sparse(),
        {"zeros", "nan", "transposed", "truncated", "dtype"},
    ),
    "csr": (sp.random(5, 4, 0.5, format="csr", random_state=0), MATRIX - {"extended"}),
    "coo array": (sp.coo_array(np.arange(6.0).reshape(2, 3)), MATRIX - {"extended"}),
    "dok": (sp.dok_array(np.arange(6.0).reshape(2, 3)), MATRIX - {"extended"}),
    "lil": (sp.lil_matrix(np.arange(6).reshape(2, 3)), MATRIX - {"extended"}),
}


@pytest.mark.parametrize("label", ANSWERS)
def test_every_corruption_is_wrong_and_named_once(label):
    value, wanted = ANSWERS[label]
    before = copy.deepcopy(value)
    found = list(corruptions(value))
    assert wanted <= {one.kind for one in found}
    assert {one.kind for one in found} <= set(get_args(Kind))
    assert [name for name, count in Counter(one.name for one in found).items() if count > 1] == []
    for one in found:
        assert not compare(one.value, value).equal, one.name
        assert not compare(value, one.value).equal, one.name
    assert compare(value, before) == (True, "")  # the right answer is as it was


@pytest.mark.parametrize("label", ANSWERS)
@pytest.mark.parametrize(("dtype", "order"), [("kind", "exact"), ("exact", "any"), ("any", "any")])
def test_a_looser_policy_leaves_out_what_it_accepts(label, dtype, order):
    value, wanted = ANSWERS[label]
    strict = {one.name: one for one in corruptions(value)}
    loose = {one.name: one for one in corruptions(value, dtype=dtype, order=order)}
    assert loose.keys() <= strict.keys()
    for name, one in strict.items():
        equal = compare(one.value, value, dtype=dtype, order=order).equal
        assert equal is (name not in loose), name
    # What is left still proves something.
    excused = {"dtype", *(("order",) if order == "any" else ())}
    assert wanted - excused <= {one.kind for one in loose.values()}


def test_a_looser_policy_accepts_what_it_says():
    value = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert "reversed" in names(value, "order")
    assert not [one for one in corruptions(value, order="any") if one.kind == "order"]
    assert "float32" in names(value, "dtype")
    left = [one.name for one in corruptions(value, dtype="any") if one.kind == "dtype"]
    assert left == ["text"]  # a number is not its own text


@pytest.mark.parametrize("label", ANSWERS)
def test_names_are_stable(label):
    value, _ = ANSWERS[label]
    assert [one.name for one in corruptions(value)] == [one.name for one in corruptions(copy.deepcopy(value))]


def names(value, kind):
    return [one.name for one in corruptions(value) if one.kind == kind]


def test_what_equals_the_answer_is_left_out():
    assert "zeros" not in names(np.zeros(3), "zeros")
    assert names(np.eye(3), "transposed") == []
    assert "reversed" not in names(np.array([1, 2, 1]), "order")
    assert "reversed" not in names([1, 2, 1], "order")
    assert names(np.array([0.0, -0.0]), "sign") == []
    assert names(-0.0, "sign") == []
    assert "empty" not in names({}, "empty")
    assert names("aa", "order") == []
    assert "one-percent" not in [one.name for one in corruptions(1e-12)]  # below any sensible tolerance


def test_paths_and_leaves():
    found = {one.name: one for one in corruptions({"dist": np.ones(2), "k": (1, "a")})}
    assert compare(found["['dist'].zeros"].value["dist"], np.zeros(2)).equal
    assert found["['k'][1].changed"].value["k"] == (1, "?")
    assert found["['k'].missing"].value.keys() == {"dist"}
    few, many = (len(list(corruptions(list(range(100)), leaves=n))) for n in (2, 8))
    assert few < many < 150


def test_extreme_numbers_warn_neither_here_nor_hide_warnings_there():
    value = np.array([np.finfo(float).max, np.finfo(float).max])
    before = np.geterr()
    for one in corruptions(value):
        assert np.geterr() == before, one.name
    assert list(corruptions(np.float32(3e38)))


def test_a_corruption_cannot_be_changed():
    one = Corruption("zeros", "zeros", 0)
    with pytest.raises(AttributeError):
        one.name = "ones"


@unhurried
@given(
    hnp.arrays(
        hnp.boolean_dtypes() | hnp.integer_dtypes() | hnp.floating_dtypes() | hnp.complex_number_dtypes(),
        hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3),
    )
)
def test_arrays_of_any_kind(value):
    before = value.copy()
    found = list(corruptions(value))
    assert {"none", "structure"} <= {one.kind for one in found}
    assert all(not compare(one.value, value).equal for one in found)
    assert value.tobytes() == before.tobytes()


leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.datetimes()
trees = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=6,
)


@unhurried
@given(trees)
def test_trees_of_any_kind(value):
    found = list(corruptions(value))
    assert found
    assert all(not compare(one.value, value).equal for one in found)
