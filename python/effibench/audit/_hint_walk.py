"""Follows parameters through a source: which loops depend on them, and what is done with them there."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from enum import StrEnum

from effibench.audit.costs import FOLDED, Program, is_linear, levels
from effibench.audit.depth import calls_itself, memo_lines
from effibench.audit.kinds import SEARCHED_IN_FULL, kind_of, kind_of_annotation, local_kinds
from effibench.audit.origins import Origins, local_origins, origins_of
from effibench.audit.syntax import Comprehension, Definition, Function, Loop, dotted, line_of, parameters

_MAX_CALLS = 200
_JOINED = frozenset({"str", "list", "tuple", "bytes"})
# Of each loop around a place: the parameters that its number of rounds comes from.
Stack = tuple[frozenset[int], ...]


class HintKind(StrEnum):
    """What makes a solution slow when an argument grows."""

    LOOPS = "loops"
    RECURSION = "recursion"
    MEMBERSHIP = "membership test in a list or text"
    SLICING = "slicing"
    CONCATENATION = "concatenation"
    CALL = "call that looks at every element"


class HintWalk:
    """Walks functions from the entry on, through calls, of which it follows 200 at most.

    Attributes:
        found: for each parameter, places by kind and line with the power of its size that they suggest.
        branching: parameters of a recursion that branches and keeps no results.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.found: dict[int, dict[tuple[HintKind, int], int]] = {}
        self.branching: set[int] = set()
        self._program = Program(tree)
        self._recursion = calls_itself(self._program)
        self._attributes: Origins = {}
        self._calls = 0
        self._known: Origins = {}
        self._kinds: dict[str, frozenset[str]] = {}
        self._active: tuple[str, ...] = ()

    def function(
        self,
        function: Function | ast.Lambda,
        arguments: Sequence[frozenset[int]],
        *,
        skip: int = 0,
        stack: Stack = (),
    ) -> None:
        """Walks one function whose arguments come from these parameters of the entry.

        Args:
            skip: parameters before the first argument, such as `self`.
            stack: loops around the call.
        """
        self._calls += 1
        if self._calls > _MAX_CALLS:
            return
        before = self._known, self._kinds, self._active
        named = parameters(function)[skip:]
        given = {parameter.arg: origin for parameter, origin in zip(named, arguments, strict=False)}
        body = [function.body] if isinstance(function, ast.Lambda) else function.body
        # A nested function sees the variables of the one around it, which is being walked.
        self._known = local_origins(body, {**self._known, **self._attributes, **given})
        self._attributes.update({name: origin for name, origin in self._known.items() if "." in name})
        annotated = {p.arg: frozenset({kind}) for p in named if (kind := kind_of_annotation(p.annotation))}
        self._kinds = local_kinds(
            [part for part in body if isinstance(part, ast.stmt)], {**self._kinds, **annotated}
        )
        self._active = (*self._active, getattr(function, "name", ""))
        self._all(body, stack)
        self._known, self._kinds, self._active = before

    def _all(self, nodes: Iterable[ast.AST | None], stack: Stack) -> None:
        for node in nodes:
            if node is not None:
                self._node(node, stack)

    def _node(self, node: ast.AST, stack: Stack) -> None:
        if isinstance(node, Definition | ast.Lambda):
            return  # walked where it is called
        if isinstance(node, Loop):
            self._loop(node, stack)
        elif isinstance(node, Comprehension):
            self._comprehension(node, stack)
        else:
            if isinstance(node, ast.Call):
                self._call(node, stack)
            elif isinstance(node, ast.Compare):
                self._membership(node, stack)
            elif isinstance(node, ast.AugAssign | ast.Assign):
                self._concatenation(node, stack)
            elif isinstance(node, ast.Subscript) and is_linear(node, self._program):
                self._note(HintKind.SLICING, node, self._origins(node.value), stack)
            self._all(ast.iter_child_nodes(node), stack)

    def _loop(self, node: Loop, stack: Stack) -> None:
        if isinstance(node, ast.While):
            inner = self._entered(node, self._rounds(node), 1, stack)
            self._all([node.test, *node.body], inner)
        else:
            self._node(node.iter, stack)
            inner = self._entered(node, self._origins(node.iter), levels(node.iter, self._program), stack)
            self._all(node.body, inner)
        self._all(node.orelse, stack)

    def _rounds(self, node: ast.While) -> frozenset[int]:
        """Where a `while` loop's end comes from: its condition, or those of the branches that leave it."""
        if not isinstance(node.test, ast.Constant):
            return self._origins(node.test)
        tests = [part.test for part in ast.walk(node) if isinstance(part, ast.If)]
        return frozenset().union(*map(self._origins, tests))

    def _comprehension(self, node: Comprehension, stack: Stack) -> None:
        for generator in node.generators:
            self._node(generator.iter, stack)
            count = levels(generator.iter, self._program)
            stack = self._entered(node, self._origins(generator.iter), count, stack)
            self._all(generator.ifs, stack)
        self._all([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt], stack)

    def _entered(self, node: ast.AST, origin: frozenset[int], count: int, stack: Stack) -> Stack:
        for _ in range(count):
            self._note(HintKind.LOOPS, node, origin, stack)
            stack = (*stack, origin)
        return stack

    def _call(self, node: ast.Call, stack: Stack) -> None:
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        name = self._program.called(node)
        if name:
            self._own_call(node, name, [self._origins(argument) for argument in arguments], stack)
            return
        if not is_linear(node, self._program):
            return
        method = isinstance(node.func, ast.Attribute)
        operands = [node.func.value, *arguments] if isinstance(node.func, ast.Attribute) else arguments
        origin = frozenset[int]().union(*map(self._origins, operands))
        self._note(HintKind.CALL, node, origin, stack)
        if method or dotted(node.func) in FOLDED:
            for argument in arguments:
                self._folded(argument, origin, stack)

    def _folded(self, argument: ast.expr, origin: frozenset[int], stack: Stack) -> None:
        """A function that is called for each element."""
        function = argument if isinstance(argument, ast.Lambda) else None
        if isinstance(argument, ast.Name) and argument.id not in self._active:
            found = self._program.functions.get(argument.id)
            function = found if isinstance(found, ast.Lambda) else None
            if isinstance(found, Function):
                self.function(found, [origin], stack=(*stack, origin))
        if function is not None:
            self.function(function, [origin], stack=(*stack, origin))

    def _own_call(self, node: ast.Call, name: str, arguments: list[frozenset[int]], stack: Stack) -> None:
        function = self._program.functions[name]
        if name in self._active:
            origin = frozenset[int]().union(*arguments)
            self._note(HintKind.RECURSION, node, origin, stack)
            if len(self._recursion.get(name, ())) > 1 and not memo_lines(function):
                self.branching |= origin
            return
        names = [parameter.arg for parameter in parameters(function)]
        skip = int(isinstance(node.func, ast.Attribute) and names[:1] in (["self"], ["cls"]))
        self.function(function, arguments, skip=skip, stack=stack)

    def _membership(self, node: ast.Compare, stack: Stack) -> None:
        for operator, searched in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn) and not self._program.is_fixed(searched):
                kind = kind_of(searched, self._kinds)
                unknown = not kind and isinstance(searched, ast.Name) and searched.id not in self._kinds
                if kind in SEARCHED_IN_FULL or unknown:
                    self._note(HintKind.MEMBERSHIP, node, self._origins(searched), stack)

    def _concatenation(self, node: ast.AugAssign | ast.Assign, stack: Stack) -> None:
        """Text or a list that grows by a copy in each round of a loop; lists are extended in place by `+=`."""
        if not stack:
            return
        if isinstance(node, ast.AugAssign):
            joined = isinstance(node.op, ast.Add) and kind_of(node.target, self._kinds) in _JOINED - {"list"}
        else:
            target, value = node.targets[0], node.value
            own = isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and bool(dotted(target))
            sides = (value.left, value.right) if isinstance(value, ast.BinOp) else ()
            joined = own and any(dotted(side) == dotted(target) for side in sides)
            joined = joined and kind_of(target, self._kinds) in _JOINED
        if joined:
            self._note(HintKind.CONCATENATION, node, stack[-1], stack)

    def _origins(self, node: ast.AST) -> frozenset[int]:
        return origins_of(node, self._known)

    def _note(self, kind: HintKind, node: ast.AST, origin: frozenset[int], stack: Stack) -> None:
        for parameter in origin:
            degree = 1 + sum(parameter in loop for loop in stack)
            places, key = self.found.setdefault(parameter, {}), (kind, line_of(node))
            places[key] = max(degree, places.get(key, 0))
