"""numpy through the value codec."""

from typing import Any

import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from values_support import QUICK, body, framed, refuse, round_trip, survives_mutations

from effibench.values import DecodeError, UnsupportedType, decode, encode


def titled(dtype: np.dtype[Any]) -> bool:
    if dtype.subdtype:
        return titled(dtype.base)
    return any(len(field) > 2 or titled(field[0]) for field in (dtype.fields or {}).values())


DTYPES = (
    hnp.scalar_dtypes()
    | hnp.datetime64_dtypes()
    | hnp.unicode_string_dtypes()
    | hnp.byte_string_dtypes()
    | hnp.array_dtypes(hnp.scalar_dtypes(), max_size=3)
    | hnp.nested_dtypes()
).filter(lambda dtype: not titled(dtype))
ARRAYS = hnp.arrays(DTYPES, hnp.array_shapes(min_dims=0, min_side=0, max_side=4))


def check(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    result = round_trip(array)
    assert result.dtype == array.dtype
    assert result.shape == array.shape
    assert result.flags.writeable
    assert result.flags.owndata or result.base is not None
    assert result.flags.aligned
    if array.dtype.kind not in "VOT":
        assert result.tobytes() == array.tobytes()
    else:
        assert repr(result.tolist()) == repr(array.tolist())
    return result


@QUICK
@given(ARRAYS)
def test_any_array_comes_back(array: Any) -> None:
    if array.dtype.kind in "fc" and array.dtype.itemsize in (16, 32) and array.dtype != np.complex128:
        assert repr(round_trip(array)) == repr(array)  # the padding of a long double is not kept
    else:
        check(array)


@QUICK
@given(hnp.arrays(hnp.scalar_dtypes() | hnp.datetime64_dtypes(), ()))
def test_any_scalar_comes_back(array: Any) -> None:
    scalar = array[()]
    assert repr(round_trip(scalar)) == repr(scalar)
    assert decode(encode(scalar)).dtype == scalar.dtype


@pytest.mark.parametrize(
    "scalar",
    [
        np.str_("a\0"),
        np.bytes_(b"a\0"),
        np.void(b"abc"),
        np.bool_(True),
        np.longdouble(1) / 3,
        np.datetime64("NaT"),
    ],
    ids=repr,
)
def test_scalars(scalar: Any) -> None:
    assert repr(round_trip(scalar)) == repr(scalar)


def test_structured_scalar() -> None:
    scalar = np.array([(1, "x", [1, 2])], [("a", "i4"), ("b", "O"), ("c", "f8", 2)])[0]
    assert repr(round_trip(scalar)) == repr(scalar)


def test_memory_order() -> None:
    c = np.arange(24.0).reshape(2, 3, 4)
    assert check(c).flags.c_contiguous
    fortran = check(np.asfortranarray(c))
    assert fortran.flags.f_contiguous
    assert not fortran.flags.c_contiguous
    for view in (c[:, ::2], c.transpose(1, 0, 2), c[::-1], np.broadcast_to(c[0], (2, 3, 4))):
        assert check(view).flags.c_contiguous
        assert encode(view) == encode(view.copy(order="C"))


def test_byte_order_is_kept() -> None:
    assert check(np.array([1, 2], ">i4")).dtype.byteorder == ">"
    assert encode(np.array([1], ">i4")) != encode(np.array([1], "<i4"))


@pytest.mark.parametrize(
    "array",
    [
        np.array(5.0),
        np.zeros((0, 3)),
        np.zeros((2, 0), order="F"),
        np.array([1, "a", None, [2], np.float32(1)], dtype=object),
        np.array([[1, "a"], [2, "b"]], dtype=object, order="F"),
        np.empty(3, dtype=object),
        np.zeros(3, [("a", "S0"), ("b", "i4")])["a"],
        np.array(["2024-01", "NaT"], "M8[25s]"),
        np.array([1], "m8"),
        np.array([b"a", b"bc"]),
        np.array([b"abc"], "V3"),
        np.array([(1, (2, 3.0))], [("a", "i1"), ("b", [("c", "i2"), ("d", ">f8")])]),
        np.zeros(2, np.dtype([("a", "i1"), ("b", "f8")], align=True)),
        np.zeros((2, 2), [("a", "f4", (2, 3)), ("b", "U3")])[:, ::-1],
    ],
    ids=repr,
)
def test_arrays(array: Any) -> None:
    check(array)


@pytest.mark.skipif(not hasattr(np.dtypes, "StringDType"), reason="numpy 1 has no StringDType")
@pytest.mark.parametrize(
    "options", [{}, {"na_object": None}, {"na_object": np.nan}, {"coerce": False}], ids=repr
)
def test_string_arrays(options: dict[str, Any]) -> None:
    dtype = np.dtypes.StringDType(**options)
    array = np.array([["a", "é" * 50], ["", "b"]], dtype=dtype)
    if "na_object" in options:
        array[0, 0] = options["na_object"]
    check(array)
    check(array[0, 1:2])
    check(array.T)


def test_gaps_between_fields_do_not_matter() -> None:
    dtype = np.dtype({"names": ["a", "b"], "formats": ["i1", "i8"], "offsets": [0, 8]})
    noise, zeros = np.full(32, 255, np.uint8).view(dtype), np.zeros(2, dtype)
    zeros["a"], zeros["b"] = noise["a"], noise["b"]
    assert encode(noise) == encode(zeros)


def test_padding_of_long_doubles_does_not_matter() -> None:
    third = np.full(3, np.longdouble(1) / 3)
    noisy = third.copy()
    raw = noisy.view(np.uint8).reshape(3, -1)
    if np.finfo(np.longdouble).nmant == 63:
        raw[:, 10:] = 0xAB
    assert (noisy == third).all()
    assert encode(noisy) == encode(third)
    assert encode(noisy[0]) == encode(third[0])


def test_bools_are_zero_or_one() -> None:
    assert encode(np.array([0, 2, 255], np.uint8).view(bool)) == encode(np.array([False, True, True]))
    document = bytearray(body(np.array([True])))
    document[-1] = 2
    with pytest.raises(DecodeError, match="neither 0 nor 1"):
        decode(framed(bytes(document)))


def test_characters_beyond_unicode_are_refused() -> None:
    for order in "<>":
        document = body(np.array(["a"], f"{order}U1"))
        with pytest.raises(DecodeError, match="character"):
            decode(framed(document[:-4] + b"\xff\xff\xff\xff"))


def test_masked_arrays() -> None:
    for array in (
        np.ma.array([1.0, 2.0], mask=[True, False]),
        np.ma.array([[1, 2]], fill_value=7, hard_mask=True),
        np.ma.array([(1, 2.0)], mask=[(True, False)], dtype=[("a", "i4"), ("b", "f8")]),
        np.ma.array(["a", "b"], mask=True),
    ):
        result = round_trip(array)
        assert repr(result) == repr(array)
        assert result.dtype == array.dtype
        assert result.hardmask == array.hardmask
        assert (result.mask is np.ma.nomask) == (array.mask is np.ma.nomask)
    assert decode(encode([np.ma.masked]))[0] is np.ma.masked


class Derived(np.ndarray): ...


@pytest.mark.parametrize(
    "value",
    [
        np.zeros(2).view(Derived),
        np.zeros(2, [("a", "i4")]).view(np.recarray),
        np.rec.array([(1,)], dtype=[("a", "i4")])[0],
        np.dtype("f8"),
        np.random.default_rng(0),
        np.zeros(1, np.dtype({"names": ["a"], "formats": ["i1"], "offsets": [0], "titles": ["t"]})),
        np.zeros(1, np.dtype({"names": ["a"], "formats": ["i1"], "offsets": [0], "itemsize": 1000})),
        np.zeros(2).flat,
    ],
    ids=lambda value: type(value).__name__,
)
def test_refused(value: Any) -> None:
    with pytest.raises(UnsupportedType) as failure:
        encode([value])
    assert failure.value.path == "[0]"


def test_the_element_of_an_object_array_is_located() -> None:
    array = np.array([[1, 2], [3, 4]], dtype=object)
    array[1, 0] = object()
    for order, step in (("C", "[1, 0]"), ("F", "[1, 0]")):
        with pytest.raises(UnsupportedType) as failure:
            encode({"x": np.array(array, order=order)})
        assert failure.value.path == "['x']" + step


def test_liars_in_object_arrays_are_refused() -> None:
    class Liar(float):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = float.__hash__

    with pytest.raises(UnsupportedType):
        encode(np.array([1.0, Liar()], dtype=object))


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6).reshape(2, 3),
        np.array([1, "a", None], dtype=object),
        np.array(["ab", "c"]),
        np.array([(1, "x", [1, 2])], [("a", "i4"), ("b", "O"), ("c", "f8", 2)]),
        np.ma.array([1.0, 2.0], mask=[True, False]),
        [np.float64(1), np.int8(2), np.str_("a"), np.datetime64("2024-01-01")],
    ],
    ids=repr,
)
def test_mutated_documents(array: Any) -> None:
    survives_mutations(array, 400, use=lambda value: value)


