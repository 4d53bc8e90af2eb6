"""EffiBench: LeetCode problems with a canonical solution and two test scripts of assertions.

Source: Huang et al., "EffiBench: Benchmarking the Efficiency of Automatically Generated Code";
github.com/huangd1999/EffiBench (dataset.json or dataset.jsonl through git-lfs). The harness runs, in one namespace, a
fixed prelude, the solution, `solution = Solution()` and a script. `small_test_cases` is public, `test_case` is timed.

Where cases come from. A script that consists of assertions `solution.method(values) == value` becomes literal cases:
one call a case, timed alone. What has to be run to be known cannot be taken apart without running it here, so any
other script is kept whole: its generator records the calls that it makes of the canonical solution, a candidate makes
the same calls, and the judge runs the script again on the answers (`inside.scripts`). One script is one case then.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from effibench.datasets.asserts import Assertion, assertions
from effibench.datasets.completion import defined, unfenced
from effibench.datasets.makers import (
    ENTRY,
    SAME,
    caller_prelude,
    generator_source,
    player_prelude,
    validator_source,
)
from effibench.datasets.problem import Problem, Role, Solution
from effibench.datasets.reading import Place, Reader, first_of
from effibench.datasets.registry import Benchmark
from effibench.datasets.sources import parsed
from effibench.errors import DatasetError
from effibench.model import Limits
from effibench.tasks.task import Entry, EntryKind, LiteralCase, Task

# In the harness' order, which decides what hides what: `pow` is operator's, `copy` and `bisect` are modules again.
PRELUDE = """\
from typing import *
from bisect import *
from collections import *
from copy import *
from datetime import *
from heapq import *
from math import *
from re import *
from string import *
from random import *
from itertools import *
from functools import *
from operator import *

import string
import re
import datetime
import collections
import heapq
import bisect
import copy
import math
import random
import itertools
import functools
import operator


class TreeNode:
    def __init__(self, val=0, left=None, right=None, next=None):
        self.val = val
        self.left = left
        self.right = right
        self.next = next


class ListNode:
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next
"""

SMALL, FULL = "correctness-small", "stress-full"
_CLASS = "Solution"
_LIMITS = Limits(call_seconds=10.0)  # 5 s a script in the harness, 10 s in its authors' later work
_LICENCE = "Apache-2.0 (README); problems and solutions are LeetCode's and its users'"
_SOURCE = "https://github.com/huangd1999/EffiBench"


class _Record(msgspec.Struct, frozen=True):
    problem_idx: int
    canonical_solution: str
    test_case: str
    small_test_cases: str = ""
    markdown_description: str = ""
    description: str = ""
    task_name: str = ""
    difficulty: str = ""


def load(folder: Path, reader: Reader) -> Iterator[Problem]:
    """Reads dataset.json, or dataset.jsonl where that is not there.

    Raises:
        DatasetError: the file is missing or a record is malformed.
    """
    yield from reader.each(
        reader.records(first_of(folder, "dataset.json", "dataset.jsonl"), _Record),
        lambda place, record: _problem(record, place),
    )


def _problem(record: _Record, place: Place) -> Problem:
    canonical = unfenced(record.canonical_solution)
    if _CLASS not in defined(canonical):
        raise DatasetError(f"canonical_solution: defines no class {_CLASS}")
    scripts = {SMALL: record.small_test_cases, FULL: record.test_case}
    scripts = {domain: script for domain, script in scripts.items() if script.strip()}
    if FULL not in scripts:
        raise DatasetError("test_case: is empty")
    for field in ("small_test_cases", "test_case"):
        parsed(getattr(record, field), field)
    way, fields = _cases(scripts, canonical)
    task = Task(
        id=str(record.problem_idx),
        title=record.task_name,
        prompt=record.markdown_description or record.description,
        reference=canonical,
        limits=_LIMITS,
        difficulty=record.difficulty.lower(),
        source={
            "kind": "benchmark",
            "benchmark": "EffiBench",
            "link": _SOURCE,
            "licence": _LICENCE,
            "record": place.record,
        },
        **fields,
    )
    return Problem(
        benchmark="effibench",
        task=task,
        solutions=(Solution(role=Role.CANONICAL, name="canonical", source=canonical),),
        defines=_CLASS,
        facts={"cases": way, "cost_domains": [FULL]},
    )


def _cases(scripts: dict[str, str], canonical: str) -> tuple[str, dict[str, Any]]:
    """How the cases are made, and the fields of the task that make them."""
    read = {domain: assertions(script) for domain, script in scripts.items()}
    known = {domain: found for domain, found in read.items() if found is not None}
    methods = {assertion.method for found in known.values() for assertion in found}
    if len(known) < len(read) or len(methods) != 1:
        return "scripts", _script_fields(scripts, canonical)
    every = [(domain, assertion) for domain, found in known.items() for assertion in found]
    return "assertions", _literal_fields(every, methods.pop())


def _literal_fields(every: list[tuple[str, Assertion]], method: str) -> dict[str, Any]:
    nodes = any(assertion.has_nodes for _, assertion in every)
    cases = tuple(
        LiteralCase(
            input=[assertion.arguments] if nodes else assertion.arguments,
            domain=domain,
            expected=assertion.expected,
        )
        for domain, assertion in every
    )
    if not nodes:
        entry = Entry(kind=EntryKind.METHOD, name=method, owner=_CLASS)
        return {"cases": cases, "validator": SAME, "prelude": PRELUDE, "entry": entry}
    return {
        "cases": cases,
        "validator": SAME,
        "prelude": PRELUDE + caller_prelude(method, keep_arguments=False),
        "entry": Entry(kind=EntryKind.FUNCTION, name=ENTRY),
    }


def _script_fields(scripts: dict[str, str], canonical: str) -> dict[str, Any]:
    texts = {"prelude": PRELUDE, "canonical": canonical, "scripts": scripts}
    return {
        "inputs": generator_source("scripts", "generator", **texts),
        "domains": tuple(scripts),
        "counts": dict.fromkeys(scripts, 1),
        "distinct": False,
        "validator": validator_source("scripts", "validator", **texts),
        "prelude": PRELUDE + player_prelude(),
        "entry": Entry(kind=EntryKind.FUNCTION, name=ENTRY),
    }


BENCHMARK = Benchmark(
    name="effibench",
    title="EffiBench",
    files=("dataset.json",),
    pairs=False,
    licence=_LICENCE,
    source=_SOURCE,
    load=load,
)
