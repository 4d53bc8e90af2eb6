"""Test scripts read without running them: assertions of the form `solution.method(arguments) == expected` as values."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, NamedTuple

from effibench.datasets.completion import parsed
from effibench.datasets.inside.nodes import pack

_SET_UP = "solution = Solution()"
# Attributes of the classes that scripts build arguments with, in the order of their constructors.
_NODES: dict[str, dict[str, Any]] = {
    "ListNode": {"val": 0, "next": None},
    "TreeNode": {"val": 0, "left": None, "right": None, "next": None},
}
_EMPTY: dict[str, Callable[[], Any]] = {"dict": dict, "list": list, "set": set, "tuple": tuple}


class Assertion(NamedTuple):
    """One call and what it must return.

    Attributes:
        arguments: packed as `inside.nodes.pack` does; a list if there are no nodes among them.
    """

    method: str
    arguments: Any
    expected: Any

    @property
    def has_nodes(self) -> bool:
        """Whether nodes have to be built for the call."""
        return not isinstance(self.arguments, list)


def assertions(script: str) -> list[Assertion] | None:
    """The assertions of a script, if it consists of nothing else and calls one method only; None otherwise.

    Values may be literals, nodes of lists and trees, `float("inf")` and empty containers.
    """
    statements = [node for node in parsed(script) or () if ast.unparse(node) != _SET_UP]
    try:
        found = [_assertion(node) for node in statements]
    except _OtherFormError:
        return None
    return found if len({assertion.method for assertion in found}) == 1 else None


class _OtherFormError(Exception):
    """Something that has to be run to be known."""


def _assertion(node: ast.stmt) -> Assertion:
    match node:
        case ast.Assert(
            test=ast.Compare(
                left=ast.Call(func=ast.Attribute(value=instance, attr=method), args=arguments, keywords=[]),
                ops=[ast.Eq()],
                comparators=[expected],
            )
        ) if ast.unparse(instance) in ("solution", "Solution()"):
            packed = pack([_value(argument, nodes=True) for argument in arguments])
            # Nodes are equal to themselves only, so no script expects one this way.
            return Assertion(method, packed, _value(expected, nodes=False))
    raise _OtherFormError


def _value(node: ast.expr | None, *, nodes: bool) -> Any:
    """The value of an expression; nodes of lists and trees only where they may be.

    Raises:
        _OtherFormError: it has to be evaluated.
    """
    made: Any
    match node:
        case ast.Constant(value=value) if value is not Ellipsis:
            made = value
        case ast.List(elts=items) | ast.Tuple(elts=items):
            made = [_value(item, nodes=nodes) for item in items]
            made = tuple(made) if isinstance(node, ast.Tuple) else made
        case ast.Set(elts=items):
            made = {_hashable(_value(item, nodes=False)) for item in items}
        case ast.Dict(keys=keys, values=values):
            made = {
                _hashable(_value(key, nodes=False)): _value(value, nodes=nodes)
                for key, value in zip(keys, values, strict=True)
            }
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            made = -_number(_value(operand, nodes=False))
        case ast.Call(func=ast.Name(id=name)):
            made = _called(name, node, nodes=nodes)
        case _:
            raise _OtherFormError
    return made


def _called(name: str, call: ast.Call, *, nodes: bool) -> Any:
    if nodes and name in _NODES:
        return _node(name, call)
    match call:
        case ast.Call(args=[ast.Constant(value=str(text))], keywords=[]) if name == "float":
            return _float(text)
        case ast.Call(args=[], keywords=[]) if name in _EMPTY:
            return _EMPTY[name]()
    raise _OtherFormError


def _number(value: Any) -> Any:
    if type(value) not in (int, float, complex):
        raise _OtherFormError
    return value


def _float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise _OtherFormError from None


def _hashable(value: Any) -> Any:
    try:
        hash(value)
    except TypeError:
        raise _OtherFormError from None
    return value


def _node(name: str, call: ast.Call) -> Any:
    attributes = dict(_NODES[name])
    given = [*zip(attributes, call.args, strict=False)]
    given += [(keyword.arg or "", keyword.value) for keyword in call.keywords]
    if (
        len(call.args) > len(attributes)
        or len(dict(given)) < len(given)
        or not {*dict(given)} <= {*attributes}
    ):
        raise _OtherFormError
    made = type(name, (), {})()
    for attribute, value in (attributes | {key: _value(value, nodes=True) for key, value in given}).items():
        setattr(made, attribute, value)
    return made
