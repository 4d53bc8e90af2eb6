"""Which scope a name belongs to: a walk over a tree that keeps Python's scopes at hand."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from effibench.audit.compare_source._bindings import Bindings, Kind, Scope
from effibench.audit.syntax import Comprehension, Function, parameters

IMPORTED = "import "  # begins what stands for an imported name: "import math.sqrt"


class ScopedTransformer(ast.NodeTransformer):
    """Visits names in an order that depends on a tree's form alone, each with the scope that binds it."""

    def __init__(self) -> None:
        self.scopes: list[Scope] = []
        self._number = 0

    def name(self, name: str, scope: Scope | None) -> str:
        """What to put in a name's place; the scope is None for builtins and what nothing binds."""
        raise NotImplementedError

    def module(self, tree: ast.Module) -> ast.Module:
        """Visits a whole module."""
        outer = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
        scope = self._scope("module", tree.body)
        self.scopes.append(scope._replace(bound=scope.bound | outer))
        self._all(tree.body)
        self.scopes.pop()
        return tree

    def _named(self, name: str) -> str:
        return self.name(name, self._binding(name))

    def _binding(self, name: str) -> Scope | None:
        for distance, scope in enumerate(reversed(self.scopes)):
            if scope.kind == "class" and distance:
                continue
            if name in scope.outer:
                module = self.scopes[0]
                return module if module.kind == "module" and name in module.bound else None
            if name in scope.bound:
                return scope
        return None

    def _scope(self, kind: Kind, nodes: Iterable[ast.AST], extra: Iterable[str] = ()) -> Scope:
        self._number += 1
        found = Bindings()
        found.bound.update(extra)
        for node in nodes:
            found.visit(node)
        imports = {name: path for name, path in found.imports.items() if found.bound[name] == 1}
        bound = frozenset(found.bound) - found.outer - found.enclosing
        return Scope(kind, self._number, bound, frozenset(found.outer), imports)

    def _inside(self, scope: Scope, *fields: list[Any]) -> None:
        """Visits lists of nodes, in place, inside of a scope."""
        self.scopes.append(scope)
        for nodes in fields:
            self._all(nodes)
        self.scopes.pop()

    def _all(self, nodes: list[Any]) -> None:
        nodes[:] = [None if node is None else self.visit(node) for node in nodes]

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._named(node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self._named(node.arg)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: Function) -> ast.AST:
        node.name = self._named(node.name)
        self._all(node.decorator_list)
        self._signature(node)
        names = [argument.arg for argument in parameters(node)]
        self._inside(self._scope("function", node.body, names), parameters(node), node.body)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self._signature(node)
        names, body = [argument.arg for argument in parameters(node)], [node.body]
        self._inside(self._scope("function", body, names), parameters(node), body)
        (node.body,) = body
        return node

    def _signature(self, node: Function | ast.Lambda) -> None:
        """What a definition evaluates where it stands."""
        self._all(node.args.defaults)
        self._all(node.args.kw_defaults)
        for argument in parameters(node):
            if argument.annotation is not None:
                argument.annotation = self.visit(argument.annotation)
        if isinstance(node, Function) and node.returns is not None:
            node.returns = self.visit(node.returns)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self._named(node.name)
        for nodes in (node.decorator_list, node.bases, node.keywords):
            self._all(nodes)
        self._inside(self._scope("class", node.body), node.body)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self._comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        return self._comprehension(node)

    def _comprehension(self, node: Comprehension) -> ast.AST:
        first = node.generators[0]
        first.iter = self.visit(first.iter)  # the only part that belongs to the scope around
        targets = [generator.target for generator in node.generators]
        self.scopes.append(self._scope("function", targets))
        for generator in node.generators:
            if generator is not first:
                generator.iter = self.visit(generator.iter)
            generator.target = self.visit(generator.target)
            self._all(generator.ifs)
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, self.visit(getattr(node, field)))
        self.scopes.pop()
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        node.name = node.name and self._named(node.name)
        return self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> ast.AST:
        return self._import(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        return self._import(node)

    def _import(self, node: ast.Import | ast.ImportFrom) -> ast.AST:
        for alias in node.names:
            if alias.name != "*":
                bound = alias.asname or alias.name.partition(".")[0]
                named = self._named(bound)
                if named != bound:
                    alias.asname = None if named.startswith(IMPORTED) else named
        return node

    def visit_Global(self, node: ast.Global) -> ast.AST:
        node.names = sorted(map(self._named, node.names))
        return node

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.AST:
        node.names = sorted(map(self._named, node.names))
        return node

    def visit_MatchAs(self, node: ast.MatchAs) -> ast.AST:
        node.name = node.name and self._named(node.name)
        return self.generic_visit(node)

    def visit_MatchStar(self, node: ast.MatchStar) -> ast.AST:
        node.name = node.name and self._named(node.name)
        return node

    def visit_MatchMapping(self, node: ast.MatchMapping) -> ast.AST:
        node.rest = node.rest and self._named(node.rest)
        return self.generic_visit(node)
