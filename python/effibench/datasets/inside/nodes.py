"""Linked nodes as plain data, so that lists, trees and graphs of objects can travel between processes.

Nodes become records of a table and references to them, so chains of any length, shared nodes and cycles survive.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

RECORDS, VALUE, REFERENCE = "<nodes>", "<value>", "<node>"
_CONTAINERS = (str, bytes, int, float, complex, list, tuple, dict, set, frozenset)


class Node:
    """A node of a class that the reader does not know."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


class _Packer:
    def __init__(self) -> None:
        self.nodes: list[Any] = []  # kept, so that no number of one is given to another
        self._numbers: dict[int, int] = {}

    def plain(self, value: Any) -> Any:
        if type(value) is list:
            return [self.plain(item) for item in value]
        if type(value) is tuple:
            return tuple([self.plain(item) for item in value])
        if type(value) is dict:
            return {key: self.plain(item) for key, item in value.items()}
        if not hasattr(value, "__dict__") or isinstance(value, (*_CONTAINERS, type)) or callable(value):
            return value  # for the codec to take or to refuse
        if id(value) not in self._numbers:
            self._numbers[id(value)] = len(self.nodes)
            self.nodes.append(value)
        return {REFERENCE: self._numbers[id(value)]}


def pack(value: Any) -> Any:
    """The value with every node in it as data; a value without nodes stays as it is."""
    packer = _Packer()
    root = packer.plain(value)
    records: list[list[Any]] = []
    while len(records) < len(packer.nodes):  # a record may add nodes; never deeper than one node
        node = packer.nodes[len(records)]
        records.append([type(node).__name__, {name: packer.plain(item) for name, item in vars(node).items()}])
    return {RECORDS: records, VALUE: root} if records else root


def unpack(value: Any, classes: Mapping[str, Any]) -> Any:
    """The value with nodes made anew.

    Args:
        value: what `pack` made; it may come from a candidate, so it may be anything.
        classes: node classes by name; a node of another class becomes a `Node`.

    Raises:
        ValueError: the records are malformed.
    """
    if type(value) is not dict or value.keys() != {RECORDS, VALUE}:
        return value
    records = value[RECORDS]
    try:
        nodes = [_empty(name, classes) for name, _ in records]
        for node, (_, attributes) in zip(nodes, records, strict=True):
            for name, item in attributes.items():
                if name.startswith("__"):
                    raise ValueError(f"an attribute {name}")
                setattr(node, name, _restored(item, nodes))
        return _restored(value[VALUE], nodes)
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        raise ValueError(f"malformed records of nodes: {error}") from error


def _empty(name: str, classes: Mapping[str, Any]) -> Any:
    found = classes.get(name)
    return object.__new__(found) if isinstance(found, type) else Node(name)


def _restored(value: Any, nodes: list[Any]) -> Any:
    if type(value) is list:
        return [_restored(item, nodes) for item in value]
    if type(value) is tuple:
        return tuple([_restored(item, nodes) for item in value])
    if type(value) is dict:
        if value.keys() == {REFERENCE}:
            return nodes[value[REFERENCE]]
        return {key: _restored(item, nodes) for key, item in value.items()}
    return value
