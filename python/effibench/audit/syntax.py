"""Foreign Python source as a syntax tree. Nothing is run, and no source makes the reader fail in its own way."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

from effibench.tasks.task import Entry, EntryKind

MAX_CHARACTERS = 1 << 16
# Python's own walkers of trees recurse some three frames a level, and its limit is 1000 frames.
MAX_DEPTH = 200
_MAX_BITS = 2048  # Python can be told not to print longer ones than 640 digits

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Loop = ast.For | ast.AsyncFor | ast.While


class UnreadableError(Exception):
    """A source that is not Python, or not within bounds; the message is the reason."""


def parse(source: str) -> ast.Module:
    """The tree of a source, with nesting that recursive walkers can follow.

    Raises:
        UnreadableError: the source is no Python of this interpreter's version, too long or nested too deeply.
    """
    if len(source) > MAX_CHARACTERS:
        raise UnreadableError(f"the source has {len(source)} characters; {MAX_CHARACTERS} is the most")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # escapes such as "\d" are the author's matter
            tree = ast.parse(source)
    except SyntaxError as error:
        raise UnreadableError(f"line {error.lineno}: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise UnreadableError(f"the source cannot be parsed: {error or type(error).__name__}") from error
    level: list[ast.AST] = [tree]
    for _ in range(MAX_DEPTH):
        for node in level:
            number = node.value if isinstance(node, ast.Constant) else 0
            if isinstance(number, int) and number.bit_length() > _MAX_BITS:
                raise UnreadableError(f"line {line_of(node)}: a literal number of {number.bit_length()} bits")
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return tree
    raise UnreadableError(f"the source is nested deeper than {MAX_DEPTH} levels")


def entry_function(module: ast.Module, entry: Entry) -> Function | None:
    """The definition that a call of the entry runs: the last one, as in Python; None for a program or if absent."""
    if entry.kind is EntryKind.PROGRAM:
        return None
    body = module.body
    if entry.kind is EntryKind.METHOD:
        owners = [node for node in body if isinstance(node, ast.ClassDef) and node.name == entry.owner]
        body = owners[-1].body if owners else []
    found = [node for node in body if isinstance(node, Function) and node.name == entry.name]
    return found[-1] if found else None


def parameters(function: Function | ast.Lambda) -> list[ast.arg]:
    """All parameters in the order of the signature; * and ** come after those that they follow."""
    spec = function.args
    starred = [argument for argument in (spec.vararg,) if argument]
    keywords = [argument for argument in (spec.kwarg,) if argument]
    return [*spec.posonlyargs, *spec.args, *starred, *spec.kwonlyargs, *keywords]


def dotted(node: ast.AST) -> str:
    """`a.b.c` of a name or a chain of attributes that starts at one; else empty."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join(reversed([*parts, node.id])) if isinstance(node, ast.Name) else ""


def root_name(node: ast.AST) -> str:
    """The variable that an attribute, an item or an item's item belongs to; empty if it is no variable's."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def stored_names(target: ast.AST) -> Iterator[str]:
    """Variables that an assignment to the target binds."""
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def line_of(node: ast.AST) -> int:
    """Line in the source, from 1; 0 for a node without one."""
    return int(getattr(node, "lineno", 0))


def words(text: str) -> frozenset[str]:
    """The words of a text, for long sets of names."""
    return frozenset(text.split())
