"""Answers that lie about themselves or only look right, on their way through the codec into the comparison."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
import torch
from values_framing import framed

from effibench import values
from effibench.tasks.comparison import compare

POLICIES = ("exact", "kind", "any")
NAN = float("nan")
DAY = dt.datetime(2020, 1, 1)

# --- subclasses that agree with everybody ---

ASKED: list[str] = []


def agrees(name: str) -> Callable[..., Any]:
    def method(self: object, *_: object) -> Any:
        ASKED.append(name)
        return name != "__ne__"

    return method


def liar(base: type, *arguments: Any, **options: Any) -> Any:
    """An instance of a subclass that is equal to everything and says it is of its base's type."""
    names = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__array_ufunc__")
    body: dict[str, Any] = {name: agrees(name) for name in names}
    body["__hash__"] = base.__hash__
    body["__class__"] = property(lambda self: base)
    kind = type(base.__name__, (base,), {**body, "__module__": base.__module__})
    if issubclass(base, np.ndarray) and arguments and isinstance(arguments[0], np.ndarray):
        return arguments[0].view(kind)
    if issubclass(base, torch.Tensor):
        return torch.Tensor._make_subclass(kind, *arguments)
    if issubclass(base, pd.Index):
        return kind._simple_new(np.array(*arguments))  # the constructor makes a plain one
    made = kind(*arguments, **options)
    assert type(made) is kind
    return made


# A right answer, and a liar that holds a wrong one.
LIARS = {
    "int": (3, liar(int, 5)),
    "float": (3.0, liar(float, 5.0)),
    "complex": (3j, liar(complex, 5j)),
    "str": ("a", liar(str, "b")),
    "bytes": (b"a", liar(bytes, b"b")),
    "bytearray": (bytearray(b"a"), liar(bytearray, b"b")),
    "list": ([1], liar(list, [2])),
    "tuple": ((1,), liar(tuple, (2,))),
    "dict": ({"a": 1}, liar(dict, {"b": 1})),
    "set": ({1}, liar(set, {2})),
    "frozenset": (frozenset({1}), liar(frozenset, {2})),
    "date": (dt.date(2020, 1, 1), liar(dt.date, 2020, 1, 2)),
    "datetime": (DAY, liar(dt.datetime, 2020, 1, 2)),
    "time": (dt.time(1), liar(dt.time, 2)),
    "timedelta": (dt.timedelta(1), liar(dt.timedelta, 2)),
    "Decimal": (Decimal(1), liar(Decimal, 2)),
    "Fraction": (Fraction(1), liar(Fraction, 2)),
    "ndarray": (np.ones(2), liar(np.ndarray, np.zeros(2))),
    "matrix": (np.ones((1, 2)), np.matrix([[1.0, 1.0]])),
    "lying matrix": (np.ones((1, 2)), liar(np.matrix, np.zeros((1, 2)))),
    "recarray": (np.ones(2, "f8,f8"), np.ones(2, "f8,f8").view(np.recarray)),
    "lying recarray": (np.ones(2, "f8,f8"), liar(np.recarray, np.zeros(2, "f8,f8"))),
    "masked": (np.ma.array([1.0]), liar(np.ma.MaskedArray, np.zeros(1))),
    "float64": (np.float64(1), liar(np.float64, 2)),
    "float32": (np.float32(1), liar(np.float32, 2)),
    "int64": (np.int64(1), liar(np.int64, 2)),
    "str_": (np.str_("a"), liar(np.str_, "b")),
    "DataFrame": (pd.DataFrame({"a": [1]}), liar(pd.DataFrame, {"a": [2]})),
    "Series": (pd.Series([1]), liar(pd.Series, [2])),
    "Index": (pd.Index([1]), liar(pd.Index, [2])),
    "Timedelta": (pd.Timedelta(1), liar(pd.Timedelta, 2)),
    "Categorical": (pd.Categorical(["a"]), liar(pd.Categorical, ["b"])),
    "polars DataFrame": (pl.DataFrame({"a": [1]}), liar(pl.DataFrame, {"a": [2]})),
    "polars Series": (pl.Series([1]), liar(pl.Series, [2])),
    "Tensor": (torch.ones(2), liar(torch.Tensor, torch.zeros(2))),
    "Parameter": (torch.ones(2), torch.nn.Parameter(torch.ones(2))),
    "Buffer": (torch.ones(2), liar(torch.nn.Parameter, torch.zeros(2))),
    "csr_array": (sp.csr_array([[1.0]]), liar(sp.csr_array, [[2.0]])),
    "csr_matrix": (sp.csr_matrix([[1.0]]), liar(sp.csr_matrix, [[2.0]])),
    "coo_array": (sp.coo_array([[1.0]]), liar(sp.coo_array, [[2.0]])),
}
WRAPPED: dict[str, Callable[[Any], Any]] = {
    "alone": lambda x: x,
    "in a list": lambda x: [x],
    "in a tuple": lambda x: (0, x),
    "in a dict": lambda x: {"k": x},
}


