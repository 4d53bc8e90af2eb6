"""What statements bind in their own scope."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Literal, NamedTuple

from effibench.audit.syntax import Comprehension, Definition

Kind = Literal["module", "function", "class"]


class Scope(NamedTuple):
    """One scope of a tree.

    Attributes:
        number: identifies the scope in its tree.
        bound: names that the scope binds.
        outer: names that it declares global.
        imports: names that only an import binds, with what they stand for.
    """

    kind: Kind
    number: int
    bound: frozenset[str]
    outer: frozenset[str] = frozenset()
    imports: dict[str, str] = {}  # noqa: RUF012 - never changed


class Bindings(ast.NodeVisitor):
    """What statements bind in their own scope; bodies of functions and classes are others."""

    def __init__(self) -> None:
        self.bound: Counter[str] = Counter()
        self.outer: set[str] = set()
        self.enclosing: set[str] = set()
        self.imports: dict[str, str] = {}

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.bound[node.id] += 1

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._definition(node, [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults])

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._definition(node, [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._definition(node, [*node.decorator_list, *node.bases])

    def _definition(self, node: Definition, evaluated: list[ast.expr | None]) -> None:
        self.bound[node.name] += 1
        for part in evaluated:
            if part is not None:
                self.visit(part)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._comprehension(node)

    def _comprehension(self, node: Comprehension) -> None:
        for part in ast.walk(node):
            if isinstance(part, ast.NamedExpr):  # `:=` binds in the scope around
                self.visit(part.target)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            head = alias.name.partition(".")[0]
            self._imported(alias.asname or head, alias.name if alias.asname else head)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name != "*":
                module = "." * node.level + (node.module or "")
                self._imported(alias.asname or alias.name, f"{module}.{alias.name}")

    def _imported(self, name: str, path: str) -> None:
        self.bound[name] += self.imports.get(name) != path  # twice the same import is one
        self.imports[name] = path

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        self._bind(node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        self._bind(node.name)
        self.generic_visit(node)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        self._bind(node.name)

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        self._bind(node.rest)
        self.generic_visit(node)

    def _bind(self, name: str | None) -> None:
        if name:
            self.bound[name] += 1

    def visit_Global(self, node: ast.Global) -> None:
        self.outer.update(node.names)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        self.enclosing.update(node.names)
