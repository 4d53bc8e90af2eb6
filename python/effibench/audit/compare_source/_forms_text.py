"""One normal form for text that is put together: f-strings."""

from __future__ import annotations

import ast
import re
from string import Formatter

from effibench.audit.compare_source.rewriting import Form, Rewriter, call_of

_PERCENT = re.compile(r"%(.)", re.DOTALL)


class TextForms(Rewriter):
    """`"{} {}".format(a, b)`, `"%s %s" % (a, b)` and `str(a) + " " + str(b)` as `f"{a} {b}"`."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if call_of(node, "str") and len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
            return self.replaced(Form.FORMAT, node, _joined([_field(node.args[0])]))
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr == "format":
            template = function.value
            if isinstance(template, ast.Constant) and isinstance(template.value, str):
                parts = _from_format(template.value, node)
                if parts is not None:
                    return self.replaced(Form.FORMAT, node, _joined(parts))
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        left, right = node.left, node.right
        if isinstance(node.op, ast.Mod) and isinstance(left, ast.Constant) and isinstance(left.value, str):
            parts = _from_percent(left.value, right)
            return node if parts is None else self.replaced(Form.FORMAT, node, _joined(parts))
        if isinstance(node.op, ast.Add) and (_is_text(left) or _is_text(right)):
            sides = [part for side in (left, right) for part in _parts(side)]
            if any(isinstance(part, ast.FormattedValue) for part in sides):
                return self.replaced(Form.FORMAT, node, _joined(sides))
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        self.generic_visit(node)
        return ast.copy_location(_joined(node.values), node)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _parts(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.JoinedStr):
        return node.values
    return [node] if _is_text(node) else [_field(node)]


def _field(value: ast.expr, conversion: int = -1, spec: ast.JoinedStr | None = None) -> ast.FormattedValue:
    return ast.FormattedValue(value, conversion, spec)


def _joined(parts: list[ast.expr]) -> ast.JoinedStr:
    """An f-string whose literal pieces are merged and whose nested f-strings are dissolved."""
    merged: list[ast.expr] = []
    for outer in parts:
        plain = isinstance(outer, ast.FormattedValue) and outer.format_spec is None and outer.conversion == -1
        inner = outer.value if plain and isinstance(outer, ast.FormattedValue) else outer
        for part in (
            inner.values if isinstance(inner, ast.JoinedStr) else [inner if _is_text(inner) else outer]
        ):
            last = merged[-1] if merged else None
            if isinstance(part, ast.Constant) and isinstance(last, ast.Constant):
                merged[-1] = ast.copy_location(ast.Constant(f"{last.value!s}{part.value!s}"), last)
            elif not (isinstance(part, ast.Constant) and part.value == ""):
                merged.append(part)
    return ast.JoinedStr(merged)


def _from_format(template: str, call: ast.Call) -> list[ast.expr] | None:
    """Parts of a format whose fields are plain; None for attributes, items, nested specifications and the like."""
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    parts: list[ast.expr] = []
    automatic = 0
    try:
        pieces = list(Formatter().parse(template))
    except ValueError:
        return None
    for literal, name, spec, conversion in pieces:
        parts.append(ast.Constant(literal))
        if name is None:
            continue
        if name == "":
            position, automatic = automatic, automatic + 1
        elif name.isdecimal() and len(name) < 4:
            position = int(name)
        else:
            position = -1
        value = named.get(name) if position < 0 else dict(enumerate(call.args)).get(position)
        if value is None or "{" in (spec or ""):
            return None
        wanted = ast.JoinedStr([ast.Constant(spec)]) if spec else None
        parts.append(_field(value, ord(conversion) if conversion else -1, wanted))
    return parts


def _from_percent(template: str, right: ast.expr) -> list[ast.expr] | None:
    """Parts of a % format with nothing but %s, %d and %%; a single value must be one for sure."""
    kinds = _PERCENT.findall(template)
    values = right.elts if isinstance(right, ast.Tuple) else [right]
    plain = isinstance(right, ast.Tuple | ast.Constant | ast.JoinedStr | ast.BinOp | ast.Call | ast.Name)
    if not plain or set(kinds) - {"s", "d", "%"} or sum(kind != "%" for kind in kinds) != len(values):
        return None
    parts: list[ast.expr] = []
    rest = iter(values)
    for number, piece in enumerate(_PERCENT.split(template)):
        if number % 2 == 0:
            parts.append(ast.Constant(piece))
        else:
            parts.append(ast.Constant("%") if piece == "%" else _field(next(rest)))
    return parts
