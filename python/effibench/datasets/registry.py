"""The benchmarks that can be loaded, by name."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from effibench.datasets.problem import Problem
from effibench.datasets.reading import Place, Reader
from effibench.errors import DatasetError, UsageError

# Each names a module here that defines BENCHMARK.
NAMES: tuple[str, ...] = (
    "algotune",
    "coffe",
    "contests",
    "ds1000",
    "dseffi",
    "effibench",
    "effibench-x",
    "enamel",
    "evalperf",
    "humaneval",
    "mbppplus",
    "mercury",
)


class Benchmark(NamedTuple):
    """A loader and what is to be known before it is used.

    Attributes:
        files: names below the folder it reads.
        pairs: whether tasks have a canonical and a faster solution.
        licence: of the data, as far as its publishers say.
        source: where it was published.
    """

    name: str
    title: str
    files: tuple[str, ...]
    pairs: bool
    licence: str
    source: str
    load: Callable[[Path, Reader], Iterator[Problem]]


class Loaded(NamedTuple):
    """What was in a benchmark's folder; `malformed` is empty unless loading went on."""

    benchmark: Benchmark
    problems: list[Problem]
    malformed: list[DatasetError]

    def chosen(self, wanted: Sequence[str]) -> list[Problem]:
        """The tasks with these ids, in their order; all tasks without any.

        Raises:
            UsageError: there is no such task.
        """
        by_id = {problem.id: problem for problem in self.problems}
        for one in wanted:
            if one not in by_id:
                name = self.benchmark.name
                raise UsageError(f"{name} has no task {one!r}; `effibench datasets show {name}` lists them")
        return [by_id[one] for one in dict.fromkeys(wanted)] if wanted else self.problems


def benchmark(name: str) -> Benchmark:
    """The benchmark of that name.

    Raises:
        UsageError: there is none; the message lists names that come near.
    """
    if name not in NAMES:
        near = difflib.get_close_matches(name, NAMES, n=3, cutoff=0.4) or NAMES
        raise UsageError(f"no benchmark {name!r}; known are {', '.join(near)}")
    found = import_module(f"effibench.datasets.{name.replace('-', '_')}").BENCHMARK
    assert isinstance(found, Benchmark)
    return found


def load(name: str, folder: Path, *, keep_going: bool = False) -> Loaded:
    """Reads a benchmark from a folder.

    Raises:
        UsageError: no such benchmark.
        DatasetError: a file is missing, or `keep_going` is false and a record is malformed or not the first with
            its id.
    """
    found = benchmark(name)
    reader = Reader(keep_going=keep_going)
    problems: dict[str, Problem] = {}
    for problem in found.load(folder, reader):
        if problem.id in problems:
            place = Place(folder, str(problem.task.source.get("record", "")))
            reader.refuse(place, f"an earlier record has the id {problem.id!r}, too")
            continue
        problems[problem.id] = problem
    return Loaded(found, list(problems.values()), reader.malformed)
