"""Policy, difference and dispatch of the comparison; the handlers live beside it, one file a library."""

from __future__ import annotations

import importlib
import math
import reprlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

DtypePolicy = Literal["exact", "kind", "any"]
OrderPolicy = Literal["exact", "any"]

# Families that dtype="any" lets stand for one another. Bool is not among them: True is not 1.
_MERGED = {
    "int": "number",
    "float": "number",
    "complex": "number",
    "decimal": "number",
    "fraction": "number",
    "list": "sequence",
    "tuple": "sequence",
    "frozenset": "set",
    "bytearray": "bytes",
}
# Modules whose import registers the handlers of a library's types.
_LIBRARIES = frozenset({"numpy", "pandas", "polars", "scipy", "torch"})


@dataclass(frozen=True, slots=True)
class Policy:
    """How strict a comparison is; see :func:`effibench.tasks.comparison.compare`."""

    rtol: float = 1e-6
    atol: float = 1e-9
    dtype: DtypePolicy = "exact"

    def __post_init__(self) -> None:
        if not 0 <= self.rtol < 1:
            raise ValueError(f"rtol={self.rtol!r} must lie in [0, 1): from 1 on, zero would match anything")
        if not 0 <= self.atol < math.inf:
            raise ValueError(f"atol={self.atol!r} must be finite and at least 0")
        if self.dtype not in ("exact", "kind", "any"):
            raise ValueError(f"dtype={self.dtype!r} is not a policy; use 'exact', 'kind' or 'any'")

    def merge(self, family: str) -> str:
        """Returns the name under which this policy compares a family of types."""
        return _MERGED.get(family, family) if self.dtype == "any" else family


class Difference:
    """The first difference found: where it is, what it is and, for numbers, how large."""

    __slots__ = ("path", "size", "text")

    def __init__(self, text: str, path: str = "", size: float | None = None) -> None:
        self.text = text
        self.path = path
        self.size = size

    def under(self, part: str) -> Difference:
        """Prepends a part of the path; called while the recursion unwinds: equal values pay nothing."""
        self.path = part + self.path
        return self

    def __str__(self) -> str:
        return f"{self.path or 'result'}: {self.text}"


Handler = Callable[[Any, Any, Policy], "Difference | None"]
_HANDLERS: dict[type, tuple[str, Handler]] = {}


def register(family: str, handler: Handler, *types: type) -> None:
    """Makes ``handler`` compare values of exactly these types."""
    for kind in types:
        _HANDLERS[kind] = (family, handler)


def entry(kind: type) -> tuple[str, Handler] | None:
    """Returns family and handler of a type, importing the handlers of its library when it is first met."""
    found = _HANDLERS.get(kind)
    if found is None:
        top = kind.__module__.partition(".")[0]
        # A type's __module__ is only a claim; the library must be there already for the value to exist.
        if top in _LIBRARIES and top in sys.modules:
            importlib.import_module(f"{__package__}._compare_{top}")
            found = _HANDLERS.get(kind)
    return found


# Takes two values of one type apart into columns, or says how their structure differs.
RowsReader = Callable[[Any, Any, Policy], "list[Any] | Difference"]
_READERS: dict[type, RowsReader] = {}


def register_rows(reader: RowsReader, *types: type) -> None:
    """Makes ``reader`` take values of exactly these types apart into rows."""
    for kind in types:
        _READERS[kind] = reader


def rows_reader(kind: type) -> RowsReader | None:
    """Returns what takes values of a type apart into rows, or None where their order always counts."""
    return _READERS.get(kind)


def diff(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    """Returns the first difference between two values, or None."""
    kind = type(ref)
    if type(pred) is not kind:
        if policy.dtype == "exact":
            return type_difference(pred, ref)
        plain_pred, plain_ref = unwrap(pred), unwrap(ref)
        left, right = entry(type(plain_pred)), entry(type(plain_ref))
        if left is None or right is None or policy.merge(left[0]) != policy.merge(right[0]):
            return type_difference(pred, ref)
        return right[1](plain_pred, plain_ref, policy)
    found = entry(kind)
    if found is None:
        return Difference(f"values of type {type_name(kind)} cannot be compared")
    return found[1](pred, ref, policy)


def unwrap(value: Any) -> Any:
    """Returns the Python scalar of a numpy scalar, and anything else as it is."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.generic) or value.dtype.kind not in "biufcSU":
        return value
    kind = value.dtype.kind
    if kind == "f":
        return float(value)
    return complex(value) if kind == "c" else value.item()


def type_name(kind: type) -> str:
    """Returns a type's name as its users write it, for example ``pandas.DataFrame``."""
    top = str(kind.__module__).partition(".")[0]
    return kind.__name__ if top == "builtins" else f"{top}.{kind.__name__}"


def type_difference(pred: Any, ref: Any) -> Difference:
    """Returns the difference of two values whose types don't match."""
    return Difference(f"type is {type_name(type(pred))}, expected {type_name(type(ref))}")


def show(value: Any) -> str:
    """Returns a short text of a value; never longer than about 80 characters."""
    if type(value) is int and value.bit_length() > 256:
        return f"an int of {value.bit_length()} bits"  # repr() of a very long int raises
    value = unwrap(value)
    if type(value).__name__ in ("datetime64", "timedelta64"):
        return str(value)
    text = repr(value) if type(value) in (int, float, complex, bool) else reprlib.repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def unequal(pred: Any, ref: Any) -> Difference:
    """Returns the difference of two values that have no distance."""
    return Difference(f"{show(pred)} != {show(ref)}")


def apart(pred: Any, ref: Any, size: float, tolerance: float) -> Difference:
    """Returns the difference of two numbers that lie too far apart."""
    return Difference(f"{show(pred)} != {show(ref)} (|diff| {size:.6g} > {tolerance:.6g})", size=size)


def tally(found: Difference, count: int, total: int, largest: float | None, more: bool = False) -> Difference:
    """Adds how many of a container's elements differ, and by how much at most."""
    if total > 1:
        found.text += f"; {'at least ' if more else ''}{count} of {total} elements differ"
        if largest is not None and count > 1:
            found.text += f", largest |diff| {largest:.6g}"
    if largest is not None:
        found.size = largest
    return found
