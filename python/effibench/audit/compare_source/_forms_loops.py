"""Normal forms of loops: direct iteration, and comprehensions instead of loops that append."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from effibench.audit.compare_source.rewriting import BlockRewriter, Form, call_of, mentions, placed
from effibench.audit.syntax import Comprehension, root_name

_READERS = frozenset({"count", "index", "get", "find", "startswith", "endswith"})


class LoopForms(BlockRewriter):
    """`for i in range(len(x))` that only needs `x[i]` as `for e in x`; `r = []` and its append loop as one."""

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        made = self._direct(node, node.target, node.iter, node.body)
        if made is not None:
            node.target, node.iter = made
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self._comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        return self._comprehension(node)

    def _comprehension(self, node: Comprehension) -> ast.AST:
        self.generic_visit(node)
        for number, generator in enumerate(node.generators):
            results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            inner = [*generator.ifs, *node.generators[number + 1 :], *results]
            made = self._direct(node, generator.target, generator.iter, inner)
            if made is not None:
                generator.target, generator.iter = made
        return node

    def _direct(
        self, node: ast.AST, target: ast.expr, over: ast.expr, body: Sequence[ast.AST]
    ) -> tuple[ast.expr, ast.expr] | None:
        """The loop's new variable and iterable, its body having been changed; None if it stays."""
        if (made := call_of(over, "enumerate")) and len(made.args) == 1 and isinstance(target, ast.Tuple):
            index, *rest = target.elts
            if isinstance(index, ast.Name) and len(rest) == 1 and not _count(body, index.id):
                self.note(Form.INDEX, node)
                return rest[0], made.args[0]
            return None
        container = _container_of_indices(over)
        if container is None or not isinstance(target, ast.Name) or _changes(body, container, target.id):
            return None
        if not any(_is_item(inner, container, target.id) for part in body for inner in ast.walk(part)):
            return None
        self.note(Form.INDEX, node)
        element = f"item of {container} at {target.id}"
        replacement = _ItemsReplaced(container, target.id, element)
        if isinstance(node, ast.For):
            for part in body:
                replacement.visit(part)
        else:
            replacement.generic_visit(node)  # a result may be the item itself
        variable = placed(ast.Name(element, ast.Store()), over)
        source = placed(ast.Name(container, ast.Load()), over)
        if not _count(body, target.id):
            return variable, source
        call = ast.Call(ast.Name("enumerate", ast.Load()), [source], [])
        return placed(ast.Tuple([target, variable], ast.Store()), over), placed(call, over)

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """An empty list, set or dict and the loop that fills it, as one assignment."""
        done: list[ast.stmt] = []
        for node in statements:
            made = self._collected(done[-1], node) if done and isinstance(node, ast.For) else None
            if made is not None:
                self.note(Form.APPEND, node)
                done[-1] = made
            else:
                done.append(node)
        return done

    def _collected(self, before: ast.stmt, loop: ast.For) -> ast.stmt | None:
        if not isinstance(before, ast.Assign) or len(before.targets) != 1:
            return None
        target = before.targets[0]
        if not isinstance(target, ast.Name):
            return None
        made = _as_comprehension(target.id, before.value, loop)
        return None if made is None else placed(ast.Assign([target], placed(made, loop)), loop)


def _as_comprehension(name: str, empty: ast.expr, loop: ast.For) -> ast.expr | None:
    generators: list[ast.comprehension] = []
    node: ast.stmt = loop
    while isinstance(node, ast.For | ast.If) and len(node.body) == 1 and not node.orelse:
        if isinstance(node, ast.For):
            generators.append(ast.comprehension(node.target, node.iter, [], 0))
        else:
            generators[-1].ifs.append(node.test)
        node = node.body[0]
    if any(mentions(generator, name) for generator in generators):
        return None
    return _filled(name, empty, node, generators)


def _filled(
    name: str, empty: ast.expr, node: ast.stmt, generators: list[ast.comprehension]
) -> ast.expr | None:
    """The comprehension that the innermost statement makes of an empty container; None if it does something else."""
    if isinstance(empty, ast.Dict) and not empty.keys:
        item = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
        if not isinstance(item, ast.Subscript) or not _is_name(item.value, name):
            return None
        assert isinstance(node, ast.Assign)
        clean = not mentions(item.slice, name) and not mentions(node.value, name)
        return ast.DictComp(item.slice, node.value, generators) if clean else None
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return None
    if (
        not _is_name(call.func.value, name)
        or len(call.args) != 1
        or call.keywords
        or mentions(call.args[0], name)
    ):
        return None
    if isinstance(empty, ast.List) and not empty.elts and call.func.attr == "append":
        return ast.ListComp(call.args[0], generators)
    empty_set = call_of(empty, "set")
    is_set = empty_set is not None and not empty_set.args and call.func.attr == "add"
    return ast.SetComp(call.args[0], generators) if is_set else None


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _container_of_indices(over: ast.expr) -> str | None:
    """The x of `range(len(x))`."""
    outer = call_of(over, "range")
    inner = call_of(outer.args[0], "len") if outer and len(outer.args) == 1 else None
    if inner is None or len(inner.args) != 1 or not isinstance(inner.args[0], ast.Name):
        return None
    return inner.args[0].id


def _count(body: Sequence[ast.AST], name: str) -> int:
    return sum(mentions(part, name) for part in body)


def _changes(body: Sequence[ast.AST], container: str, index: str) -> bool:
    """Whether the body may alter the container or the index: stores, deletions, and methods called on it."""
    for part in body:
        for node in ast.walk(part):
            stored = isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and not isinstance(
                node.ctx, ast.Load
            )
            if stored and root_name(node) in {container, index}:
                return True
            method = (
                node.func if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
            )
            if method is not None and _is_name(method.value, container) and method.attr not in _READERS:
                return True
    return False


class _ItemsReplaced(ast.NodeTransformer):
    def __init__(self, container: str, index: str, element: str) -> None:
        self._wanted, self._element = (container, index), element

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if _is_item(node, *self._wanted):
            return ast.copy_location(ast.Name(self._element, ast.Load()), node)
        return self.generic_visit(node)


def _is_item(node: ast.AST, container: str, index: str) -> bool:
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.value, ast.Name)
        and isinstance(node.slice, ast.Name)
        and (node.value.id, node.slice.id) == (container, index)
    )
