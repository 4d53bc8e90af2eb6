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

import msgspec

from effibench.datasets.coffe_suite import (
    LICENCE,
    PUBLISHED,
    SOURCE,
    ListedCase,
    expected_answer,
    suite_fields,
)
from effibench.datasets.inside.listed import STRESS
from effibench.datasets.problem import Problem, Role, Solution
from effibench.datasets.reading import Place, Reader
from effibench.datasets.registry import Benchmark
from effibench.errors import DatasetError
from effibench.tasks.task import Entry, EntryKind, Task

_Program = tuple[str, bool]  # source, and whether it reads stdin
_TITLE = 80


class _Solutions(msgspec.Struct, frozen=True):
    prompt2groundtruth: dict[str, list[_Program]]


class _Files(msgspec.Struct, frozen=True):
    best: dict[str, _Program]
    pools: dict[str, list[_Program]]
    tests: dict[str, list[ListedCase]]


def load(folder: Path, reader: Reader) -> Iterator[Problem]:
    """Reads the folder `deepmind_code_contests` of COFFE's data sets.

    Raises:
        DatasetError: a file is missing or a record is malformed.
    """
    files = _Files(
        best=reader.whole(folder / "best_solutions.json", dict[str, _Program]),
        pools=reader.whole(folder / "solutions.json", _Solutions).prompt2groundtruth,
        tests=reader.whole(folder / "testcases.json", dict[str, list[ListedCase]]),
    )
    path = folder / "stressful_testcases.json"
    listed = reader.whole(path, dict[str, list[str]])
    yield from reader.each(
        ((Place(path, f"record {prompt[:_TITLE]!r}"), prompt) for prompt in listed),
        lambda place, prompt: _problem(prompt, listed[prompt], files),
    )


def _problem(prompt: str, stress: list[str], files: _Files) -> Problem:
    if prompt not in files.best or prompt not in files.pools or prompt not in files.tests:
        raise DatasetError("not every file has a record for this prompt")
    best, pool = files.best[prompt], files.pools[prompt]
    if not all(reads_stdin for _, reads_stdin in (best, *pool)):
        raise DatasetError("it has a solution that is a function instead of a program")
    sources = [source for source, _ in pool]
    task = Task(
        id=f"CodeContests/{hashlib.sha256(prompt.encode()).hexdigest()[:12]}",
        title=_title(prompt),
        prompt=prompt,
        entry=Entry(kind=EntryKind.PROGRAM),
        reference=best[0],
        source={**PUBLISHED, "licence": f"{LICENCE}: CC BY 4.0"},
        **suite_fields(
            "programs",
            [(_only_text(case), expected_answer(case)) for case in files.tests[prompt]],
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
            "test_cases": len(files.tests[prompt]),
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
    files=("best_solutions.json", "solutions.json", "testcases.json", "stressful_testcases.json"),
    pairs=False,
    licence=f"{LICENCE}: CC BY 4.0",
    source=SOURCE,
    load=load,
)
