"""A value in a few words, for messages."""

import sys
from collections.abc import Callable
from typing import Any, Final

_LONGEST: Final = 60
_SCALARS: Final = (bool, int, float, complex, type(None), str, bytes)


def _name(kind: type) -> str:
    module, name = kind.__module__, kind.__qualname__
    return name if module == "builtins" else f"{module.partition('.')[0]}.{name}"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _scalar(obj: object) -> str:
    if type(obj) is int and obj.bit_length() > 200:
        return f"int of {obj.bit_length()} bits"  # printing it may be refused, or take minutes
    if type(obj) in (str, bytes) and len(obj) > _LONGEST:  # type: ignore[arg-type]
        return f"{_name(type(obj))} of length {len(obj)}"  # type: ignore[arg-type]
    return "None" if obj is None else f"{_name(type(obj))} {obj!r}"


def _container(value: Any) -> str:
    if type(value) is dict:
        keys = ", ".join(repr(key) for key in list(value)[:4] if type(key) in _SCALARS)
        return f"dict of {len(value)} [{_cut(keys)}{', …' if len(value) > 4 else ''}]"
    first = next(iter(value), None) if type(value) in (list, tuple) else None
    return f"{_name(type(value))} of {len(value)}" + (f" {_name(type(first))} …" if first is not None else "")


def _array(value: Any) -> str:
    return f"{value.dtype} {tuple(value.shape)}"


def _frame(value: Any) -> str:
    names = ", ".join(repr(str(column)) for column in list(value.columns)[:4])
    return f"{value.shape[0]} x {value.shape[1]} [{_cut(names)}{', …' if value.shape[1] > 4 else ''}]"


def _column(value: Any) -> str:
    return f"{value.dtype} of {len(value)}"


_LIBRARY: Final[tuple[tuple[str, str, Callable[[Any], str]], ...]] = (
    ("numpy", "ndarray", _array),
    ("numpy.ma", "MaskedArray", _array),
    ("torch", "Tensor", _array),
    ("pandas", "DataFrame", _frame),
    ("polars", "DataFrame", _frame),
    ("pandas", "Series", _column),
    ("pandas", "Index", _column),
    ("polars", "Series", _column),
    *(
        ("scipy.sparse", f"{form}_{family}", _array)
        for form in ("csr", "csc", "coo", "bsr", "dia", "lil", "dok")
        for family in ("array", "matrix")
    ),
)


def describe(obj: object) -> str:
    """Type and shape of a value: ``numpy.ndarray float64 (1000, 3)``, ``dict of 2 ['x', 'y']``.

    Of an object whose exact type isn't known here only the type is named, so that no code of a foreign
    class runs.
    """
    kind = type(obj)
    if kind in _SCALARS:
        return _scalar(obj)
    if kind in (dict, list, tuple, set, frozenset, bytearray):
        return _container(obj)
    for module, name, words in _LIBRARY:
        if module in sys.modules and getattr(sys.modules[module], name, None) is kind:
            return f"{module.partition('.')[0]}.{name} {words(obj)}"
    return _name(kind)
