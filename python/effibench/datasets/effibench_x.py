"""EffiBench-X: contest and LeetCode problems in six languages, of which Python is judged here.

Source: Qing et al., "EffiBench-X: A Multi-Language Benchmark for Measuring Efficiency of LLM-Generated Code";
huggingface.co/datasets/EffiBench/effibench-x, as JSON lines (test.jsonl), or one JSON file a problem, as the
repository unpacks it. Every task is a program: text on stdin, text on stdout, and the record's `evaluate` decides. A
functional task (LeetCode) has a runner around the submission; without one no solution of it can pass.

The harness takes the imports out of runner and submission before it adds its own. That is left out here: in Python an
import once more changes nothing. Limits are those of the record, where the harness takes 10 s and 1 GiB for all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from effibench.datasets.inside.listed import CORRECTNESS
from effibench.datasets.makers import validator_source
from effibench.datasets.problem import INSERT, Problem, Role, Solution
from effibench.datasets.reading import Place, Reader, decoded_json, first_of, read_bytes, shaped
from effibench.datasets.registry import Benchmark
from effibench.errors import DatasetError
from effibench.model import Limits
from effibench.tasks.task import Entry, EntryKind, LiteralCase, Task

# What the harness imports before a program, a runner and an evaluator.
PRELUDE = """\
import bisect, collections, copy, functools, heapq, itertools, json, math, operator, pickle, random, re, string, sys
from bisect import bisect_left, bisect_right
from collections import Counter, OrderedDict, defaultdict, deque
from functools import cache, lru_cache, reduce
from heapq import heapify, heappop, heappush, heappushpop, nlargest, nsmallest
from itertools import accumulate, chain, combinations, groupby, permutations, product, zip_longest
from json import loads
from math import ceil, comb, cos, e, factorial, floor, gcd, inf, isqrt, lcm, log10, log2, perm, pi, sin, sqrt, tan
from re import findall, finditer, match, search, split, sub
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits, hexdigits, punctuation, whitespace
from sys import maxsize, stdin
from typing import Dict, List, Optional, Set, Tuple

try:
    import sortedcontainers
    from sortedcontainers import SortedDict, SortedList, SortedSet
except ImportError:
    pass
