"""Nodes of lists, trees and graphs on their way between processes."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effibench import values
from effibench.datasets.inside.nodes import Node, pack, unpack


class ListNode:
    def __init__(self, val: Any = 0, next: Any = None) -> None:
        self.val, self.next = val, next


CLASSES = {"ListNode": ListNode}


def travelled(value: Any) -> Any:
    return unpack(values.decode(values.encode(pack(value))), CLASSES)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
)


@given(plain)
def test_values_without_nodes_stay_as_they_are(value: Any) -> None:
    assert pack(value) == value
    assert unpack(pack(value), CLASSES) == value


@pytest.mark.parametrize("value", [deque([1]), Counter("aab"), OrderedDict(a=1), {1, 2}, range(3), len, int])
def test_other_objects_are_left_to_the_codec(value: Any) -> None:
    assert pack(value) is value


def test_a_chain_far_longer_than_the_recursion_limit() -> None:
    head = None
    for number in range(20_000):
        head = ListNode(number, head)
    found = travelled([head, "x"])
    node, seen = found[0], []
    while node is not None:
        seen.append(node.val)
        node = node.next
    assert seen == list(range(19_999, -1, -1))
    assert found[1] == "x"


def test_shared_nodes_and_cycles_stay_so() -> None:
    tail = ListNode(2)
    tail.next = tail
    left, right = travelled([ListNode(0, tail), ListNode(1, tail)])
    assert left.next is right.next
    assert left.next.next is left.next
    assert type(left) is ListNode


def test_nodes_below_containers_of_nodes() -> None:
    found = travelled(ListNode(val=[ListNode((1, ListNode("deep")))]))
    assert found.val[0].val[1].val == "deep"


def test_a_class_that_is_not_known_becomes_a_plain_node() -> None:
    class Other:
        def __init__(self) -> None:
            self.val = 1

    found = travelled(Other())
    assert (type(found), found.kind, found.val) == (Node, "Other", 1)


@pytest.mark.parametrize(
    "forged",
    [
        {"<nodes>": 3, "<value>": None},
        {"<nodes>": [["ListNode"]], "<value>": None},
        {"<nodes>": [], "<value>": {"<node>": 0}},
        {"<nodes>": [], "<value>": {"<node>": "x"}},
        {"<nodes>": [["ListNode", {"__class__": 1}]], "<value>": None},
        {"<nodes>": [["ListNode", {"__dict__": {}}]], "<value>": None},
        {"<nodes>": [["ListNode", {3: 1}]], "<value>": None},
    ],
)
def test_what_a_candidate_forges_is_refused(forged: Any) -> None:
    with pytest.raises(ValueError, match=r"node"):
        unpack(forged, CLASSES)


def test_classes_that_cannot_be_made_empty_are_refused() -> None:
    with pytest.raises(ValueError, match="malformed records"):
        unpack({"<nodes>": [["deque", {}]], "<value>": None}, {"deque": deque})
