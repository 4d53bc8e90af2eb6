"""What rewriting to a normal form needs: a record of what was rewritten, and expressions that are easy to judge."""

from __future__ import annotations

import ast
from enum import StrEnum
from typing import TypeVar

from effibench.audit.syntax import line_of

Node = TypeVar("Node", bound=ast.AST)


class Form(StrEnum):
    """Ways to say the same that are brought to one of them."""

    COMPARISON = "direction or negation of a comparison"
    BOOLEAN = "a condition's own value against True and False"
    FORMAT = "f-string against format, % or str"
    MAPPED = "map, filter or a constructor against a comprehension"
    RANGE = "defaults of range"
    BRANCHES = "nesting and order of branches"
    ASSIGNMENT = "augmented, chained or parallel assignment"
    TEMPORARY = "a variable used once"
    INDEX = "range(len()) or enumerate against direct iteration"
    APPEND = "append loop against a comprehension"
    QUALIFIED = "import of a module against its names"


Applied = list[tuple[Form, int]]


class Rewriter(ast.NodeTransformer):
    """Rewrites a tree from the leaves upwards and notes each form with its line."""

    def __init__(self, applied: Applied) -> None:
        self._applied = applied

    def note(self, form: Form, node: ast.AST) -> None:
        """Records that a form was applied at a node."""
        self._applied.append((form, line_of(node)))

    def replaced(self, form: Form, old: ast.AST, new: Node) -> Node:
        """The new node in the old one's place, noted."""
        self.note(form, old)
        return placed(new, old)


class BlockRewriter(Rewriter):
    """Rewrites lists of statements, the inner ones first."""

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """The statements in normal form; never empty unless they were."""
        raise NotImplementedError

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Visits all parts, then what of them are lists of statements."""
        super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            statements = getattr(node, field, None)
            if isinstance(statements, list) and statements and isinstance(statements[0], ast.stmt):
                setattr(node, field, self.block(statements))
        return node


def placed(new: Node, old: ast.AST) -> Node:
    """A made node with the line of what it stands for, in all its parts that have none."""
    for node in ast.walk(new):
        if not hasattr(node, "lineno") and "lineno" in node._attributes:
            ast.copy_location(node, old)
    return new


def is_boolean(node: ast.expr) -> bool:
    """Whether the expression can only give True or False."""
    if isinstance(node, ast.Compare):
        return True
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.BoolOp):
        return all(map(is_boolean, node.values))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in {"any", "all", "isinstance", "bool", "callable", "issubclass", "hasattr"}
    return is_constant(node, True) or is_constant(node, False)


def is_constant(node: ast.AST | None, value: object) -> bool:
    """Whether the node is that constant, True not being 1."""
    return isinstance(node, ast.Constant) and type(node.value) is type(value) and node.value == value


def is_number(node: ast.expr) -> bool:
    """Whether the node is a literal number."""
    return isinstance(node, ast.Constant) and type(node.value) in {int, float, complex}


def call_of(node: ast.AST, *names: str) -> ast.Call | None:
    """The node as a call of one of the builtins without keywords; None if it is something else."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return node if node.func.id in names else None
    return None


def mentions(node: ast.AST, name: str) -> int:
    """How often a variable's name is in the tree."""
    return sum(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def negated(test: ast.expr) -> ast.expr:
    """The opposite of a condition, without `not` where a comparison has an opposite."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return placed(opposite(test), test)
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def opposite(test: ast.Compare) -> ast.Compare:
    """The opposite of a comparison with one operator. Where NaN is compared both are false: it is no proof."""
    return ast.Compare(test.left, [OPPOSITE[type(test.ops[0])]()], test.comparators)


OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}
