"""DSEffi-Bench: 1,000 data-science tasks with input generators, validators and human references.

Source: "DSEffi-Bench", instance schema; its own words are effibench's (seeds from 42 on, domains, five inputs each).

The publication leaves some things open; taken are: generators that yield or return the input, alone or as a pair of
case name and input; any names of parameters; validators that return a verdict, a pair of verdict and reason, or
nothing, or that raise what is wrong.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec

from effibench.datasets.problem import Problem, Role, Solution
from effibench.datasets.reading import Reader, first_of
from effibench.datasets.registry import Benchmark
from effibench.datasets.sources import function, libraries, parsed, positional
from effibench.errors import DatasetError
from effibench.model import Limits
from effibench.tasks.task import Task

FILE = "dseffi.jsonl"
LICENCE = "CC BY-SA 4.0"
# The published reports have these groups; all other libraries are one more.
GROUPS = ("NumPy", "Pandas", "PyTorch", "SciPy", "Polars")
OTHERS = "Others"
_COMPILING = {"numba"}  # what compiles in its first call shall do so once
_LIMITS = Limits(call_seconds=5.0, import_seconds=60.0, memory_bytes=4 << 30)


class Record(msgspec.Struct, frozen=True):
    """One instance: what to do (five texts), how to test it (domains and two sources), and a reference.

    Attributes:
        id: number of the question on Stack Overflow.
        created: date of that question, ISO.
        quality_scores: four ratings from 1 to 3, where given.
    """

    id: str | int
    library: str
    task_description: str
    input_domain: list[str]
    input_generator: str
    output_validator: str
    reference_solution: str
    created: str = ""
    source_url: str = ""
    input_specification: str = ""
    output_specification: str = ""
    input_example: str = ""
    output_example: str = ""
    quality_scores: list[int] = []


def load(folder: Path, reader: Reader) -> Iterator[Problem]:
    """The problems of a folder with dseffi.jsonl or dseffi.json, plain or with .gz.

    Raises:
        DatasetError: the file is missing, or a record is malformed and the reader does not go on.
    """
    path = first_of(folder, FILE, "dseffi.json")
    yield from reader.each(reader.records(path, Record), lambda place, record: _problem(record))


def _problem(record: Record) -> Problem:
    sources = {
        "input_generator": (record.input_generator, 2),
        "output_validator": (record.output_validator, 2),
        "solution": (record.reference_solution, 1),
    }
    trees = [_checked(source, name, count) for name, (source, count) in sources.items()]
    packages = libraries(*trees)
    task = Task(
        id=str(record.id),
        title=record.task_description.strip().partition("\n")[0][:120],
        prompt=_prompt(record),
        library=record.library,
        libraries=packages,
        reference=record.reference_solution,
        inputs=record.input_generator,
        domains=tuple(record.input_domain),
        validator=record.output_validator,
        limits=_LIMITS,
        isolation="candidate" if _COMPILING & {*packages} else "case",
        created=record.created,
        source={
            "kind": "benchmark",
            "benchmark": BENCHMARK.title,
            "licence": LICENCE,
            "link": record.source_url,
            "date": record.created,
        },
    )
    reference = Solution(role=Role.REFERENCE, name="reference_solution", source=record.reference_solution)
    return Problem(
        benchmark=BENCHMARK.name,
        task=task,
        solutions=(reference,),
        facts={
            "group": record.library if record.library in GROUPS else OTHERS,
            "quality_scores": record.quality_scores,
        },
    )


def _checked(source: str, name: str, count: int) -> ast.Module:
    """The tree of a source whose function can be called with so many positional arguments."""
    field = "reference_solution" if name == "solution" else name
    node = function(source, name, field)
    most, least = positional(node, required=False), positional(node, required=True) or 0
    if least > count or (most is not None and most < count):
        raise DatasetError(
            f"{field}: {name} cannot be called with {count} positional argument{'s'[: count > 1]}"
        )
    return parsed(source, field)


def _prompt(record: Record) -> str:
    parts = (
        ("", record.task_description),
        ("Input", record.input_specification),
        ("Output", record.output_specification),
        ("Example input", record.input_example),
        ("Example output", record.output_example),
    )
    texts = [
        f"## {title}\n\n{text.strip()}" if title else text.strip() for title, text in parts if text.strip()
    ]
    return "\n\n".join(texts) + "\n"


BENCHMARK = Benchmark(
    name="dseffi",
    title="DSEffi-Bench",
    files=(FILE,),
    pairs=False,
    licence=LICENCE,
    source="",
    load=load,
)
