"""Schemas learned from inputs, and what conforms to them."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
import pytest

from effibench.audit.shapes import growable, input_size, schema_of, violations
from effibench.audit.shapes.conform import conforms
from effibench.audit.shapes.infer import shape_of
from effibench.audit.shapes.repair import fitted, repaired
from effibench.audit.shapes.schema import (
    Below,
    BoolShape,
    DictShape,
    FloatShape,
    IntShape,
    IsLength,
    NoneShape,
    NotAbove,
    OneOfShape,
    RecordShape,
    SameLength,
    SampleShape,
    SequenceShape,
    Shape,
    StrShape,
)
from effibench.errors import UsageError


@pytest.mark.parametrize(
    ("values", "shape"),
    [
        ([None], NoneShape()),
        ([True, False], BoolShape()),
        ([3, 9], IntShape(3, 9, 1)),
        ([0, 9], IntShape(0, 9, 0)),
        ([-1, 9], IntShape(-1, 9)),
        ([0, 1, 1, 0, 1], IntShape(0, 1, 0, 1)),
        ([0, 1, 1, 0], IntShape(0, 1, 0)),
        ([*range(10), *range(10)], IntShape(0, 9, 0, 9)),
        ([*range(30)], IntShape(0, 29, 0)),
        ([0.5, 2], FloatShape(0.5, 2.0, 0.0)),
        ([-0.5], FloatShape(-0.5, -0.5)),
        (["ba", "c"], StrShape("abc", 1, 2)),
        ([[1, 2], [3]], SequenceShape("list", IntShape(1, 3, 1), 1, 2)),
        ([[]], SequenceShape("list", IntShape(0, 0, 0), 0, 0)),
        ([{1, 2}], SequenceShape("set", IntShape(1, 2, 1), 2, 2)),
        ([frozenset("ab")], SequenceShape("frozenset", StrShape("ab", 1, 1), 2, 2)),
        ([{"a": 1}, {"b": 2, "c": 3}], DictShape(StrShape("abc", 1, 1), IntShape(1, 3, 1), 1, 2)),
        ([[1, "a"], [2, "b"]], RecordShape("list", (IntShape(1, 2, 1), StrShape("ab", 1, 1)))),
        ([(1, 2)], RecordShape("tuple", (IntShape(1, 1, 1), IntShape(2, 2, 1)))),
        ([[1, 2], [3, 4]], SequenceShape("list", IntShape(1, 4, 1), 2, 2)),
        ([[1, 2], [3, 4], [5, 6]], RecordShape("list", (IntShape(1, 5, 1), IntShape(2, 6, 1)))),
        ([None, 3], OneOfShape((NoneShape(), IntShape(3, 3, 1)))),
        ([1, True], OneOfShape((BoolShape(), IntShape(1, 1, 1)))),
        ([b"x"], SampleShape((b"x",))),
        ([{}], SampleShape(({},))),
        ([math.inf, 1.0], FloatShape(1.0, 1.0, 0.0, finite=False)),
        ([-math.inf, math.nan, 3], FloatShape(3.0, 3.0, finite=False)),
        ([math.inf], SampleShape((math.inf,))),
        ([10**400, 1.0], FloatShape(1.0, 1.0, 0.0, finite=False)),
    ],
)
def test_shapes(values: list[Any], shape: Shape) -> None:
    assert shape_of(values) == shape
    assert all(conforms(value, shape) for value in values)


@pytest.mark.parametrize(
    ("values", "order", "distinct", "rows"),
    [
        ([[1, 2, 3, 4, 5]], "ascending", False, ""),  # one in 120
        ([[1, 2, 3, 4]], "", False, ""),  # one in 24 may be chance
        ([[1, 2, 3], [4, 5, 9]], "", False, ""),  # one in 36
        ([[1, 2, 3], [4, 5, 9], [1, 3, 8, 9]], "ascending", False, ""),
        ([[9, 5, 4, 4, 1, 0]], "descending", False, ""),
        ([[1, 1, 1, 1, 1, 1]], "", False, ""),  # always sorted
        ([[1, 2, 3, 4, 6, 5]], "", False, ""),
        ([[3, 1, 9, 5, 7, 2, 8, 6, 4]], "", True, ""),  # all of nine digits
        ([[3, 1000, 77, 12]], "", False, ""),  # chance
        ([["e", "d", "c", "b", "a", "a", "a"]], "descending", False, ""),
        ([[[1, 2], [3, 4], [5, 6], [7, 8, 9]]], "", False, ""),
        ([[[1, 2, 3, 4]] * 3, [[1, 2]] * 4], "", False, "equal"),
        ([[[1, 2, 3, 4]] * 4, [[1, 2]] * 2], "", False, "square"),
        ([[[1, 2, 3, 4]] * 2, [[1, 2]] * 2], "", False, ""),  # two rows say little
    ],
)
def test_conditions_of_sequences(values: list[Any], order: str, distinct: bool, rows: str) -> None:
    shape = shape_of(values)
    assert isinstance(shape, SequenceShape)
    assert (shape.order, shape.distinct, shape.rows) == (order, distinct, rows)
    assert all(conforms(value, shape) for value in values)


def test_relations() -> None:
    def learned(*inputs: list[Any]) -> tuple[object, ...]:
        return schema_of(inputs).relations

    same = SameLength(0, 1)
    assert learned([[1], [2]], [[1, 2], [5, 5]], [[3, 3, 9], [1, 0, 5]]) == (same,)
    assert learned([[1], [2]], [[1, 2], [5, 5]]) == ()  # two inputs
    assert learned(*([[1, 9, 9, 1], [2, 2, 1, 3]] for _ in range(3))) == ()  # one length
    assert learned(["a", 1], ["abc", 3], ["ab", 2]) == (IsLength(1, 0),)
    index = Below(1, 0, elements=False, length=True, inclusive=False)
    assert learned(["a", 0], ["abc", 1], ["ab", 0]) == (index,)
    assert learned(["a", 1], ["abc", 2], ["ab", 1]) == (index._replace(inclusive=True, low=1),)
    assert learned(["a", 5], ["abc", 2], ["ab", 1]) == ()
    edges = [[3, [[0, 1], [1, 2]]], [5, [[4, 0], [2, 3], [1, 0]]], [2, [[0, 1]]]]
    assert learned(*edges) == (Below(1, 0, elements=True, length=False, inclusive=False),)
    counted_from_one = Below(1, 0, elements=True, length=False, inclusive=True, low=1)
    assert learned([4, [1, 3, 2]], [9, [1, 1, 1, 8]], [7, [1, 7]]) == (counted_from_one,)
    assert learned([4, [1, 0, 2]], [900, [1, 1, 1, 8]], [70, [1, 6]]) == ()  # far below
    assert learned([[1, 2, 0]], [[1, 0]], [[0, 2, 3, 1]]) == (
        Below(0, 0, elements=True, length=True, inclusive=False),
    )
    assert learned([1, 2], [3, 9], [4, 4], [-8, 0], [0, 1]) == (NotAbove(0, 1),)
    assert learned([1, 2], [3, 9], [4, 4], [-8, 0]) == ()  # four inputs


def test_relations_hold_of_what_they_were_learned_from() -> None:
    inputs = [[5, [[4, 0], [2, 3], [1, 0]], "abc"], [3, [[0, 1], [1, 2]], "xy"], [2, [[0, 1]], "z"]]
    schema = schema_of(inputs)
    assert schema.relations
    assert all(not violations(arguments, schema) for arguments in inputs)
    assert violations([2, [[0, 1], [1, 2]], "xy"], schema) != []


@pytest.mark.parametrize(
    ("inputs", "message"),
    [([], "at least one"), ([[1], [1, 2]], "1 or 2 arguments")],
)
def test_inputs_that_have_no_schema(inputs: list[list[Any]], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        schema_of(inputs)


def test_what_grows() -> None:
    assert growable(schema_of([["abc", 3, [1, 2]]])) == (0, 2)
    assert growable(schema_of([[3, None, True]])) == (0,)
    assert growable(schema_of([["a", 3]])) == (1,)  # a character stays one
    assert growable(schema_of([[None], [[1, 2]]])) == (0,)
    assert growable(schema_of([[[]], [[]]])) == ()
    assert growable(schema_of([[value] for value in (0, 1, 1, 0, 1)])) == ()  # bits


@pytest.mark.parametrize(
    ("seeds", "value"),
    [
        ([1, 2], 0),
        ([1, 2], True),
        ([1, 2], 1.0),
        ([0.5], math.nan),
        ([0.5], -1.0),
        ([0.5], 10**400),
        (["ab"], ""),
        (["ab"], "abc"),
        (["a"], "aa"),
        ([[1, 2]], []),
        ([[1, 2]], (1, 2)),
        ([[1, 2]], [1, "a"]),
        ([[]], [1]),
        ([[1, 2, 3, 4, 5]], [2, 1]),
        ([[3, 1, 9, 5, 7, 2, 8, 6, 4]], [1, 1]),
        ([[[1, 2, 3, 4]] * 4], [[1, 2, 3]] * 4),
        ([(1, "a")] * 2, (1, "a", 2)),
        ([{"a": 1}], {}),
        ([{"a": 1}], {"a": "a"}),
        ([b"x"], b"y"),
        ([None, 1], "a"),
    ],
)
def test_what_does_not_conform(seeds: list[Any], value: Any) -> None:
    assert not conforms(value, shape_of(seeds))


def test_arrays_are_told_apart_by_their_text() -> None:
    shape = shape_of([np.array([1, 2]), np.array([3, 4])])
    assert conforms(np.array([3, 4]), shape)
    assert not conforms(np.array([3, 5]), shape)
    assert not conforms(np.array([3.0, 4.0]), shape)


def test_a_number_without_end_has_no_size() -> None:
    inputs = [[math.inf], [math.nan], [1.0]]
    assert [input_size(arguments, schema_of(inputs)) for arguments in inputs] == [0, 0, 1]


def test_a_number_of_arguments() -> None:
    assert violations([1], schema_of([[1, 2]])) == ["1 arguments instead of 2"]
    assert violations([1, "x"], schema_of([[1, 2]])) == ["argument 1 is not IntShape"]


def test_repair_changes_what_it_must() -> None:
    assert fitted([3, 1, 2], shape_of([[1, 2, 3, 4, 5]])) == [1, 2, 3]
    assert fitted([3, 1, 3], shape_of([[3, 1, 9, 5, 7, 2, 8, 6, 4]])) == [3, 1]
    assert fitted([[1, 2], [3], [4, 5]], shape_of([[[1, 2, 3, 4]] * 3, [[1, 2]] * 4])) == [[1], [3], [4]]
    assert fitted([[1, 2], [3, 4], [5, 6]], shape_of([[[1, 2, 3, 4]] * 4])) == [[1, 2], [3, 4]]
    assert fitted(-3, shape_of([1, 2])) == 1
    assert fitted("x", shape_of([1, 2])) == "x"
    edges = schema_of([[3, [[0, 1], [1, 2]]], [5, [[4, 0], [2, 3], [1, 0]]], [2, [[0, 1]]]])
    assert repaired([2, [[7, 1]]], edges) == [8, [[7, 1]]]  # the number of vertices is raised
    index = schema_of([["a", 0], ["abc", 1], ["ab", 0]])
    assert repaired(["abc", 7], index) == ["abc", 1]
    same = schema_of([[[1], [2]], [[1, 2], [5, 5]], [[3, 3, 9], [1, 0, 5]]])
    given: list[Any] = [[1, 2, 3], [4]]
    assert repaired(given, same) == [[1], [4]]
    assert given == [[1, 2, 3], [4]]
    assert repaired([[], []], same) is None


def test_sets_of_text_are_read_in_one_order() -> None:
    words = [str(Random(number).random()) for number in range(50)]
    backwards = words[::-1]
    assert shape_of([set(words), None]) == shape_of([set(backwards), None])
