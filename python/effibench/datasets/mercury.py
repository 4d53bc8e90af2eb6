"""Mercury: LeetCode problems with a pool of accepted solutions and their listed run times.

Source: Du et al., "Mercury: A Code Efficiency Benchmark for Code Large Language Models";
huggingface.co/datasets/Elfsong/Mercury, written as JSON lines (`Dataset.to_json`). The split `eval` is the benchmark;
`train.jsonl` is read, too, where it is there, as tasks that are not scored.

Canonical and performant: the benchmark names neither. Here they are the pool's slowest and fastest by listed run time,
the first ones in its order where several are equal; with one solution, or all equally fast, there is no performant one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from effibench.datasets.completion import defined
from effibench.datasets.inside.listed import CORRECTNESS
from effibench.datasets.mercury_cases import CLASS, case_fields
from effibench.datasets.problem import INSERT, Problem, Role, Solution
from effibench.datasets.reading import Place, Reader, first_of
from effibench.datasets.registry import Benchmark
from effibench.errors import DatasetError
from effibench.model import Limits
from effibench.tasks.task import Task

_LIMITS = Limits(call_seconds=10.0)  # for all cases together in bigcode's harness, 30 s in Mercury's own
_LICENCE = "CC BY-NC 4.0"
_SOURCE = "https://huggingface.co/datasets/Elfsong/Mercury"


class _Listed(msgspec.Struct, frozen=True):
    """A solution of the pool; `runtime` is like `52ms`."""

    solution: str
    runtime: str
    hash: int | str = 0


class _Record(msgspec.Struct, frozen=True):
    slug_name: str
    id: int | str
    difficulty: str
    pretty_content: list[str]
    solutions: list[_Listed]
    prompt: str
    convert_offline: str
    evaluate_offline: str
    entry_point: str
    test_cases: str


def load(folder: Path, reader: Reader) -> Iterator[Problem]:
    """Reads eval.jsonl, and train.jsonl where it is there.

    Raises:
        DatasetError: a file is missing or a record is malformed.
    """
    evaluation, training = (first_of(folder, f"{split}.jsonl") for split in ("eval", "train"))
    yield from reader.each(
        reader.records(evaluation, _Record), lambda place, record: _problem(record, place, "eval")
    )
    if training.is_file():
        yield from reader.each(
            reader.records(training, _Record), lambda place, record: _problem(record, place, "train")
        )


def _problem(record: _Record, place: Place, split: str) -> Problem:
    pool = [_member(number, listed) for number, listed in enumerate(record.solutions)]
    known = _slowest_and_fastest(pool)
    fastest = known[-1].source if known else ""
    task = Task(
        id=record.slug_name,
        title=record.slug_name.replace("-", " "),
        prompt="\n".join(record.pretty_content),
        reference=fastest,
        limits=_LIMITS,
        difficulty=record.difficulty.lower(),
        source={
            "kind": "benchmark",
            "benchmark": "Mercury",
            "link": _SOURCE,
            "licence": _LICENCE,
            "record": place.record,
        },
        **case_fields(record.entry_point, record.test_cases, record.convert_offline, record.evaluate_offline),
    )
    return Problem(
        benchmark="mercury",
        task=task,
        solutions=(*known, *pool),
        template=f"{record.prompt}{INSERT}",
        defines=CLASS,
        scored=split == "eval",
        facts={
            "id": record.id,
            "split": split,
            "difficulty": record.difficulty,
            "pool": len(pool),
            "cost_domains": [CORRECTNESS],
            "canonical": "slowest by listed run time",
            "performant": "fastest by listed run time",
        },
    )


def _member(number: int, listed: _Listed) -> Solution:
    if CLASS not in defined(listed.solution):
        raise DatasetError(f"solutions[{number}].solution: defines no class {CLASS}")
    text = listed.runtime.strip().removesuffix("ms").strip()
    try:
        milliseconds = float(text)
    except ValueError:
        raise DatasetError(
            f"solutions[{number}].runtime = {listed.runtime!r}: expected a time like 52ms"
        ) from None
    facts = {"listed_ms": milliseconds, "hash": listed.hash}
    return Solution(role=Role.POOL, name=f"pool-{number}", source=listed.solution, facts=facts)


def _slowest_and_fastest(pool: list[Solution]) -> list[Solution]:
    if not pool:
        return []
    listed = [member.facts["listed_ms"] for member in pool]
    slowest, fastest = pool[listed.index(max(listed))], pool[listed.index(min(listed))]
    chosen = [(Role.CANONICAL, slowest), (Role.PERFORMANT, fastest)][: 1 + (max(listed) > min(listed))]
    return [
        Solution(role=role, name=role.value, source=one.source, facts={**one.facts, "pool": one.name})
        for role, one in chosen
    ]


BENCHMARK = Benchmark(
    name="mercury",
    title="Mercury",
    files=("eval.jsonl",),
    pairs=True,
    licence=_LICENCE,
    source=_SOURCE,
    load=load,
)
