"""COFFE's part of CodeContests: programs that read stdin, each with a pool of accepted solutions.

Source: as for `coffe`; the tasks are from Li et al., "Competition-Level Code Generation with AlphaCode". All files are
keyed by the prompt, which is the only name that a task has; its id is made of the prompt's digest.

The pool holds every accepted solution once, in the benchmark's order; the one that COFFE found to be the best is the
reference, too. Answers to stress inputs are not compared, as in COFFE: some of these inputs break what their task
promises (titles that are to be distinct are not, say), and there accepted solutions differ for good reasons. So a
program that gives up on large inputs passes; `unchecked_domains` says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from effibench.datasets.coffe_suite import (
    BEST,
    LICENCE,
    PUBLISHED,
    SOURCE,
    STRESSFUL,
    TESTS,
    Files,
    ListedCase,
    by_prompt,
    expected_answer,
    read_files,
    suite_fields,
)
from effibench.datasets.inside.listed import STRESS
from effibench.datasets.problem import Problem, Role, Solution
from effibench.datasets.reading import Place, Reader
from effibench.datasets.registry import Benchmark
from effibench.errors import DatasetError
from effibench.tasks.task import Entry, EntryKind, Task

_POOLS = "solutions.json"
_TITLE = 80


class _Program(NamedTuple):
    source: str
    reads_stdin: bool


class _Solutions(msgspec.Struct, frozen=True):
    prompt2groundtruth: dict[str, Any]


def load(folder: Path, reader: Reader) -> Iterator[Problem]:
    """Reads the folder `deepmind_code_contests` of COFFE's data sets.

    Raises:
        DatasetError: a file is missing or a record is malformed.
    """
    files = read_files(folder, reader)
    files[_POOLS] = reader.whole(folder / _POOLS, _Solutions).prompt2groundtruth
    path = folder / STRESSFUL
    yield from reader.each(
        (
            (Place(path, f"record {number}, {_title(prompt)!r}"), prompt)
            for number, prompt in enumerate(files[STRESSFUL])
        ),
        lambda place, prompt: _problem(prompt, files, place),
    )


def _problem(prompt: str, files: Files, place: Place) -> Problem:
    best = by_prompt(files, BEST, prompt, _Program)
    pool = by_prompt(files, _POOLS, prompt, list[_Program])
    tests = by_prompt(files, TESTS, prompt, list[ListedCase])
    stress = by_prompt(files, STRESSFUL, prompt, list[str])
    if not all(reads_stdin for _, reads_stdin in (best, *pool)):
        raise DatasetError("it has a solution that is a function instead of a program")
    sources = [source for source, _ in pool]
    task = Task(
        id=f"CodeContests/{hashlib.sha256(prompt.encode()).hexdigest()[:12]}",
        title=_title(prompt),
        prompt=prompt,
        entry=Entry(kind=EntryKind.PROGRAM),
        reference=best[0],
        source={**PUBLISHED, "licence": f"{LICENCE}: CC BY 4.0", "record": place.record},
        **suite_fields(
            "programs",
            [(_only_text(case), expected_answer(case)) for case in tests],
            stress,
            compare_stress=False,
        ),
    )
    members = [
        Solution(role=Role.POOL, name=f"pool-{number}", source=source)
        for number, source in enumerate(sources)
    ]
    place_of_best = f"pool-{sources.index(best[0])}" if best[0] in sources else ""
    fastest = Solution(
        role=Role.PERFORMANT,
        name="best",
        source=best[0],
        facts={"pool": place_of_best} if place_of_best else {},
    )
    return Problem(
        benchmark="contests",
        task=task,
        solutions=(fastest, *members),
        facts={
            "test_cases": len(tests),
            "stress_cases": len(stress),
            "pool": len(pool),
            "cost_domains": [STRESS],
            "unchecked_domains": [STRESS],
        },
    )


def _only_text(case: ListedCase) -> str:
    if len(case.input) != 1 or not isinstance(case.input[0], str):
        raise DatasetError("testcases.json: the input of a case is not one text")
    return case.input[0]


def _title(prompt: str) -> str:
    """The first line of the task itself; the very first line is the same for all."""
    lines = [line.strip() for line in prompt.splitlines() if line.strip()]
    title = lines[1] if len(lines) > 1 else prompt
    return title if len(title) <= _TITLE else f"{title[: _TITLE - 1]}…"


BENCHMARK = Benchmark(
    name="contests",
    title="COFFE's part of CodeContests",
    files=(BEST, _POOLS, TESTS, STRESSFUL),
    pairs=False,
    licence=f"{LICENCE}: CC BY 4.0",
    source=SOURCE,
    load=load,
)