FLOATS = np.zeros(2)


@pytest.mark.parametrize(
    "payload",
    [
        ("struct", "<f8", (2,), "C", []),
        ("struct", ("struct", (("a", "<f8", 0),), 8, False), (2,), "C", [FLOATS, FLOATS]),
        ("struct", ("struct", (("a", "<f8", 0),), 8, False), (3,), "C", [FLOATS]),
        ("struct", ("struct", (("a", "<f8", 0),), 8, False), (2,), "A", [FLOATS]),
        ("struct", ("struct", (("a", "<f8", 0),), 8, False), (-2,), "C", [FLOATS]),
        ("struct", ("struct", (("a", "<i8", 0),), 8, False), (2,), "C", [FLOATS]),
        ("struct", ("struct", (("a", "<f8", 4),), 8, False), (2,), "C", [FLOATS]),
        ("struct", ("struct", (("a", "<f8", 0),), 2**31 - 1, False), (2,), "C", [FLOATS]),
        ("struct", ("struct", (), 1000, False), (2**40,), "C", []),
        ("struct", ("struct", (), 0, False), (2**40,), "C", []),
        ("struct", ("struct", (("a", "<f8,<f8", 0),), 16, False), (2,), "C", [FLOATS]),
        # An integer field over an object field would forge a pointer.
        (
            "struct",
            ("struct", (("o", "|O", 0), ("i", "<i8", 0)), 8, False),
            (1,),
            "C",
            [np.array(["x"], object), np.array([1])],
        ),
        ("string", (), True, "C", np.array([1], object)),
        ("string", (), True, "C", np.array([None], object)),
        ("string", (1, 2), True, "C", np.array(["a"], object)),
        (),
        None,
    ],
    ids=repr,
)
def test_broken_arrays_are_refused(payload: Any) -> None:
    refuse("np.array", payload)


def test_broken_masked_arrays_and_scalars_are_refused() -> None:
    fill = np.array(0.0)
    refuse("ma.array", (FLOATS, np.array([True]), fill, False), "mask")
    refuse("ma.array", (FLOATS, np.array([1, 0]), fill, False), "mask")
    refuse("ma.array", (FLOATS, None, FLOATS, False), "fill")
    refuse("ma.masked", 1)
    refuse("np.scalar", FLOATS, "shape")
    refuse("np.str", 5)


@QUICK
@given(st.integers(0, 40), st.integers(0, 3))
def test_large_rank_and_zero_lengths(rank: int, length: int) -> None:
    shape = (1,) * min(rank, 30) + (length,)
    assert round_trip(np.ones(shape)).shape == shape