"""

LANGUAGE = "python3"
_SUBMISSION = "==Code Submission=="
_SECONDS, _MEMORY = 10.0, 1 << 30
_LICENCE = "Apache-2.0"
_SOURCE = "https://huggingface.co/datasets/EffiBench/effibench-x"


class _Listed(msgspec.Struct, frozen=True):
    """The solutions of one language: one, and a distribution of others as JSON of [run time in ms, share, source]."""

    code: str | None = None
    runtime: float | None = None
    runtimeDistribution: str | None = None  # noqa: N815 (the record's own name)


class _Test(msgspec.Struct, frozen=True):
    input: str
    output: str


class _Record(msgspec.Struct, frozen=True):
    id: str | int
    title_slug: str
    source: str
    type: str
    evaluator: str
    generated_tests: str | list[_Test]
    solutions: dict[str, _Listed | None]
    title: str = ""
    description_md: str | None = None
    difficulty: str | None = None
    release_date: str | None = None
    time_limit_nanos: int | None = None
    memory_limit_bytes: int | None = None
    starter_code: dict[str, str | None] | None = None
    test_runners: dict[str, str | None] | None = None


def load(folder: Path, reader: Reader) -> Iterator[Problem]:
    """Reads test.jsonl, or where that is not there, every JSON file of the folder.

    Raises:
        DatasetError: there is no file, or a record is malformed.
    """
    yield from reader.each(_records(folder, reader), lambda place, record: _problem(record, place))


def _records(folder: Path, reader: Reader) -> Iterator[tuple[Place, _Record]]:
    packed = first_of(folder, "test.jsonl")
    single = sorted(folder.glob("*.json"))
    if packed.is_file() or not single:
        yield from reader.records(packed, _Record)
        return
    for path in single:
        place = Place(path, "")
        record = reader.make(place, lambda path=path: shaped(decoded_json(read_bytes(path)), _Record))  # type: ignore[misc]
        if record is not None:
            yield place, record


def _problem(record: _Record, place: Place) -> Problem:
    listed = record.solutions.get(LANGUAGE)
    if listed is None or not listed.code:
        others = (
            ", ".join(sorted(name for name, one in record.solutions.items() if one and one.code)) or "none"
        )
        raise DatasetError(f"solutions: none in {LANGUAGE} (only {others}), and only Python is judged")
    if record.type not in {"functional", "io"}:
        raise DatasetError(f"type = {record.type!r}: expected functional or io")
    template = _template(record)
    known = [
        Solution(
            role=solution.role,
            name=solution.name,
            source=template.replace(INSERT, solution.source) if template else solution.source,
            facts=solution.facts,
        )
        for solution in _solutions(listed)
    ]
    task = Task(
        id=f"{record.source}_{record.id}_{record.title_slug}",
        title=record.title,
        prompt=record.description_md or "",
        entry=Entry(kind=EntryKind.PROGRAM),
        reference=known[0].source,
        prelude=PRELUDE,
        validator=validator_source("evaluators", "validator", prelude=PRELUDE, evaluator=record.evaluator),
        cases=tuple(
            LiteralCase(input=test.input, domain=CORRECTNESS, expected=test.output) for test in _tests(record)
        ),
        limits=Limits(
            call_seconds=(record.time_limit_nanos or 0) / 1e9 or _SECONDS,
            memory_bytes=record.memory_limit_bytes or _MEMORY,
        ),
        difficulty=(record.difficulty or "").lower(),
        created=record.release_date or "",
        source={
            "kind": "benchmark",
            "benchmark": "EffiBench-X",
            "link": _SOURCE,
            "licence": _LICENCE,
            "record": place.record or place.file.name,
        },
    )
    return Problem(
        benchmark="effibench-x",
        task=task,
        solutions=tuple(known),
        template=template,
        facts={
            "type": record.type,
            "cost_domains": [CORRECTNESS],
            "starter_code": (record.starter_code or {}).get(LANGUAGE) or "",
            "languages_left_out": sorted({*record.solutions} - {LANGUAGE}),
        },
    )


def _template(record: _Record) -> str:
    """The runner of a functional task with a place for the submission; empty for a task on stdin and stdout."""
    if record.type == "io":
        return ""
    runner = (record.test_runners or {}).get(LANGUAGE) or ""
    lines = runner.split("\n")
    places = [number for number, line in enumerate(lines) if _SUBMISSION in line]
    if len(places) != 1:
        raise DatasetError(
            f"test_runners[{LANGUAGE}]: a functional task needs one with {_SUBMISSION} in one line, "
            f"this has {len(places)}"
        )
    lines[places[0]] = INSERT
    return "\n".join(lines)


def _tests(record: _Record) -> list[_Test]:
    tests = record.generated_tests
    if isinstance(tests, str):
        try:
            tests = msgspec.json.decode(tests, type=list[_Test])
        except msgspec.DecodeError as error:
            raise DatasetError(f"generated_tests: {error}") from error
    if not tests:
        raise DatasetError("generated_tests: is empty, so every program would pass")
    return tests


def _solutions(listed: _Listed) -> Iterator[Solution]:
    facts: dict[str, Any] = {} if listed.runtime is None else {"listed_ms": listed.runtime}
    yield Solution(role=Role.CANONICAL, name="canonical", source=listed.code or "", facts=facts)
    others = sorted(_distribution(listed.runtimeDistribution or "[]"), key=lambda other: other[0])
    for number, (milliseconds, share, source) in enumerate(others):
        facts = {"listed_ms": milliseconds, "share": share}
        if number == 0:
            yield Solution(role=Role.PERFORMANT, name="fastest", source=source, facts=facts)
        yield Solution(role=Role.POOL, name=f"pool-{number}", source=source, facts=facts)


def _distribution(text: str) -> list[tuple[float, float, str]]:
    """Run time in ms, share in percent and source of the entries that have a source."""
    try:
        value = json.loads(text)
        entries = value["distribution"] if isinstance(value, dict) else value
        shaped = msgspec.convert(
            [[*entry, None][:3] for entry in entries], list[tuple[float, float, str | None]], strict=False
        )
    except (KeyError, TypeError, ValueError) as error:
        raise DatasetError(f"solutions[{LANGUAGE}].runtimeDistribution: {error}") from error
    return [(milliseconds, share, source) for milliseconds, share, source in shaped if source]


BENCHMARK = Benchmark(
    name="effibench-x",
    title="EffiBench-X (Python)",
    files=("test.jsonl",),
    pairs=False,
    licence=_LICENCE,
    source=_SOURCE,
    load=load,
)
