"""Naming and collecting deferred results; describing values."""

import asyncio
import itertools
from concurrent.futures import Future
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from effibench.values import UnsupportedType, describe, is_lazy, materialise


async def coroutine() -> None: ...


async def asynchronous() -> Any:
    yield 1


FRAME = pd.DataFrame({"a": [1, 1, 2], "b": [1.0, 2.0, 3.0]})


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ((i for i in ()), "generator"),
        (map(str, ()), "iterator"),
        (filter(None, ()), "iterator"),
        (zip((), strict=True), "iterator"),
        (reversed([]), "iterator"),
        (enumerate([]), "iterator"),
        (iter([]), "iterator"),
        (iter({}), "iterator"),
        ({}.keys(), "iterator"),
        (itertools.chain(), "iterator"),
        (asynchronous(), "asynchronous generator"),
        (Future(), "Future"),
        (pl.LazyFrame(), "polars LazyFrame"),
        (pl.col("a"), "polars expression"),
        (pl.DataFrame({"a": [1]}).group_by("a"), "polars GroupBy"),
        (FRAME.groupby("a"), "pandas GroupBy"),
        (FRAME.groupby("a")["b"], "pandas GroupBy"),
        (FRAME.rolling(2), "pandas window"),
        (FRAME.expanding(), "pandas window"),
        (FRAME.ewm(1), "pandas window"),
        (FRAME.set_index(pd.date_range("2024", periods=3)).resample("D"), "pandas Resampler"),
        (np.nditer(np.zeros(1)), "numpy iterator"),
        (np.zeros(1).flat, "numpy iterator"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_deferred_values_are_named(value: Any, name: str) -> None:
    assert is_lazy(value) == name


@pytest.mark.parametrize(
    "value",
    [
        range(3),
        [1],
        {},
        "x",
        1,
        None,
        np.zeros(2),
        FRAME,
        FRAME["a"],
        pd.NA,
        pd.NaT,
        pl.DataFrame(),
        object(),
        int,
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_are_not_lazy(value: Any) -> None:
    assert is_lazy(value) is None
    assert materialise(value) is value


def test_the_object_is_not_asked() -> None:
    class Meta(type):
        def __getattribute__(cls, name: str) -> Any:
            raise AssertionError("asked")

    class Liar(metaclass=Meta):
        def __getattribute__(self, name: str) -> Any:
            raise AssertionError("asked")

    assert is_lazy(Liar()) is None


def test_a_coroutine_and_an_asyncio_future_have_no_value_here() -> None:
    waiting = coroutine()
    assert is_lazy(waiting) == "coroutine"
    with pytest.raises(UnsupportedType, match="coroutine"):
        materialise(waiting)
    waiting.close()
    loop = asyncio.new_event_loop()
    try:
        assert is_lazy(loop.create_future()) == "asyncio Future"
    finally:
        loop.close()


def test_materialise() -> None:
    done: Future[int] = Future()
    done.set_result(5)
    assert materialise(done) == 5
    assert materialise(i * i for i in range(3)) == [0, 1, 4]
    assert materialise({"a": 1}.items()) == [("a", 1)]
    frame = pl.DataFrame({"a": [1, 2]})
    assert materialise(frame.lazy()).equals(frame)  # type: ignore[attr-defined]
    with pytest.raises(UnsupportedType, match="pandas GroupBy"):
        materialise(FRAME.groupby("a"))


def test_materialise_looks_into_small_containers() -> None:
    assert materialise({"x": map(abs, [-1]), "y": 2}) == {"x": [1], "y": 2}
    assert materialise((1, iter([2]))) == (1, [2])
    large = [iter([1])] * 100
    assert materialise(large) is large


def test_materialise_passes_on_what_the_computation_raises() -> None:
    with pytest.raises(ZeroDivisionError):
        materialise(1 // i for i in (1, 0))


def test_memory_maps_are_lazy(tmp_path: Any) -> None:
    mapped = np.memmap(tmp_path / "x", mode="w+", shape=3)
    assert is_lazy(mapped) == "numpy memory map"
    assert type(materialise(mapped)) is np.ndarray


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (5, "int 5"),
        (10**400, "int of 1329 bits"),
        ("abc", "str 'abc'"),
        ("a" * 100, "str of length 100"),
        ([1, 2], "list of 2 int …"),
        ((), "tuple of 0"),
        ({"x": 1, "y": 2}, "dict of 2 ['x', 'y']"),
        (np.zeros((3, 2)), "numpy.ndarray float64 (3, 2)"),
        (FRAME, "pandas.DataFrame 3 x 2 ['a', 'b']"),
        (FRAME["a"], "pandas.Series int64 of 3"),
        (pl.DataFrame({"a": [1]}), "polars.DataFrame 1 x 1 ['a']"),
        (iter([]), "list_iterator"),
    ],
    ids=repr,
)
def test_describe(value: Any, text: str) -> None:
    assert describe(value) == text
