"""Mercury's cases as fields of a task.

Arguments may need the record's own conversion (`convert_offline`, for lists and trees of nodes) and answers its own
evaluation (`evaluate_offline`). Where the conversion visibly changes nothing and the evaluation does not look at the
inputs, the method is called and timed alone; else it is called through `inside.calls`.
"""

from __future__ import annotations

import ast
import itertools
import json
from typing import Any

import msgspec

from effibench.datasets.inside.listed import CORRECTNESS
from effibench.datasets.makers import ENTRY, caller_prelude, generator_source, validator_source
from effibench.datasets.sources import function
from effibench.errors import DatasetError
from effibench.tasks.task import Entry, EntryKind, LiteralCase

# What the harness imports before a solution; the two packages are not Python's own, so they may be missing.
PRELUDE = """\
import bisect, collections, copy, functools, heapq, itertools, math, re, string, sys
from bisect import bisect_left, bisect_right
from collections import OrderedDict, defaultdict, deque
from functools import cache, lru_cache
from heapq import heapify, heappop, heappush
from itertools import permutations, zip_longest
from math import ceil, factorial, floor, inf, sqrt
from sys import maxsize, stdin
from typing import List, Optional, Tuple

try:
    import sortedcontainers
except ImportError:
    pass
try:
    import lctk
except ImportError:
    pass


class ListNode(object):
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next


class TreeNode(object):
    def __init__(self, val=0, left=None, right=None):
        self.val = val
        self.left = left
        self.right = right


def print(*args):
    pass
"""

CLASS = "Solution"


class _Case(msgspec.Struct, frozen=True):
    input: list[Any]
    expected: Any


def case_fields(method: str, test_cases: str, convert: str, evaluate: str) -> dict[str, Any]:
    """The fields of a Task that make a record's cases and judge answers to them.

    Args:
        method: the record's entry_point.
        test_cases: its cases in JSON.
        convert: source of convert_offline.
        evaluate: source of evaluate_offline.

    Raises:
        DatasetError: one of them is malformed; the message names the field.
    """
    cases = _test_cases(test_cases)
    functions = {"convert": convert, "evaluate": evaluate}
    converts = function(convert, "convert_offline", "convert_offline")
    evaluates = function(evaluate, "evaluate_offline", "evaluate_offline")
    if _changes_nothing(converts) and not _uses_inputs(evaluates):
        return {
            "cases": tuple(
                LiteralCase(input=case.input, domain=CORRECTNESS, expected=case.expected) for case in cases
            ),
            "validator": validator_source("offline", "plain_validator", prelude=PRELUDE, **functions),
            "prelude": PRELUDE,
            "entry": Entry(kind=EntryKind.METHOD, name=method, owner=CLASS),
        }
    pairs = json.dumps([[case.input, case.expected] for case in cases])
    texts = {"prelude": PRELUDE, **functions, "cases": pairs}
    return {
        "inputs": generator_source("offline", "generator", **texts),
        "domains": (CORRECTNESS,),
        "counts": {CORRECTNESS: len(cases)},
        "distinct": False,
        "validator": validator_source("offline", "validator", **texts),
        "prelude": PRELUDE + caller_prelude(method, keep_arguments=True),
        "entry": Entry(kind=EntryKind.FUNCTION, name=ENTRY),
    }


def _test_cases(text: str) -> list[_Case]:
    try:
        cases = msgspec.convert(json.loads(text), list[_Case])
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"test_cases: {error}") from error
    if not cases:
        raise DatasetError("test_cases: is empty, so every program would pass")
    return cases


def _changes_nothing(convert: ast.FunctionDef) -> bool:
    """Whether it is `return case`, or takes the pair apart and returns it."""
    parameters = [argument.arg for argument in convert.args.args]
    body = [ast.unparse(node) for node in convert.body if not _is_text(node)]
    if len(parameters) != 1 or convert.decorator_list:
        return False
    if body == [f"return {parameters[0]}"]:
        return True
    match convert.body[-2:]:
        case [ast.Assign(targets=[ast.Tuple() as names]), ast.Return(value=ast.Tuple() as returned)]:
            same = ast.unparse(names) == ast.unparse(returned)
            plain = all(isinstance(name, ast.Name) for name in names.elts)
            return same and plain and len(body) == 2 and body[0].endswith(f" = {parameters[0]}")
    return False


def _uses_inputs(evaluate: ast.FunctionDef) -> bool:
    """Whether it looks at its first parameter, which the call may have changed."""
    first = next((argument.arg for argument in evaluate.args.args), None)
    nodes = itertools.chain.from_iterable(ast.walk(node) for node in evaluate.body)
    return any(isinstance(node, ast.Name) and node.id in {first, "locals", "vars"} for node in nodes)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
