"""Normal forms of branches and assignments."""

from __future__ import annotations

import ast

from effibench.audit.compare_source.rewriting import (
    BlockRewriter,
    Form,
    is_boolean,
    is_constant,
    mentions,
    negated,
    placed,
)
from effibench.audit.kinds import Kinds, kind_of, local_kinds
from effibench.audit.syntax import Function

_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
# `x = x + y` makes a new one of these and `x += y` does not, which is no matter of style.
_EXTENDED_IN_PLACE = frozenset({"list", "set", "dict", "deque", "ndarray", "counter"})


class StatementForms(BlockRewriter):
    """No `else` after a branch that leaves, no conditional expression that is a statement's all, `x += 1`."""

    _kinds: Kinds = {}  # noqa: RUF012 - never changed

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: Function) -> ast.AST:
        outer, self._kinds = self._kinds, local_kinds(node.body)
        self.generic_visit(node)
        self._kinds = outer
        return node

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """The statements in normal form."""
        pending, done = list(reversed(statements)), list[ast.stmt]()
        while pending:
            first, *rest = self._rewritten(pending.pop())
            done.append(first)
            pending += reversed(rest)
        return self._joined(done)

    def _rewritten(self, node: ast.stmt) -> list[ast.stmt]:
        """The statement, or those that it becomes."""
        if isinstance(node, ast.If):
            return self._branches(node)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.IfExp):
            choice = node.value
            first, second = placed(ast.Return(choice.body), node), placed(ast.Return(choice.orelse), node)
            made = self.replaced(Form.BRANCHES, node, ast.If(choice.test, [first], []))
            return [*self._branches(made), second]
        if isinstance(node, ast.Assign):
            return self._assignment(node)
        return [node]

    def _branches(self, node: ast.If) -> list[ast.stmt]:
        if node.orelse and isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not):
            node.test, node.body, node.orelse = node.test.operand, node.orelse, node.body
            self.note(Form.BRANCHES, node)
        inner = node.body[0]
        if not node.orelse and len(node.body) == 1 and isinstance(inner, ast.If) and not inner.orelse:
            self.note(Form.BRANCHES, node)
            parts = [*_conjuncts(node.test), *_conjuncts(inner.test)]
            node.test, node.body = placed(ast.BoolOp(ast.And(), parts), node), inner.body
        if node.orelse and isinstance(node.body[-1], _LEAVES):
            self.note(Form.BRANCHES, node)
            rest, node.orelse = node.orelse, []
            return [node, *rest]
        return [node]

    def _assignment(self, node: ast.Assign) -> list[ast.stmt]:
        target, value = node.targets[0], node.value
        made: list[ast.stmt] = [node]
        if len(node.targets) > 1:
            if isinstance(value, ast.Constant):
                self.note(Form.ASSIGNMENT, node)
                made = [ast.copy_location(ast.Assign([part], value), node) for part in node.targets]
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            made = self._parallel(node, target, value)
        elif isinstance(target, ast.Name) and isinstance(value, ast.IfExp):
            first, second = (placed(ast.Assign([target], side), node) for side in (value.body, value.orelse))
            made = self._branches(self.replaced(Form.BRANCHES, node, ast.If(value.test, [first], [second])))
        elif isinstance(target, ast.Name) and isinstance(value, ast.BinOp):
            kinds = {kind_of(value.right, self._kinds), *self._kinds.get(target.id, ())}
            onto_itself = isinstance(value.left, ast.Name) and value.left.id == target.id
            if onto_itself and not kinds & _EXTENDED_IN_PLACE:
                made = [self.replaced(Form.ASSIGNMENT, node, ast.AugAssign(target, value.op, value.right))]
        return made

    def _parallel(self, node: ast.Assign, target: ast.Tuple, value: ast.Tuple) -> list[ast.stmt]:
        """`a, b = 0, 1` as two assignments where no value depends on a target."""
        names = [part.id for part in target.elts if isinstance(part, ast.Name)]
        independent = not any(mentions(value, name) for name in names)
        if len(names) != len(target.elts) or len(names) != len(value.elts) or not independent:
            return [node]
        self.note(Form.ASSIGNMENT, node)
        pairs = zip(target.elts, value.elts, strict=True)
        return [ast.copy_location(ast.Assign([left], right), node) for left, right in pairs]

    def _joined(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Two neighbours as one: a value returned at once, and a truth value chosen by a branch."""
        done: list[ast.stmt] = []
        for node in statements:
            before = done[-1] if done else None
            made = self._pair(before, node) if isinstance(node, ast.Return) and before is not None else None
            if made is not None:
                done[-1] = made
            else:
                done.append(node)
        return done

    def _pair(self, before: ast.stmt, node: ast.Return) -> ast.stmt | None:
        if isinstance(before, ast.Assign) and len(before.targets) == 1 and isinstance(node.value, ast.Name):
            target = before.targets[0]
            if isinstance(target, ast.Name) and target.id == node.value.id:
                return self.replaced(Form.TEMPORARY, before, ast.Return(before.value))
        if (
            isinstance(before, ast.If)
            and not before.orelse
            and len(before.body) == 1
            and is_boolean(before.test)
        ):
            inner = before.body[0].value if isinstance(before.body[0], ast.Return) else None
            if is_constant(inner, True) and is_constant(node.value, False):
                return self.replaced(Form.BOOLEAN, before, ast.Return(before.test))
            if is_constant(inner, False) and is_constant(node.value, True):
                return self.replaced(Form.BOOLEAN, before, ast.Return(negated(before.test)))
        return None


def _conjuncts(test: ast.expr) -> list[ast.expr]:
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
