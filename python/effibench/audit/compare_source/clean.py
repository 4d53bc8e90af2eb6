"""Takes out what does not take part in a solution's work: docstrings, annotations, asserts, empty statements."""

from __future__ import annotations

import ast
from typing import NamedTuple

from effibench.audit.syntax import Function, dotted, line_of, parameters

# Decorators that do not look at annotations; others, such as singledispatch's `register`, may.
_BLIND_DECORATORS = frozenset(
    {
        "lru_cache",
        "cache",
        "cached_property",
        "staticmethod",
        "classmethod",
        "property",
        "wraps",
        "jit",
        "njit",
    }
)


class Cleaned(NamedTuple):
    """A tree without ornament, and the lines of the asserts that it had."""

    module: ast.Module
    asserts: tuple[int, ...]


def cleaned(module: ast.Module, *, asserts: bool = False) -> Cleaned:
    """Cleans a tree in place.

    Asserts go because sources of tests and solutions are told apart by nothing else; they are listed, since one inside
    a solution costs time.

    Args:
        asserts: whether they stay all the same.
    """
    cleaner = _Cleaner(asserts)
    cleaner.visit(module)
    for node in ast.walk(module):
        if not isinstance(node, ast.Module) and getattr(node, "body", None) == []:
            node.body = [ast.Pass()]  # type: ignore[attr-defined]
    return Cleaned(module, tuple(cleaner.asserts))


class _Cleaner(ast.NodeTransformer):
    def __init__(self, keeps_asserts: bool) -> None:
        self.asserts: list[int] = []
        self._keeps_asserts = keeps_asserts
        self._fields_count = [False]  # whether annotations of the class around are read by something

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: Function) -> ast.AST:
        if all(_is_blind(decorator) for decorator in node.decorator_list):
            node.returns = None
            for argument in parameters(node):
                argument.annotation = None
            if hasattr(node, "type_params"):
                node.type_params = []
        return self._inside(node, fields_count=False)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.bases = [base for base in node.bases if dotted(base) != "object"]
        return self._inside(node, fields_count=bool(node.bases or node.keywords or node.decorator_list))

    def _inside(self, node: ast.AST, *, fields_count: bool) -> ast.AST:
        self._fields_count.append(fields_count)
        self.generic_visit(node)
        self._fields_count.pop()
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if self._fields_count[-1]:
            return self.generic_visit(node)
        if node.value is None:
            return None
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        return self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> ast.AST | None:
        self.asserts.append(line_of(node))
        return self.generic_visit(node) if self._keeps_asserts else None

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Pass(self, node: ast.Pass) -> None:
        return None

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        node.kind = None  # the u of u"text"
        return node


def _is_blind(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return dotted(called).rpartition(".")[2] in _BLIND_DECORATORS
