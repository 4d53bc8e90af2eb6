"""Two sources that say the same in different words, brought to the same words."""

from __future__ import annotations

import ast
from collections.abc import Collection

from effibench.audit.compare_source._forms_expressions import ExpressionForms
from effibench.audit.compare_source._forms_loops import LoopForms
from effibench.audit.compare_source._forms_statements import StatementForms
from effibench.audit.compare_source._forms_text import TextForms
from effibench.audit.compare_source._scopes import IMPORTED
from effibench.audit.compare_source.rename import rename
from effibench.audit.compare_source.rewriting import Applied, Form
from effibench.audit.syntax import line_of

_MAX_ROUNDS = 8


def normalised(tree: ast.Module) -> Applied:
    """Rewrites a tree in place until no form applies; returns which did, and at which lines."""
    applied: Applied = []
    for _ in range(_MAX_ROUNDS):
        before = ast.dump(tree)
        for rewriter in (ExpressionForms, TextForms, LoopForms, StatementForms):
            rewriter(applied).visit(tree)
        if ast.dump(tree) == before:
            break
    return applied


def canonical(tree: ast.Module, kept: Collection[str], applied: Applied) -> str:
    """One text for all trees that differ in names, order of commuting operands and form of imports alone.

    The tree is changed. Operands can be put in order only by numbered names, and numbers follow the order, hence twice.
    """
    rename(tree, kept)
    _Qualified(applied).visit(tree)
    _Commuted().visit(tree)
    return ast.dump(_Renumbered().visit(tree))


class _Qualified(ast.NodeTransformer):
    """`math.sqrt` after `import math` and `sqrt` after `from math import sqrt` as one name."""

    def __init__(self, applied: Applied) -> None:
        self._applied = applied

    def visit_Import(self, node: ast.Import) -> ast.AST | None:
        return self._without_import(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        return self._without_import(node)

    def _without_import(self, node: ast.Import | ast.ImportFrom) -> ast.AST | None:
        """Nothing, where names say what they were imported as; an import inside a function is noted."""
        if any(alias.asname is not None or alias.name == "*" for alias in node.names):
            return node
        self._applied.append((Form.QUALIFIED, line_of(node)))
        return None

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id.startswith(IMPORTED):
            self._applied.append((Form.QUALIFIED, line_of(node)))
            return ast.copy_location(ast.Name(f"{node.value.id}.{node.attr}", node.ctx), node)
        return node


class _Commuted(ast.NodeTransformer):
    """Operands of == and != in an order of their own."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            node.left, node.comparators[0] = sorted((node.left, node.comparators[0]), key=ast.dump)
        return node


class _Renumbered(ast.NodeTransformer):
    """Numbers of names once more in the order of first use."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}

    def visit(self, node: ast.AST) -> ast.AST:
        for field in ("name", "arg", "id", "asname", "rest"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                setattr(node, field, self._number(value))
        if isinstance(node, ast.Global | ast.Nonlocal):
            node.names = sorted(map(self._number, node.names))
        return self.generic_visit(node)

    def _number(self, name: str) -> str:
        return self._numbers.setdefault(name, f"@{len(self._numbers)}") if name.startswith("@") else name
