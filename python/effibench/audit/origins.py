"""Which parameters a variable's value comes from, without regard to order and branches."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from effibench.audit.syntax import dotted

Origins = dict[str, frozenset[int]]
_NONE: frozenset[int] = frozenset()
_MAX_ROUNDS = 6


def origins_of(node: ast.AST | None, known: Origins) -> frozenset[int]:
    """Parameters from which the value of an expression may come; attributes are known by their dotted name."""
    if node is None:
        return _NONE
    found = _NONE
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            found |= known.get(part.id, _NONE)
        elif isinstance(part, ast.Attribute):
            found |= known.get(dotted(part), _NONE)
    return found


def local_origins(body: Iterable[ast.AST], known: Origins) -> Origins:
    """Origins of all variables that the statements assign, beside those that are known."""
    flows = [flow for statement in body for node in ast.walk(statement) for flow in _flows(node)]
    found = dict(known)
    for _ in range(_MAX_ROUNDS):
        before = dict(found)
        for target, value in flows:
            for name in _names(target):
                found[name] = found.get(name, _NONE) | origins_of(value, found)
        if found == before:
            break
    return found


def _flows(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST | None]]:
    """What a node puts into what."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from _matched(target, node.value)
    elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.NamedExpr):
        yield node.target, node.value
    elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
        yield node.target, node.iter
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield node.optional_vars, node.context_expr
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        for argument in node.args if dotted(node.func.value) not in {"self", "cls"} else ():
            yield node.func.value, argument  # x.append(value)
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        yield node.value, node.slice  # a dict is as large as the keys it was given


def _matched(target: ast.AST, value: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for inner, part in zip(target.elts, value.elts, strict=True):
            yield from _matched(inner, part)
    else:
        yield target, value


def _names(target: ast.AST) -> Iterator[str]:
    """Variables that take part of what is stored: `x` of `x[i]`, `self.x` of `self.x[i]`."""
    if isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _names(part)
        return
    while isinstance(target, ast.Subscript | ast.Starred):
        target = target.value
    if name := dotted(target):
        yield name
