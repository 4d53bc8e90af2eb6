"""EvalPerf: 118 functions of HumanEval+ and MBPP+ with solutions of graded cost and one input that tells them apart.

Source: Liu et al. 2024, "Evaluating Language Models for Efficient Code Generation"; github.com/evalplus/evalplus.

Two forms can be read. The published one has, per task, reference solutions from slow to fast, each the slowest of its
cluster, their scores, and the input. The other one was derived from published results: real solutions by the cluster
that their cost fell into, and those scores that the results determine, but no such input, so its tasks use the inputs
of MBPP+ and HumanEval. Both look for these in the same folder and in folders beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from effibench.datasets import evalplus, humaneval, mbppplus
from effibench.datasets.problem import INSERT, Problem, Role, Solution
from effibench.datasets.reading import Reader, decoded_json, first_of, keyed, shaped
from effibench.datasets.registry import Benchmark
from effibench.datasets.sources import function
from effibench.errors import DatasetError
from effibench.model import Limits
from effibench.tasks.task import LiteralCase, Task

FILE = "evalperf.jsonl"
DERIVED_FILE = "evalperf_clusters_derived.json"
LICENCE = "Apache-2.0; MBPP is CC BY 4.0, HumanEval MIT"
PERFORMANCE = "stress-performance"
_LIMITS = Limits(call_seconds=45.0, memory_bytes=12 << 30)  # the benchmark's own
_SOURCE = {"kind": "benchmark", "benchmark": "EvalPerf", "licence": LICENCE, "link": evalplus.LINK}
_BESIDE = {humaneval.FILE: ("humaneval",), mbppplus.FILE: ("mbppplus", "coffe/mbpp")}


class Published(msgspec.Struct, frozen=True):
    """One record of the published form.

    Attributes:
        reference: programs, slow to fast, one a cluster.
        pe_input: JSON of a list that holds one argument list; also taken as that list itself.
        scores: percentage of all solutions that are no faster than the cluster's; ascending, the last is 100.
    """

    task_id: str
    prompt: str
    entry_point: str
    reference: list[str]
    pe_input: str | list[list[Any]]
    scores: list[float]


class Clustered(msgspec.Struct, frozen=True):
    """A real solution of a cluster, and the file of results that it was found in."""

    solution: str
    model_file: str = ""


class Derived(msgspec.Struct, frozen=True):
    """One task of the derived form; a score is None where the results do not determine it.

    Attributes:
        solution_per_cluster: by the cluster's number; -1 is slower than every reference.
    """

    n_reference: int
    scores_recovered: list[float | None]
    solution_per_cluster: dict[int, Clustered]


def load(folder: Path, reader: Reader) -> Iterator[Problem]:
    """The problems of a folder with evalperf.jsonl, else with evalperf_clusters_derived.json; both also with .gz.

    Raises:
        DatasetError: a file is missing, or a record is malformed and the reader does not go on.
    """
    published = first_of(folder, FILE, DERIVED_FILE)
    if not published.name.startswith(DERIVED_FILE):
        known = _known(folder, reader, needed=False)
        yield from reader.each(
            reader.records(published, Published),
            lambda place, record: _published(record, known.get(record.task_id)),
        )
        return
    known = _known(folder, reader, needed=True)
    derived = reader.whole(published, dict[str, Any])
    yield from reader.each(
        ((keyed(published, index, task_id), task_id) for index, task_id in enumerate(derived)),
        lambda place, task_id: _derived(task_id, shaped(derived[task_id], Derived), known),
    )


def _known(folder: Path, reader: Reader, *, needed: bool) -> dict[str, Problem]:
    """The problems of MBPP+ and HumanEval by id, as far as their files are at hand or needed."""
    known: dict[str, Problem] = {}
    for module in (mbppplus, humaneval):
        places = [folder, *(folder.parent / name for name in _BESIDE[module.FILE])]
        found = next((place for place in places if first_of(place, module.FILE).is_file()), None)
        if found is not None or needed:
            known |= {problem.id: problem for problem in module.load(found or folder, reader)}
    return known


def _published(record: Published, known: Problem | None) -> Problem:
    if len(record.reference) != len(record.scores) or not record.reference:
        raise DatasetError(f"scores: {len(record.scores)} values for {len(record.reference)} references")
    if sorted(record.scores) != record.scores:
        raise DatasetError(f"scores: {record.scores}: expected ascending values")
    for index, source in enumerate(record.reference):
        function(source, record.entry_point, f"reference[{index}]")
    references = [
        Solution(
            role=Role.REFERENCE,
            name=f"cluster {index}",
            source=source,
            facts={"cluster": index, "score": score},
        )
        for index, (source, score) in enumerate(zip(record.reference, record.scores, strict=True))
    ]
    return Problem(
        benchmark=BENCHMARK.name,
        task=_task(record, known),
        solutions=_with_fastest(known, references),
        # HumanEval's prompts are the beginning of a program, and completions may go on from there.
        template=f"{record.prompt}{INSERT}" if record.task_id.startswith("HumanEval/") else "",
        facts={"n_reference": len(references), "scores": record.scores},
    )


def _task(record: Published, known: Problem | None) -> Task:
    """The published input is the stress case; correctness cases are MBPP+'s, where it is at hand."""
    stress = evalplus.case(record.task_id, _input(record.pe_input), PERFORMANCE, "pe_input")
    if known is not None and known.task.cases:
        cases: tuple[LiteralCase, ...] = (*known.task.cases, stress)
        return msgspec.structs.replace(known.task, cases=cases, limits=_LIMITS, source=_SOURCE)
    return Task(
        id=record.task_id,
        title=record.entry_point,
        prompt=record.prompt,
        reference=record.reference[-1],
        cases=(stress,),
        limits=_LIMITS,
        source=_SOURCE,
        **evalplus.judging(record.entry_point, 0.0),
    )


