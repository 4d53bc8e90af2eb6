"""Which builtin container a variable holds, as far as its assignments say."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from effibench.audit.syntax import dotted

Kinds = Mapping[str, frozenset[str]]

# By the last part of what is called or written as an annotation; kinds that work alike share a name.
_BY_NAME = {
    "list": "list",
    "sorted": "list",
    "List": "list",
    "Sequence": "list",
    "MutableSequence": "list",
    "split": "list",
    "splitlines": "list",
    "readlines": "list",
    "findall": "list",
    "tuple": "tuple",
    "Tuple": "tuple",
    "str": "str",
    "join": "str",
    "repr": "str",
    "bin": "str",
    "hex": "str",
    "format": "str",
    "lower": "str",
    "upper": "str",
    "strip": "str",
    "replace": "str",
    "input": "str",
    "bytes": "bytes",
    "set": "set",
    "Set": "set",
    "frozenset": "set",
    "FrozenSet": "set",
    "dict": "dict",
    "Dict": "dict",
    "Mapping": "dict",
    "defaultdict": "dict",
    "OrderedDict": "dict",
    "ChainMap": "dict",
    "fromkeys": "dict",
    "Counter": "counter",
    "deque": "deque",
    "Deque": "deque",
    "bytearray": "bytearray",
    "SortedList": "sorted container",
    "SortedSet": "sorted container",
    "SortedDict": "sorted container",
    "zeros": "ndarray",
    "ones": "ndarray",
    "arange": "ndarray",
    "ndarray": "ndarray",
    "asarray": "ndarray",
}
_BY_NODE: dict[type[ast.expr], str] = {
    ast.List: "list",
    ast.ListComp: "list",
    ast.Tuple: "tuple",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.JoinedStr: "str",
}
# A membership test looks at all members of these.
SEARCHED_IN_FULL = frozenset({"list", "tuple", "str", "bytes", "deque", "bytearray"})


def kind_of(node: ast.expr, known: Kinds) -> str:
    """The kind of container that the expression makes; empty if it is not known."""
    if isinstance(node, ast.Constant):
        return "str" if isinstance(node.value, str) else "bytes" if isinstance(node.value, bytes) else ""
    if isinstance(node, ast.Name):
        kinds = known.get(node.id, frozenset())
        return next(iter(kinds)) if len(kinds) == 1 else ""
    if isinstance(node, ast.Call):
        return _of_call(node.func)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return kind_of(node.value, known)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
        return kind_of(node.left, known) or kind_of(node.right, known)
    return _BY_NODE.get(type(node), "")


def _of_call(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        if dotted(function) in {"np.array", "numpy.array", "array.array"}:
            return "ndarray"
        return _BY_NAME.get(function.attr, "")
    return _BY_NAME.get(function.id, "") if isinstance(function, ast.Name) else ""


def kind_of_annotation(annotation: ast.expr | None) -> str:
    """The kind that an annotation promises: `List[int]`, `list`, `Optional[str]`, `"list[int]"`."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return _BY_NAME.get(annotation.value.partition("[")[0].rpartition(".")[2], "")
    if isinstance(annotation, ast.Subscript):
        if dotted(annotation.value).rpartition(".")[2] == "Optional":
            return kind_of_annotation(annotation.slice)
        return kind_of_annotation(annotation.value)
    return _BY_NAME.get(dotted(annotation).rpartition(".")[2], "") if annotation is not None else ""


def local_kinds(body: Iterable[ast.stmt], known: Kinds | None = None) -> dict[str, frozenset[str]]:
    """All kinds that assignments below give each variable, beside those that are known.

    Variables of the same name in nested functions are taken for one. A variable that is also given something of
    unknown kind keeps the kinds that are known.
    """
    kinds: dict[str, frozenset[str]] = dict(known or {})
    for _ in range(2):  # once more, for what is assigned from variables
        for statement in body:
            for node in ast.walk(statement):
                if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    for target in targets:
                        _learn(kinds, target, node.value)
    return kinds


def _learn(kinds: dict[str, frozenset[str]], target: ast.expr, value: ast.expr) -> None:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for inner, part in zip(target.elts, value.elts, strict=True):
            _learn(kinds, inner, part)
    elif isinstance(target, ast.Name) and (kind := kind_of(value, kinds)):
        kinds[target.id] = kinds.get(target.id, frozenset()) | {kind}
