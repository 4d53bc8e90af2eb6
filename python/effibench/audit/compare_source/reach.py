"""The part of a module that a call of its entry point can reach, in an order that does not depend on the author's."""

from __future__ import annotations

import ast
from collections import Counter

from effibench.audit.compare_source._bindings import Bindings
from effibench.audit.compare_source.units import Unit, altered_names, bound_names, units_of
from effibench.audit.syntax import Definition, Function, UnreadableError, dotted
from effibench.tasks.task import Entry, EntryKind

_READS_BY_NAME = frozenset({"getattr", "globals", "eval", "exec", "vars"})
_TEST_MODULES = frozenset({"doctest", "unittest", "logging", "pprint"})
_PLAIN_DECORATORS = frozenset({"staticmethod", "classmethod", "property"})


def reached(module: ast.Module, entry: Entry) -> ast.Module:
    """A module of the statements that the entry needs, methods that nothing calls left out.

    Imports whose order makes no difference come first, sorted, then functions and classes whose place does not matter,
    in the order in which the entry comes to use them, then the rest as it stood. An import of all names and what stands
    before it stay before them. Statements at the module's level stay if they bind or alter something that is needed, or
    call into a module, as `sys.setrecursionlimit` does. All of them stay in a program.

    Raises:
        UnreadableError: nothing binds the entry's name.
    """
    program = entry.kind is EntryKind.PROGRAM
    units = units_of(module, program=program)
    imported = {name for unit in units if unit.is_import for name in unit.binds}
    functions = {
        unit.node.name: unit.node for unit in units if isinstance(unit.node, Function) and not unit.owner
    }
    for unit in units:
        if not (unit.is_import or isinstance(unit.node, Definition)):
            unit.always = program or _calls_into_module(unit.node, imported)
        unit.binds |= _altered_by_call(unit.node, functions)
    walk = _Walk(units)
    root = entry.owner if entry.kind is EntryKind.METHOD else entry.name
    if not program and not walk.by_name.get(root):
        raise UnreadableError(f"the source does not define {root}")
    if entry.kind is EntryKind.METHOD and not _has_method(units, entry):
        raise UnreadableError(f"the source does not define {entry.owner}.{entry.name}")
    walk.run([] if program else [root], [entry.name] if entry.owner else [])
    return ast.Module(_arranged(list(walk.found)), [])


def _has_method(units: list[Unit], entry: Entry) -> bool:
    """Whether the class may have the method: its own, inherited, or bound in its body or from outside."""
    for unit in units:
        node, owner = unit.node, unit.owner and unit.owner.node
        if owner is None and entry.owner in unit.binds:
            simple = isinstance(node, ast.ClassDef) and not (
                node.bases or node.keywords or node.decorator_list
            )
            if not simple or any(entry.name in bound_names(part) for part in getattr(node, "body", ())):
                return True
        elif isinstance(owner, ast.ClassDef) and (owner.name, getattr(node, "name", "")) == (
            entry.owner,
            entry.name,
        ):
            return True
    return False


