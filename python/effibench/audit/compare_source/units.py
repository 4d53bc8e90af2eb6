"""A module cut into the parts that can be needed or not: statements, and methods of plain classes."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from effibench.audit.compare_source._bindings import Bindings, Scope
from effibench.audit.compare_source._scopes import ScopedTransformer
from effibench.audit.syntax import Definition, Function, root_name


@dataclass(slots=True, eq=False)
class Unit:
    """A statement at the module's level, or a method; a class without its methods is a unit too."""

    number: int
    node: ast.stmt
    binds: set[str] = field(default_factory=set)
    uses: list[str] = field(default_factory=list)
    attributes: list[str] = field(default_factory=list)
    owner: Unit | None = None
    always: bool = False

    @property
    def is_import(self) -> bool:
        """Whether it is an import at the module's level."""
        return isinstance(self.node, ast.Import | ast.ImportFrom)


def units_of(module: ast.Module, *, program: bool) -> list[Unit]:
    """The module's parts. A program has what stands under `if __name__ == "__main__"`, anything else has not."""
    statements = _without_replaced(list(_statements(module, program)))
    return [unit for number, node in enumerate(statements) for unit in _units(number, node)]


def _statements(module: ast.Module, program: bool) -> Iterator[ast.stmt]:
    for node in module.body:
        if isinstance(node, ast.If) and _is_main_test(node.test):
            yield from node.body if program else ()
        elif isinstance(node, ast.Import):
            yield from (ast.copy_location(ast.Import([alias]), node) for alias in node.names)
        elif not isinstance(node, ast.ImportFrom):
            yield node
        elif node.module != "__future__":
            for alias in node.names:
                if (node.module, alias.name) != ("typing", "*"):
                    yield ast.copy_location(ast.ImportFrom(node.module, [alias], node.level), node)


def _without_replaced(statements: list[ast.stmt]) -> list[ast.stmt]:
    """Of functions of one name that nothing else binds, Python's last one counts."""
    bound = Counter(name for node in statements for name in bound_names(node))
    plain = [node for node in statements if isinstance(node, Function) and not node.decorator_list]
    counts = Counter(node.name for node in plain)
    last = {node.name: node for node in plain}
    replaced = {
        id(node) for node in plain if counts[node.name] == bound[node.name] and last[node.name] is not node
    }
    return [node for node in statements if id(node) not in replaced]


def _is_main_test(test: ast.expr) -> bool:
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return False
    sides = (test.left, test.comparators[0])
    names = {side.id if isinstance(side, ast.Name) else getattr(side, "value", None) for side in sides}
    return names == {"__name__", "__main__"}


def _units(number: int, node: ast.stmt) -> Iterator[Unit]:
    shell, methods = node, []
    if isinstance(node, ast.ClassDef) and not (node.bases or node.keywords or node.decorator_list):
        methods = [part for part in node.body if isinstance(part, Function)]
        rest = [part for part in node.body if not isinstance(part, Function | ast.Pass)]
        shell = ast.copy_location(ast.ClassDef(node.name, [], [], rest, []), node)
    star = any(isinstance(part, ast.alias) and part.name == "*" for part in ast.walk(shell))
    unit = Unit(number, shell, {*bound_names(node), *_altered(node)}, *_used(shell), always=star)
    yield unit
    for method in methods:
        yield Unit(number, method, set(), *_used(method), owner=unit)


def bound_names(node: ast.stmt) -> set[str]:
    """Names that the statement binds in its own scope."""
    found = Bindings()
    found.visit(node)
    return set(found.bound)


def _used(node: ast.stmt) -> tuple[list[str], list[str]]:
    """Names that the statement takes from the module or the builtins, and attributes, in order."""
    free = _FreeNames()
    free.visit(node)
    attributes = [part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)]
    return list(dict.fromkeys(free.found)), list(dict.fromkeys(attributes))


class _FreeNames(ScopedTransformer):
    """Changes nothing: the names that no scope of the tree binds."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def name(self, name: str, scope: Scope | None) -> str:
        if scope is None:
            self.found.append(name)
        return name


def _altered(node: ast.stmt) -> set[str]:
    """Variables whose content a statement at the module's level changes."""
    if isinstance(node, Definition | ast.Import | ast.ImportFrom):
        return set()
    return set(altered_names(node))


def altered_names(node: ast.AST) -> Iterator[str]:
    """Variables to whose items, attributes or content something below the node writes, and those declared global."""
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute | ast.Subscript) and not isinstance(part.ctx, ast.Load):
            yield root_name(part)
        elif isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
            if isinstance(part.value.func, ast.Attribute):
                yield root_name(part.value.func)
        elif isinstance(part, ast.Global):
            yield from part.names
