"""A candidate is source text. This module gets it from a path, a string, or a live function.

A function travels as text, never as a pickle: its source, the sources of the helpers it calls from its own module,
imports for the modules and library names it uses, and literal constants. A function that closes over state, or that
uses a module-level object that has no text, is refused, because what ran in the child would not be what the caller
has in hand.
"""

from __future__ import annotations

import ast
import dis
import hashlib
import inspect
import math
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import msgspec

from effibench.errors import CandidateError
from effibench.units import printable

_CONSTANTS = (bool, int, str, bytes, type(None), type(Ellipsis))


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """Source text to judge.

    Attributes:
        source: Python source that defines the task's entry point.
        name: what reports call it: a file name, a function name, or `<source>`.
        function: name of the function to use as the entry point when the source came from a live function.
    """

    source: str
    name: str = "<source>"
    function: str | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of the source, in hexadecimal."""
        return hashlib.sha256(self.source.encode("utf-8", "surrogatepass")).hexdigest()

    @classmethod
    def of(cls, value: Candidate | str | Path | Callable[..., Any]) -> Candidate:
        """Makes a candidate from whatever a caller has.

        Args:
            value: a Candidate, a path (`Path`, or a string without line breaks that ends in `.py` or names a file),
                source text, or a function.

        Raises:
            CandidateError: the file cannot be read, or the function cannot be turned into text.
        """
        if isinstance(value, Candidate):
            return value
        if isinstance(value, Path):
            return cls._from_path(value)
        if isinstance(value, str):
            looks_like_path = "\n" not in value and (value.endswith(".py") or _is_file(value))
            return cls._from_path(Path(value)) if looks_like_path else cls(source=value)
        if callable(value):
            return _from_function(value)
        raise CandidateError(f"a candidate is a path, source text or a function, not {type(value).__name__}")

    @classmethod
    def _from_path(cls, path: Path) -> Candidate:
        try:
            return cls(source=path.read_text(encoding="utf-8-sig"), name=printable(str(path)))
        except (OSError, UnicodeDecodeError) as error:
            raise CandidateError(f"cannot read the candidate {str(path)!r}: {error}") from error


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _from_function(function: Callable[..., Any]) -> Candidate:
    plain = inspect.unwrap(getattr(function, "py_func", function))
    if not isinstance(plain, FunctionType):
        raise CandidateError(f"{function!r} is not a plain function; pass its source text instead")
    if plain.__name__ == "<lambda>":
        raise CandidateError("a lambda has no source of its own; write it as a def or pass its source text")
    parts: dict[str, str] = {}
    _collect(plain, parts, plain.__name__)
    return Candidate(
        source="from __future__ import annotations\n\n" + "\n".join(parts.values()) + "\n",
        name=plain.__qualname__,
        function=plain.__name__,
    )


def _collect(function: FunctionType, parts: dict[str, str], wanted_by: str) -> None:
    """Adds the text of `function` and, before it, of everything it refers to."""
    if function.__closure__:
        names = ", ".join(function.__code__.co_freevars)
        raise CandidateError(
            f"function {wanted_by!r} closes over state ({names}); a candidate must be self-contained: "
            "pass what it needs as input, or give the candidate as source text"
        )
    try:
        text = textwrap.dedent(inspect.getsource(function))
        tree = ast.parse(text)
    except (OSError, TypeError, SyntaxError) as error:
        raise CandidateError(
            f"the source of {wanted_by!r} cannot be read ({error}); give it as text or a path"
        ) from error
    parts.setdefault(function.__name__, "")  # recursion ends here
    for name in sorted({*_global_names(function.__code__), *_header_names(tree)}):
        if name in parts or name not in function.__globals__:
            continue  # a builtin, or a name that will raise NameError there as it would here
        _collect_global(name, function.__globals__[name], function, tree, parts)
    del parts[function.__name__]
    parts[function.__name__] = text


def _collect_global(
    name: str, value: object, user: FunctionType, tree: ast.Module, parts: dict[str, str]
) -> None:
    if isinstance(value, ModuleType):
        parts[name] = _import_of(name, value, tree)
        return
    literal = _literal(value)
    if literal is not None:
        parts[name] = f"{name} = {literal}"
        return
    plain = inspect.unwrap(getattr(value, "py_func", value)) if callable(value) else value
    if isinstance(plain, FunctionType) and plain.__module__ == user.__module__ and plain.__name__ == name:
        _collect(plain, parts, name)
        return
    origin = _origin(name, value)
    if origin is not None and origin[0] != user.__module__:
        parts[name] = f"from {origin[0]} import {origin[1]} as {name}"
        return
    raise CandidateError(
        f"function {user.__name__!r} uses the module-level object {name!r} ({type(value).__name__}), whose state "
        "cannot travel as source; pass it as input, or give the candidate as source text"
    )


def _import_of(name: str, module: ModuleType, tree: ast.Module) -> str:
    """Imports a module under a name, and the submodules that the text reaches through it (`name.sub.thing`)."""
    lines = {f"import {module.__name__} as {name}": None}
    for node in ast.walk(tree):
        head, _, rest = ast.unparse(node).partition(".") if isinstance(node, ast.Attribute) else ("", "", "")
        path = f"{module.__name__}.{rest}"
        if head == name and path in sys.modules:
            lines[f"__import__({path!r})"] = None
    return "\n".join(lines)


def _literal(value: object) -> str | None:
    """Source text that gives the same constant; None if the value is no constant."""
    if type(value) is float:
        return repr(value) if math.isfinite(value) else f"float('{value}')"
    if type(value) is complex:
        return f"complex({_literal(value.real)}, {_literal(value.imag)})"
    if type(value) is tuple:
        items = [_literal(item) for item in value]
        return None if None in items else "(" + "".join(f"{item}, " for item in items) + ")"
    return repr(value) if type(value) in _CONSTANTS else None


def _origin(name: str, value: object) -> tuple[str, str] | None:
    """Module and attribute from which a class, a function or the like can be imported."""
    module, attribute = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if isinstance(module, str) and isinstance(attribute, str) and _found(module, attribute) is value:
        return module, attribute
    if callable(value):  # compiled functions need not know where they live
        for place in sorted(sys.modules, key=lambda place: (place.count("."), place)):
            if place != "__main__" and _found(place, name) is value:
                return place, name
    return None


def _found(module: str, attribute: str) -> object:
    return getattr(sys.modules.get(module), "__dict__", {}).get(attribute)


def _global_names(code: CodeType) -> Iterator[str]:
    """Names that the code, or code nested in it, looks up in its module."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in {"LOAD_GLOBAL", "LOAD_NAME"}:
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _global_names(constant)


def _header_names(tree: ast.Module) -> Iterator[str]:
    """Names in decorators and defaults, which are evaluated outside the function's own code."""
    definition = tree.body[0]
    if isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef):
        defaults = [default for default in definition.args.kw_defaults if default is not None]
        for expression in [*definition.decorator_list, *definition.args.defaults, *defaults]:
            for node in ast.walk(expression):
                if isinstance(node, ast.Name):
                    yield node.id