def _altered_by_call(node: ast.stmt, functions: dict[str, Function]) -> set[str]:
    """What a function that is called at the module's level, such as `build_table()`, changes."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return set()
    called = functions.get(dotted(node.value.func))
    return set(altered_names(called)) if called is not None else set()


def _calls_into_module(node: ast.stmt, imported: set[str]) -> bool:
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return False
    head, _, attribute = dotted(node.value.func).partition(".")
    return bool(attribute) and head in imported and head not in _TEST_MODULES


class _Walk:
    """Follows names and attributes, first come first served."""

    def __init__(self, units: list[Unit]) -> None:
        self.units = units
        self.by_name: dict[str, list[Unit]] = {}
        for unit in units:
            for name in sorted(unit.binds):
                self.by_name.setdefault(name, []).append(unit)
        self.found: dict[Unit, None] = {}
        self._names: list[str] = []
        self._attributes: dict[str, None] = {}

    def run(self, names: list[str], attributes: list[str]) -> None:
        self._names += names
        self._attributes.update(dict.fromkeys(attributes))
        position = 0
        for unit in self.units:
            if unit.always:
                self._reach(unit)
        while True:
            before = len(self.found)
            while position < len(self._names):
                for unit in self.by_name.get(self._names[position], ()):
                    self._reach(unit)
                position += 1
            for unit in self._methods():
                self._reach(unit)
            if len(self.found) == before:
                return

    def _methods(self) -> list[Unit]:
        everything = not _READS_BY_NAME.isdisjoint(self._names)
        order = {name: rank for rank, name in enumerate(self._attributes)}
        found = []
        for unit in self.units:
            name = getattr(unit.node, "name", "")
            wanted = everything or name.startswith("__") or name in order
            if wanted and unit.owner is not None and unit.owner in self.found:
                found.append((order.get(name, -1), unit))
        return [unit for _, unit in sorted(found, key=lambda item: item[0])]

    def _reach(self, unit: Unit) -> None:
        if unit not in self.found:
            self.found[unit] = None
            self._names += unit.uses
            self._attributes.update(dict.fromkeys(unit.attributes))


def _arranged(found: list[Unit]) -> list[ast.stmt]:
    for unit in found:
        if unit.owner is not None:
            assert isinstance(unit.owner.node, ast.ClassDef)
            unit.owner.node.body.append(unit.node)
    for unit in found:
        if isinstance(unit.node, ast.ClassDef):
            unit.node.body = unit.node.body or [ast.Pass()]
    statements = [unit for unit in found if unit.owner is None]
    bindings = Counter(name for unit in statements for name in unit.binds)
    free = _without_order(statements)
    imports = {ast.dump(unit.node): unit.node for unit in statements if unit in free}
    last = max((unit.number for unit in statements if _is_star(unit)), default=-1)
    movable = {unit: None for unit in statements if unit.number > last and _is_movable(unit.node, bindings)}
    rest = [unit for unit in statements if not (unit in free or unit in movable)]
    rest.sort(key=lambda unit: unit.number)
    return [
        *(imports[dump] for dump in sorted(imports)),
        *(unit.node for unit in rest if unit.number <= last),
        *(unit.node for unit in movable),
        *(unit.node for unit in rest if unit.number > last),
    ]


def _is_star(unit: Unit) -> bool:
    """Whether it binds names that it does not say."""
    return any(isinstance(part, ast.alias) and part.name == "*" for part in ast.walk(unit.node))


def _without_order(statements: list[Unit]) -> set[Unit]:
    """Imports whose names mean one thing throughout; none where one may bind any name."""
    if any(map(_is_star, statements)):
        return set()
    meanings: dict[str, set[str]] = {}
    names: dict[Unit, set[str]] = {}
    for unit in statements:
        found = Bindings()
        found.visit(unit.node)
        parts = ast.walk(unit.node)
        declared = {name for part in parts if isinstance(part, ast.Global) for name in part.names}
        names[unit] = {*found.bound, *declared}
        for name in names[unit]:
            meaning = found.imports[name] if unit.is_import else f"statement {unit.number}"
            meanings.setdefault(name, set()).add(meaning)
    return {
        unit for unit in statements if unit.is_import and all(len(meanings[one]) == 1 for one in names[unit])
    }


def _is_movable(node: ast.stmt, bindings: Counter[str]) -> bool:
    """Whether a definition evaluates nothing where it stands, and is the only one of its name."""
    if not isinstance(node, Function | ast.ClassDef) or bindings[node.name] != 1:
        return False
    if isinstance(node, ast.ClassDef):
        return not (node.bases or node.keywords or node.decorator_list) and all(
            isinstance(part, Function) and _evaluates_nothing(part) for part in node.body
        )
    return not node.decorator_list and _evaluates_nothing(node)


def _evaluates_nothing(node: Function) -> bool:
    evaluated = [*node.args.defaults, *(value for value in node.args.kw_defaults if value is not None)]
    plain = {dotted(decorator) for decorator in node.decorator_list} <= _PLAIN_DECORATORS
    return plain and all(isinstance(value, ast.Constant) for value in evaluated)
