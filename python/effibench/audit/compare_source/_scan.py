"""Finds the features of a source in its tree."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from effibench.audit.compare_source.features import Features, Lines
from effibench.audit.costs import Program, levels
from effibench.audit.depth import Depth, calls_itself, memo_lines
from effibench.audit.kinds import SEARCHED_IN_FULL, kind_of, local_kinds
from effibench.audit.syntax import Comprehension, Function, Loop, dotted, entry_function, line_of
from effibench.tasks.task import Entry

_ALIKE = {"counter": "dict"}  # a loop that counts in a dict and a Counter are the same structure
_ORDINARY = frozenset({"", "list", "tuple", "str", "bytes"})
_STRUCTURES = {"heap": ("heappush", "heappop", "heapify", "heapreplace"), "bisection": ("bisect", "insort")}
_ROOTS = frozenset({"isqrt", "sqrt"})


def features_of(tree: ast.Module, entry: Entry) -> Features:
    """Features of the entry and what it reaches."""
    program = Program(tree)
    found = Features(recursion=calls_itself(program))
    function = entry_function(tree, entry)
    body = tree.body if function is None else function.body
    found.depth = Depth(program, implied=False).of(body)
    found.implied = Depth(program, implied=True).of(body)
    _Scan(found, program, tree).visit(tree)
    return found


class _Scan(ast.NodeVisitor):
    def __init__(self, found: Features, program: Program, tree: ast.Module) -> None:
        self._found, self._program = found, program
        self._loops = 0
        self._kinds = local_kinds(tree.body)
        self._recursive = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def _function(self, node: Function) -> None:
        outer = self._loops, self._recursive
        self._recursive = node.name in self._found.recursion
        self._loops = int(self._recursive)  # its body runs again and again
        if self._recursive or node.decorator_list:
            self._found.memo += memo_lines(node)
        for statement in node.body:
            self.visit(statement)
        self._loops, self._recursive = outer

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        self._loop(node, [node.target, *node.body], levels(node.iter, self._program))
        for statement in node.orelse:
            self.visit(statement)

    def visit_While(self, node: ast.While) -> None:
        self._loop(node, [node.test, *node.body], 1)
        for part in ast.walk(node.test):
            if isinstance(part, ast.BinOp) and (isinstance(part.op, ast.Pow) or _is_square(part)):
                _add(self._found.bounds, "square root", part)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._container("set", node)
        self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._container("dict", node)
        self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node)

    def _comprehension(self, node: Comprehension) -> None:
        first, *others = node.generators
        self.visit(first.iter)
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self._loop(node, [*first.ifs, *others, *results], levels(first.iter, self._program))

    def _loop(self, node: ast.AST, inside: list[ast.AST] | list[ast.expr], count: int) -> None:
        if count:
            self._found.loops.append(line_of(node))
            if isinstance(node, Loop):
                self._found.statements.append(line_of(node))
        self._loops += count
        for part in inside:
            self.visit(part)
        self._loops -= count

    def visit_Return(self, node: ast.Return) -> None:
        self._exit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self._exit(node)

    def _exit(self, node: ast.AST) -> None:
        if self._loops > self._recursive:
            self._found.exits.append(line_of(node))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        if self._program.called(node):
            return
        full = dotted(node.func)
        name = full.rpartition(".")[2] if full else getattr(node.func, "attr", "")
        method = isinstance(node.func, ast.Attribute)
        _add(self._found.calls, f".{name}" if method else name, node)
        if name in {"sorted", "sort"}:
            self._found.sorts.append(line_of(node))
        if name in {"any", "all", "next"} and not method:
            self._found.exits.append(line_of(node))
        if name in _ROOTS:
            _add(self._found.bounds, "square root", node)
        for kind, names in _STRUCTURES.items():
            if name.startswith(names):
                self._container(kind, node)
        self._container(kind_of(node, {}), node)

    def visit_Set(self, node: ast.Set) -> None:
        self._literal("set", node, node.elts)

    def visit_Dict(self, node: ast.Dict) -> None:
        self._literal("dict", node, [*node.keys, *node.values])

    def _literal(self, kind: str, node: ast.expr, parts: Sequence[ast.expr | None]) -> None:
        """A table that is written out is data, not a structure that the solution builds."""
        if not parts or not all(isinstance(part, ast.Constant) for part in parts):
            self._container(kind, node)
        self.generic_visit(node)

    def _container(self, kind: str, node: ast.AST) -> None:
        if kind not in _ORDINARY:
            _add(self._found.containers, _ALIKE.get(kind, kind), node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Pow) and isinstance(node.right, ast.Constant) and node.right.value == 0.5:
            _add(self._found.bounds, "square root", node)
        if isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.Add):
            self._halved(node, node.op, node.right)  # the middle of two ends
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._halved(node, node.op, node.value)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        value = node.value
        if isinstance(value, ast.BinOp) and _is_same_place(node.targets[0], value.left):
            self._halved(node, value.op, value.right)
        self.generic_visit(node)

    def _halved(self, node: ast.AST, operator: ast.operator, by: ast.expr) -> None:
        amount = {ast.FloorDiv: 2, ast.Div: 2, ast.RShift: 1}.get(type(operator))
        if self._loops and amount is not None and isinstance(by, ast.Constant) and by.value == amount:
            _add(self._found.bounds, "halving", node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.slice, ast.Slice):
            _add(self._found.calls, "[:]", node)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for operator, searched in zip(node.ops, node.comparators, strict=True):
            if (
                self._loops
                and isinstance(operator, ast.In | ast.NotIn)
                and not self._program.is_fixed(searched)
            ):
                kind = kind_of(searched, self._kinds)
                _add(self._found.searches, "in full" if kind in SEARCHED_IN_FULL else kind or "unknown", node)
        self.generic_visit(node)


def _is_square(node: ast.BinOp) -> bool:
    return isinstance(node.op, ast.Mult) and ast.dump(node.left) == ast.dump(node.right)


def _is_same_place(target: ast.expr, value: ast.expr) -> bool:
    """Whether the value is read from where the target is written: nodes that differ in their context alone."""
    return type(target) is type(value) and _parts(target) == _parts(value)


def _parts(node: ast.expr) -> list[tuple[str, object]]:
    return [
        (name, ast.dump(part) if isinstance(part, ast.AST) else part)
        for name, part in ast.iter_fields(node)
        if name != "ctx"
    ]


def _add(lines: Lines, key: str, node: ast.AST) -> None:
    lines.setdefault(key, []).append(line_of(node))
