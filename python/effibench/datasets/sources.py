"""Source text of tasks: what foreign code defines and imports, found without running it, and parts put together."""

from __future__ import annotations

import ast
import io
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from effibench.errors import DatasetError

_TEMPLATES = Path(__file__).parent / "templates"


@cache
def template(name: str) -> str:
    """The text of a file of `templates`."""
    return (_TEMPLATES / f"{name}.py").read_text(encoding="utf-8")


def joined(*parts: str) -> str:
    """One source out of several, in this order."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def function(source: str, name: str, field: str) -> ast.FunctionDef:
    """The last function of that name at the top level of a source.

    Args:
        field: what to call the source in messages.

    Raises:
        DatasetError: the source is no Python or defines no such function.
    """
    found = [
        node for node in parsed(source, field).body if isinstance(node, ast.FunctionDef) and node.name == name
    ]
    if not found:
        raise DatasetError(f"{field}: defines no function {name!r}")
    return found[-1]


def parsed(source: str, field: str) -> ast.Module:
    """The syntax tree of a source.

    Raises:
        DatasetError: it is no Python.
    """
    try:
        return parsed_quietly(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise DatasetError(f"{field}: {error}") from error


def parsed_quietly(source: str) -> ast.Module:
    """`ast.parse` without warnings: foreign code may hold escapes that Python would rather not see.

    Raises:
        SyntaxError, ValueError, RecursionError, MemoryError: it is no Python.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def positional(node: ast.FunctionDef, *, required: bool) -> int | None:
    """How many positional arguments a function takes, or needs; None if it takes any number."""
    arguments = node.args
    count = len(arguments.posonlyargs) + len(arguments.args)
    if required:
        return count - len(arguments.defaults)
    return None if arguments.vararg else count


def libraries(*trees: ast.AST, without: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The importable packages, other than Python's own, that code imports anywhere; sorted."""
    names = {name.partition(".")[0] for tree in trees for name in _imported(tree)}
    return tuple(sorted(names - sys.stdlib_module_names - {*without, ""}))


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def lines_of(source: str) -> list[str]:
    """Its lines with their ends, numbered as in its syntax tree; `str.splitlines` would also split at form feeds."""
    return list(io.StringIO(source, newline=""))
