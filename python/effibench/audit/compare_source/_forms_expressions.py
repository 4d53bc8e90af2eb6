"""Normal forms of expressions: comparisons, calls that are comprehensions in disguise, ranges."""

from __future__ import annotations

import ast

from effibench.audit.compare_source.rewriting import (
    MIRRORED,
    Form,
    Rewriter,
    call_of,
    is_boolean,
    is_constant,
    is_number,
    negated,
    opposite,
    placed,
)
from effibench.audit.syntax import line_of

# What takes each element once, so that a list in between makes no difference to the result.
_CONSUMERS = (
    "sum",
    "any",
    "all",
    "min",
    "max",
    "sorted",
    "set",
    "frozenset",
    "tuple",
    "list",
    "Counter",
    "dict",
)


class ExpressionForms(Rewriter):
    """`a > b` as `b < a`, `not a == b` as `a != b`, `list(map(f, x))` as `[f(e) for e in x]`, `range(0, n)`."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        return self._split(node) if len(node.ops) > 1 else self._mirrored(node)

    def _mirrored(self, node: ast.Compare) -> ast.Compare:
        if type(node.ops[0]) not in MIRRORED:
            return node
        mirrored = ast.Compare(node.comparators[0], [MIRRORED[type(node.ops[0])]()], [node.left])
        return self.replaced(Form.COMPARISON, node, mirrored)

    def _split(self, node: ast.Compare) -> ast.expr:
        operands = [node.left, *node.comparators]
        if not all(isinstance(middle, ast.Name | ast.Constant) for middle in operands[1:-1]):
            return node
        pairs: list[ast.expr] = [
            self._mirrored(placed(ast.Compare(left, [operator], [right]), node))
            for left, operator, right in zip(operands[:-1], node.ops, operands[1:], strict=True)
        ]
        return self.replaced(Form.COMPARISON, node, ast.BoolOp(ast.And(), pairs))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if (
            isinstance(node.op, ast.Not)
            and isinstance(node.operand, ast.Compare)
            and len(node.operand.ops) == 1
        ):
            self.note(Form.COMPARISON, node)
            return self._mirrored(placed(opposite(node.operand), node))
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        flat: list[ast.expr] = []
        for value in node.values:
            same = isinstance(value, ast.BoolOp) and type(value.op) is type(node.op)
            flat += value.values if same and isinstance(value, ast.BoolOp) else [value]
        node.values = flat
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Add | ast.Mult) and is_number(node.left) and not is_number(node.right):
            node.left, node.right = node.right, node.left
            self.note(Form.COMPARISON, node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        if is_constant(node.body, True) and is_constant(node.orelse, False) and is_boolean(node.test):
            return self.replaced(Form.BOOLEAN, node, node.test)
        if is_constant(node.body, False) and is_constant(node.orelse, True):
            return self.replaced(Form.BOOLEAN, node, negated(node.test))
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        node.test = self._condition(node.test)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        node.test = self._condition(node.test)
        return node

    def _condition(self, test: ast.expr) -> ast.expr:
        """A test for emptiness by length as a test of the value itself."""
        if isinstance(test, ast.Compare):
            first, operator, second = test.left, test.ops[0], test.comparators[0]
            length = call_of(first, "len") or call_of(second, "len")
            if length and len(length.args) == 1 and isinstance(length.args[0], ast.Name):
                other = second if length is first else first
                filled = isinstance(operator, ast.NotEq) or (isinstance(operator, ast.Lt) and other is first)
                if is_constant(other, 0) and (filled or isinstance(operator, ast.Eq)):
                    made = length.args[0] if filled else ast.UnaryOp(ast.Not(), length.args[0])
                    return self.replaced(Form.BOOLEAN, test, made)
        return test

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if (made := call_of(node, "range")) is not None:
            return self._range(made)
        if call_of(node, "list", "dict") is not None and not node.args:
            empty = ast.List([], ast.Load()) if call_of(node, "list") else ast.Dict([], [])
            return self.replaced(Form.MAPPED, node, empty)
        joined = isinstance(node.func, ast.Attribute) and node.func.attr == "join"
        if (joined or call_of(node, *_CONSUMERS)) and len(node.args) >= 1:
            node.args[0] = self._generated(node.args[0])
            return self._constructed(node)
        return node

    def _range(self, node: ast.Call) -> ast.AST:
        if len(node.args) == 3 and is_constant(node.args[2], 1):
            del node.args[2]
            self.note(Form.RANGE, node)
        if len(node.args) == 2 and is_constant(node.args[0], 0):
            del node.args[0]
            self.note(Form.RANGE, node)
        return node

    def _generated(self, argument: ast.expr) -> ast.expr:
        """What is consumed, as a generator: from a list comprehension, map or filter; without a copy before it."""
        copy = call_of(argument, "list", "tuple")
        if copy is not None and len(copy.args) == 1 and not isinstance(copy.args[0], ast.Starred):
            self.note(Form.MAPPED, argument)
            return self._generated(copy.args[0])
        if isinstance(argument, ast.ListComp):
            made = ast.GeneratorExp(argument.elt, argument.generators)
            return self.replaced(Form.MAPPED, argument, made)
        if call_of(argument, "map") and isinstance(argument, ast.Call) and len(argument.args) == 2:
            target, element = _applied_function(*argument.args)
            generator = ast.comprehension(target, argument.args[1], [], 0)
            return self.replaced(Form.MAPPED, argument, ast.GeneratorExp(element, [generator]))
        if call_of(argument, "filter") and isinstance(argument, ast.Call) and len(argument.args) == 2:
            target, test = _applied_function(*argument.args)
            if is_constant(argument.args[0], None):
                test = _loaded(target)
            generator = ast.comprehension(target, argument.args[1], [test], 0)
            return self.replaced(Form.MAPPED, argument, ast.GeneratorExp(_loaded(target), [generator]))
        return argument

    def _constructed(self, node: ast.Call) -> ast.AST:
        """`list`, `set` or `dict` of a generator, as the comprehension that it is."""
        argument = node.args[0]
        if not isinstance(argument, ast.GeneratorExp) or len(node.args) > 1:
            return node
        element, generators = argument.elt, argument.generators
        if call_of(node, "list"):
            return self.replaced(Form.MAPPED, node, ast.ListComp(element, generators))
        if call_of(node, "set"):
            return self.replaced(Form.MAPPED, node, ast.SetComp(element, generators))
        if call_of(node, "dict") and isinstance(element, ast.Tuple) and len(element.elts) == 2:
            made = ast.DictComp(element.elts[0], element.elts[1], generators)
            return self.replaced(Form.MAPPED, node, made)
        return node


def _applied_function(function: ast.expr, over: ast.expr) -> tuple[ast.Name, ast.expr]:
    """A loop variable, and the function's value for it."""
    if isinstance(function, ast.Lambda) and len(function.args.args) == 1 and not function.args.defaults:
        return ast.Name(function.args.args[0].arg, ast.Store()), function.body
    variable = f"each of {line_of(over)}:{getattr(over, 'col_offset', 0)}"
    call = ast.Call(function, [ast.Name(variable, ast.Load())], [])
    return ast.Name(variable, ast.Store()), call


def _loaded(target: ast.Name) -> ast.Name:
    return ast.Name(target.id, ast.Load())
