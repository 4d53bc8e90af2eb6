"""Names that depend on where a variable is bound and first used, not on what its author called it."""

from __future__ import annotations

import ast
from collections.abc import Collection

from effibench.audit.compare_source._bindings import Scope
from effibench.audit.compare_source._scopes import IMPORTED, ScopedTransformer
from effibench.audit.syntax import Function, parameters

# With one of these, a program can read its own names.
_READS_NAMES = frozenset({"locals", "vars", "globals", "eval", "exec", "dir"})


def renamable(tree: ast.Module) -> bool:
    """Whether nothing in the tree can see what its variables are called."""
    return not any(isinstance(node, ast.Name) and node.id in _READS_NAMES for node in ast.walk(tree))


def rename(tree: ast.Module, kept: Collection[str]) -> ast.Module:
    """Numbers all variables, parameters and helpers in the order of first use, in place.

    Imported names become what they stand for, so `import numpy as np` and `import numpy` are one. Kept are attributes,
    what a class binds in its body, names with two underscores, parameters that a call names, and `kept`.
    """
    return _Renamer(kept, _named_in_calls(tree)).module(tree)


def _named_in_calls(tree: ast.Module) -> set[str]:
    keywords = {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    functions = [node for node in ast.walk(tree) if isinstance(node, Function | ast.Lambda)]
    return {argument.arg for function in functions for argument in parameters(function)} & keywords


class _Renamer(ScopedTransformer):
    def __init__(self, kept: Collection[str], keywords: Collection[str]) -> None:
        super().__init__()
        self._kept, self._keywords = frozenset(kept), frozenset(keywords)
        self._numbers: dict[tuple[int, str], str] = {}

    def name(self, name: str, scope: Scope | None) -> str:
        if scope is None or scope.kind == "class" or (name.startswith("__") and name.endswith("__")):
            return name
        if name in scope.imports:
            return IMPORTED + scope.imports[name]
        if name in (self._kept if scope.kind == "module" else self._keywords):
            return name
        return self._numbers.setdefault((scope.number, name), f"@{len(self._numbers)}")
