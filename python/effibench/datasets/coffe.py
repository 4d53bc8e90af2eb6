"""COFFE, function level: HumanEval and MBPP functions, correctness cases with expected answers, and stress inputs.

Source: Peng et al., "COFFE: A Code Efficiency Benchmark for Code Generation"; github.com/JohnnyPeng18/Coffe. All files
are keyed by the prompt. There is exactly one solution a task, so there is no pair of a slow and a fast one.

COFFE does not check answers to stress inputs. Here they must equal those of the one solution, by COFFE's own equality:
otherwise a solution that gives up on large inputs would be the fastest.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

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
from effibench.datasets.problem import INSERT, Problem, Role, Solution
from effibench.datasets.reading import Place, Reader
from effibench.datasets.registry import Benchmark
from effibench.errors import DatasetError
from effibench.tasks.task import Entry, EntryKind, Task

_HUMANEVAL, _MBPP = "openai_humaneval", "mbpp"
_LICENCES = {_HUMANEVAL: "MIT", _MBPP: "CC BY 4.0"}
# Of Mbpp/284: one string 100,000 times, which is 1 GB where values do not share parts. Inputs have 256 MiB at most.
_TOO_LARGE = "[['longstring' * 1000] * 100000, 'longstring' * 1000]"


class _Record(msgspec.Struct, frozen=True):
    """A task of data.json, as far as it is used; MBPP's numbers are integers."""

    dataset: str
    task_id: int | str
    entry_point: str
    final_prompt: str
    prompt: str


class _Stress(msgspec.Struct, frozen=True):
    """A stress input: an expression that makes an argument list."""

    input: str


def load(folder: Path, reader: Reader) -> Iterator[Problem]:
    """Reads the folder `function` of COFFE's data sets.

    Raises:
        DatasetError: a file is missing or a record is malformed.
    """
    files = read_files(folder, reader)
    yield from reader.each(
        reader.records(folder / "data.json", _Record), lambda place, record: _problem(record, files, place)
    )


def _problem(record: _Record, files: Files, place: Place) -> Problem:
    task_id, prompt = _id(record), record.final_prompt
    source, reads_stdin = by_prompt(files, BEST, prompt, tuple[str, bool])
    if reads_stdin:
        raise DatasetError(f"{BEST} has a program that reads stdin instead of a function")
    tests = by_prompt(files, TESTS, prompt, list[ListedCase])
    listed = by_prompt(files, STRESSFUL, prompt, list[_Stress])
    stress = [case.input for case in listed if case.input != _TOO_LARGE]
    task = Task(
        id=task_id,
        title=record.entry_point,
        prompt=prompt,
        entry=Entry(kind=EntryKind.FUNCTION, name="solution"),
        reference=source,
        source={
            **PUBLISHED,
            "licence": f"{LICENCE}: {_LICENCES[record.dataset]}",
            "record": place.record,
        },
        **suite_fields(
            "expressions",
            [(case.input, expected_answer(case)) for case in tests],
            stress,
            compare_stress=True,
        ),
    )
    return Problem(
        benchmark="coffe",
        task=task,
        solutions=(Solution(role=Role.CANONICAL, name="best", source=source),),
        template=f"{record.prompt}{INSERT}" if record.dataset == _HUMANEVAL else "",
        aliases=(record.entry_point,),
        facts={
            "dataset": record.dataset,
            "entry_point": record.entry_point,
            "test_cases": len(tests),
            "stress_cases": len(stress),
            "stress_cases_left_out": len(listed) - len(stress),
            "cost_domains": [STRESS],
        },
    )


def _id(record: _Record) -> str:
    """HumanEval's own name, and MBPP's number under the name that other benchmarks give it."""
    if record.dataset == _MBPP:
        return f"Mbpp/{record.task_id}"
    if record.dataset != _HUMANEVAL:
        raise DatasetError(f"dataset = {record.dataset!r}: expected {_HUMANEVAL} or {_MBPP}")
    return str(record.task_id)


BENCHMARK = Benchmark(
    name="coffe",
    title="COFFE, function level",
    files=("data.json", BEST, TESTS, STRESSFUL),
    pairs=False,
    licence=LICENCE,
    source=SOURCE,
    load=load,
)