@pytest.mark.parametrize("place", WRAPPED)
@pytest.mark.parametrize("name", LIARS)
def test_a_subclass_of_a_result_type_convinces_nobody(name: str, place: str) -> None:
    right, lie = (WRAPPED[place](side) for side in LIARS[name])
    ASKED.clear()
    with pytest.raises(values.UnsupportedType):
        values.encode(lie)
    assert not ASKED, "the answer itself was asked"
    for dtype in POLICIES:
        for order in ("exact", "any"):
            assert not compare(lie, right, dtype=dtype, order=order).equal
    assert compare(right, right).equal


class Yes:
    """Equal to everything, and of any type that is asked for."""

    __eq__ = agrees("__eq__")
    __hash__ = object.__hash__
    __class__ = property(lambda self: float)  # type: ignore[assignment]

    def __array__(self, *_: object, **__: object) -> Any:
        ASKED.append("__array__")
        return np.array(1.0)


HIDDEN = {
    "object array": (np.array([1, 2], object), np.array([1, Yes()], object)),
    "matrix of objects": (np.array([[1, 2]], object), np.array([[1, Yes()]], object)),
    "masked objects": (np.ma.array([1], dtype=object), np.ma.array([Yes()], dtype=object)),
    "pandas column": (pd.DataFrame({"a": [1]}), pd.DataFrame({"a": pd.Series([Yes()], dtype=object)})),
    "pandas labels": (pd.Series([1], index=[1]), pd.Series([1], index=pd.Index([Yes()], dtype=object))),
    "pandas name": (pd.Series([1], name="a"), pd.Series([1], name=Yes())),
    "pandas categories": (
        pd.Categorical([1]),
        pd.Categorical.from_codes([0], pd.Index([Yes()], dtype=object)),
    ),
    "polars objects": (pl.Series([1]), pl.Series([Yes()], dtype=pl.Object)),
    "key": ({1: 1}, {Yes(): 1}),
    "member": ({1}, {Yes()}),
}


@pytest.mark.parametrize("place", HIDDEN)
def test_a_liar_hidden_in_a_result_is_found(place: str) -> None:
    right, lie = HIDDEN[place]
    ASKED.clear()
    with pytest.raises(values.UnsupportedType):
        values.encode(lie)
    assert "__eq__" not in ASKED
    for dtype in POLICIES:
        assert not compare(lie, right, dtype=dtype).equal


# --- a matrix that reaches beyond its own arrays ---


@pytest.mark.parametrize("kind", ["csr_array", "csr_matrix", "csc_array", "bsr_array"])
@pytest.mark.parametrize(
    "ends",
    [[0, 5, 0], [0, -1, 0], [0, 2**30, 0], [0, 1_765_540_608, -1_040_187_340]],  # the last wraps around
)
def test_an_empty_sparse_matrix_cannot_claim_elements(kind: str, ends: list[int]) -> None:
    """Its rows begin and end somewhere: past what it stores, a conversion writes outside of its memory."""
    matrix = getattr(sp, kind)((2, 2), dtype=float)
    if kind == "bsr_array":
        matrix = sp.bsr_array((2, 2), blocksize=(1, 1))
    honest = values.encode(matrix)[24:]
    place = honest.index(matrix.indptr.tobytes())
    body = honest[:place] + np.array(ends, "i4").tobytes() + honest[place + 12 :]
    with pytest.raises(values.DecodeError):
        values.decode(framed(body))
