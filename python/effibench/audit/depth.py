"""How deeply loops are nested, and which functions call themselves."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from effibench.audit.costs import FOLDED, Program, is_linear, levels
from effibench.audit.syntax import Comprehension, Definition, Function, Loop, dotted, line_of, words

_MEMO_DECORATORS = words("lru_cache cache memoize memoized")


class Nesting(NamedTuple):
    """How many loops are inside of each other, and the line of the innermost; 0 and 0 without any."""

    depth: int = 0
    line: int = 0


class Depth:
    """Depth of nested loops, through calls of the program's own functions.

    Args:
        implied: whether calls and slices that look at every element count as loops.
    """

    def __init__(self, program: Program, *, implied: bool) -> None:
        self._program, self._implied = program, implied
        self._known: dict[str, Nesting] = {}
        self._active: set[str] = set()

    def of(self, nodes: Iterable[ast.AST | None]) -> Nesting:
        """The deepest nesting in any of the nodes."""
        return max((self._node(node) for node in nodes if node is not None), default=Nesting())

    def _node(self, node: ast.AST) -> Nesting:
        if isinstance(node, Definition | ast.Lambda):
            return Nesting()  # counted where it is called
        if isinstance(node, Loop):
            return self._statement(node)
        if isinstance(node, Comprehension):
            return self._comprehension(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        inside = self.of(ast.iter_child_nodes(node))
        if self._implied and is_linear(node, self._program):
            return max(inside, Nesting(1, line_of(node)))
        return inside

    def _statement(self, node: Loop) -> Nesting:
        if isinstance(node, ast.While):
            return max(self._loop(node, 1, [node.test, *node.body]), self.of(node.orelse))
        inner = self._loop(node, levels(node.iter, self._program), node.body)
        return max(inner, self.of([node.iter, *node.orelse]))

    def _loop(self, node: ast.AST, count: int, body: Iterable[ast.AST]) -> Nesting:
        inside = self.of(body)
        return Nesting(inside.depth + count, inside.line or (line_of(node) if count else 0))

    def _comprehension(self, node: Comprehension) -> Nesting:
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        inside = self.of(results)
        for generator in reversed(node.generators):
            inside = max(inside, self.of(generator.ifs))
            count = levels(generator.iter, self._program)
            inside = Nesting(inside.depth + count, inside.line or (line_of(node) if count else 0))
            inside = max(inside, self._node(generator.iter))
        return inside

    def _call(self, node: ast.Call) -> Nesting:
        name = self._program.called(node)
        inside = self.of([*node.args, *(keyword.value for keyword in node.keywords), node.func])
        if name:
            return max(inside, self._function(name))
        if self._implied and is_linear(node, self._program):
            folded = dotted(node.func).rpartition(".")[2] in FOLDED or isinstance(node.func, ast.Attribute)
            return max(inside, self._loop(node, 1, []), self._folded(node) if folded else Nesting())
        return inside

    def _folded(self, node: ast.Call) -> Nesting:
        """A call that applies a function to each element, as `map(f, x)` and `sorted(x, key=f)` do."""
        inside = Nesting()
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(argument, ast.Lambda):
                inside = max(inside, self._node(argument.body))
            elif isinstance(argument, ast.Name) and argument.id in self._program.functions:
                inside = max(inside, self._function(argument.id))
        return Nesting(inside.depth + 1, inside.line or line_of(node))

    def _function(self, name: str) -> Nesting:
        if name in self._active:
            return Nesting()
        if name not in self._known:
            self._active.add(name)
            function = self._program.functions[name]
            self._known[name] = self.of(
                [function.body] if isinstance(function, ast.Lambda) else function.body
            )
            self._active.discard(name)
        return self._known[name]


def calls_itself(program: Program) -> dict[str, list[int]]:
    """Functions that come to call themselves, with the lines of the calls that lead there."""
    calls: dict[str, dict[str, list[int]]] = {}
    for name, function in program.functions.items():
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and (called := program.called(node)):
                calls.setdefault(name, {}).setdefault(called, []).append(line_of(node))
    found = {}
    for name, direct in calls.items():
        back = {called: lines for called, lines in direct.items() if name in _reaches(called, calls)}
        if back:
            found[name] = sorted(line for lines in back.values() for line in lines)
    return found


def _reaches(name: str, calls: Mapping[str, Collection[str]]) -> set[str]:
    seen, pending = {name}, [name]
    while pending:
        for called in calls.get(pending.pop(), ()):
            if called not in seen:
                seen.add(called)
                pending.append(called)
    return seen


def memo_lines(function: Function | ast.Lambda) -> list[int]:
    """Where a function keeps results: a decorator, or a container that is asked for a key and given it; by line."""
    decorators = function.decorator_list if isinstance(function, Function) else []
    nodes = list(ast.walk(function))
    searched = {
        dotted(side)
        for node in nodes
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn)
        for side in node.comparators
    } - {""}
    stored = [node for node in nodes if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)]
    return [
        *(line_of(decorator) for decorator in decorators if _last_name(decorator) in _MEMO_DECORATORS),
        *(line_of(node) for node in stored if dotted(node.value) in searched),
    ]


def _last_name(decorator: ast.expr) -> str:
    return dotted(decorator.func if isinstance(decorator, ast.Call) else decorator).rpartition(".")[2]