def _input(text: str | list[list[Any]]) -> list[Any]:
    try:
        values = decoded_json(text) if isinstance(text, str) else text
    except msgspec.DecodeError as error:
        raise DatasetError(f"pe_input: {error}") from error
    if not isinstance(values, list) or len(values) != 1 or not isinstance(values[0], list):
        raise DatasetError("pe_input: expected a list that holds one argument list")
    return values[0]


def _derived(task_id: str, record: Derived, known: dict[str, Problem]) -> Problem:
    problem = known.get(task_id)
    if problem is None:
        raise DatasetError(f"neither MBPP+ nor HumanEval has {task_id!r}")
    if len(record.scores_recovered) != record.n_reference:
        raise DatasetError(f"scores_recovered: expected {record.n_reference} values")
    pool = []
    for index, found in sorted(record.solution_per_cluster.items()):
        if not -1 <= index < record.n_reference:
            raise DatasetError(f"solution_per_cluster: {index}: expected -1 to {record.n_reference - 1}")
        score = 0.0 if index < 0 else record.scores_recovered[index]
        pool.append(
            Solution(
                role=Role.POOL,
                name=f"cluster {index}",
                source=found.solution,
                facts={"cluster": index, "score": score, "found_in": found.model_file},
            )
        )
    return Problem(
        benchmark=BENCHMARK.name,
        task=msgspec.structs.replace(problem.task, limits=_LIMITS, source=_SOURCE),
        solutions=_with_fastest(problem, pool),
        template=problem.template,
        facts={"n_reference": record.n_reference, "scores": record.scores_recovered},
    )


def _with_fastest(known: Problem | None, graded: list[Solution]) -> tuple[Solution, ...]:
    """Canonical solutions, then all graded ones; the fastest once more as the performant side, if others are slower."""
    canonical = known.by_role(Role.CANONICAL) if known is not None else []
    fastest = (
        [msgspec.structs.replace(graded[-1], role=Role.PERFORMANT, name="fastest")] if len(graded) > 1 else []
    )
    return (*canonical, *graded, *fastest)


BENCHMARK = Benchmark(
    name="evalperf",
    title="EvalPerf",
    files=(FILE, DERIVED_FILE),
    pairs=True,
    licence=LICENCE,
    source=evalplus.LINK,
    load=load,
)
