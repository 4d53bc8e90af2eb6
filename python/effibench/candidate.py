"""A candidate is source text. This module gets it from a path, a string, or a live function.

A function travels as text, never as a pickle: its source, the sources of the helpers it calls from its own module,
imports for the modules and library names it uses, and literal constants. A function that closes over state, or that
uses a module-level object that has no text, is refused, because what ran in the child would not be what the caller
has in hand.
"""

from __future__ import annotations

import ast
import builtins
import dis
import hashlib
import inspect
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import msgspec

from effibench.errors import CandidateError

_CONSTANTS = (bool, int, float, complex, str, bytes, type(None))


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
            return cls(source=path.read_text(encoding="utf-8"), name=str(path))
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
        _collect_global(name, function.__globals__[name], function, parts)
    del parts[function.__name__]
    parts[function.__name__] = text


def _collect_global(name: str, value: object, user: FunctionType, parts: dict[str, str]) -> None:
    if isinstance(value, ModuleType):
        parts[name] = f"import {value.__name__} as {name}"
        return
    if isinstance(value, _CONSTANTS):
        parts[name] = f"{name} = {value!r}"
        return
    plain = inspect.unwrap(getattr(value, "py_func", value)) if callable(value) else value
    if isinstance(plain, FunctionType) and plain.__module__ == user.__module__ and plain.__name__ == name:
        _collect(plain, parts, name)
        return
    module, attribute = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if (
        isinstance(module, str)
        and isinstance(attribute, str)
        and module != user.__module__
        and "." not in attribute
    ):
        parts[name] = f"from {module} import {attribute} as {name}"
        return
    raise CandidateError(
        f"function {user.__name__!r} uses the module-level object {name!r} ({type(value).__name__}), whose state "
        "cannot travel as source; pass it as input, or give the candidate as source text"
    )


def _global_names(code: CodeType) -> Iterator[str]:
    """Names that the code, or code nested in it, looks up in its module."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in {"LOAD_GLOBAL", "LOAD_NAME"} and not hasattr(builtins, instruction.argval):
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
