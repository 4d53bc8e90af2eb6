"""ENAMEL: 164 functions of HumanEval with an expert's solution and inputs of four sizes.

Source: Qiu et al. 2025, "How Efficient is LLM-Generated Code?"; github.com/q-rz/enamel.

A case is (level, number): level 0 checks correctness, levels 1 to 3 count for the score. Inputs are those of the
benchmark's own programs, seed by seed, in a session with the usual first seed; another first seed gives other inputs of
the same kinds. What a sample may take is relative there, `alpha` times the reference's slowest case, which is for the
score to apply; the limit here only ends what is hopeless.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from effibench.datasets.inside.listed import FIRST_SEED
from effibench.datasets.problem import INSERT, Problem, Role, Solution
from effibench.datasets.reading import Reader, part
from effibench.datasets.registry import Benchmark
from effibench.datasets.sources import function, joined, template
from effibench.errors import DatasetError
from effibench.model import Limits
from effibench.tasks.task import Entry, EntryKind, Task

FILE = "enamel.csv"
# Whole programs, a list of one for each task. Optional: without them there are no pairs.
CANONICAL_FILES = {"humaneval": "humaneval-canonical.json", "humanevalplus": "humanevalplus-canonical.json"}
LICENCE = "Apache-2.0; prompts derive from HumanEval (MIT) and HumanEval+ (Apache-2.0)"

DOMAINS = ("correctness-level-0", "stress-level-1", "stress-level-2", "stress-level-3")
CASES = (8, 4, 4, 4)
HARDNESS = (0, 3, 3, 4)
ALPHA = 2.0
REPETITIONS = 6
# The published score leaves these out.
UNSCORED = frozenset(
    {2, 23, 41, 45, 53, 60, 71, 92, 97, 99, 102, 123, 124, 135, 137, 138, 144, 148, 156, 157, 159, 160}
)
_SEED = 998244353
_SECONDS = 5.0
_MEMORY = 4 << 30  # the benchmark's own

# Its harness takes these two away from solutions: who prints, fails.
_PRELUDE = "import time\n\ninput = print = None\n"

_INPUTS = """
DOMAINS, SIZES, CASES = {domains}, {sizes}, {cases}


def input_generator(seed, input_domain):
    level, case = DOMAINS.index(input_domain), seed - {first}
    random.seed({seed} ^ {number} ^ (sum(CASES[:level]) + case))
    return list(generate_input(size=SIZES[level], lid=level, cid=case % CASES[level]))
"""

_VALIDATOR = """
def output_validator(pred_output, ref_output, input_data):
    return bool(__check(tuple(input_data), ref_output, pred_output))
"""


class Record(msgspec.Struct, frozen=True):
    """One row of the file; `reference_solution` is the body that follows the prompt."""

    task_id: str
    prompt: str
    entry_point: str
    input_generator: str
    input_levels: str
    reference_solution: str
    checker: str


class _Canonical(NamedTuple):
    name: str
    programs: list[Any]  # lists of one text, looked at task by task


def load(folder: Path, reader: Reader) -> Iterator[Problem]:
    """The problems of a folder with enamel.csv and, for pairs, the files of canonical solutions.

    Raises:
        DatasetError: the file is missing, or a record is malformed and the reader does not go on.
    """
    canonical = [
        _Canonical(name, reader.whole(folder / file, list[Any]))
        for name, file in CANONICAL_FILES.items()
        if (folder / file).is_file()
    ]
    yield from reader.each(
        reader.records(folder / FILE, Record), lambda place, record: _problem(record, canonical)
    )


def _problem(record: Record, canonical: list[_Canonical]) -> Problem:
    number = _number(record.task_id)
    sizes = _sizes(record.input_levels)
    # A prompt may be a bare signature; a body for its last function makes it a whole program.
    prompt = record.prompt + "\n    pass"
    reference = f"{record.prompt}\n{record.reference_solution}"
    function(reference, record.entry_point, "prompt + reference_solution")
    function(record.input_generator, "generate_input", "input_generator")
    function(record.checker, "__check", "checker")
    generator = _INPUTS.format(
        domains=DOMAINS, sizes=sizes, cases=CASES, first=FIRST_SEED, seed=_SEED, number=number
    )
    task = Task(
        id=record.task_id,
        title=record.entry_point,
        prompt=record.prompt,
        reference=reference,
        inputs=joined(template("enamel_helpers"), prompt, record.input_generator, generator),
        domains=DOMAINS,
        counts=dict(zip(DOMAINS, CASES, strict=True)),
        distinct=False,
        prelude=_PRELUDE,
        validator=joined(prompt, record.checker, _VALIDATOR),
        entry=Entry(kind=EntryKind.FUNCTION, name=record.entry_point),
        limits=Limits(call_seconds=_SECONDS, memory_bytes=_MEMORY),
        source={"kind": "benchmark", "benchmark": "ENAMEL", "licence": LICENCE, "link": BENCHMARK.source},
    )
    solutions = [_canonical(known, number) for known in canonical]
    solutions.append(Solution(role=Role.PERFORMANT, name="reference", source=reference))
    return Problem(
        benchmark=BENCHMARK.name,
        task=task,
        solutions=tuple(solutions),
        template=f"{record.prompt}\n{INSERT}",
        scored=number not in UNSCORED,
        facts={"levels": sizes, "hardness": HARDNESS, "alpha": ALPHA, "repetitions": REPETITIONS},
    )


def _number(task_id: str) -> int:
    found = re.fullmatch(r"HumanEval/(\d+)", task_id)
    if not found:
        raise DatasetError(f"task_id: {task_id!r}: expected HumanEval/ and a number, which decides the seeds")
    return int(found[1])


def _sizes(text: str) -> tuple[int, ...]:
    sizes = text.split()
    if len(sizes) != len(DOMAINS) or not all(size.isdigit() for size in sizes):
        raise DatasetError(f"input_levels: {text!r}: expected {len(DOMAINS)} whole numbers")
    return tuple(int(size) for size in sizes)


def _canonical(known: _Canonical, number: int) -> Solution:
    file = CANONICAL_FILES[known.name]
    programs = (
        part(known.programs[number], list[str], f"{file}: number {number}")
        if number < len(known.programs)
        else []
    )
    if not programs:
        raise DatasetError(f"{file} has no program for number {number}")
    return Solution(role=Role.CANONICAL, name=known.name, source=programs[0])


BENCHMARK = Benchmark(
    name="enamel",
    title="ENAMEL",
    files=(FILE, *CANONICAL_FILES.values()),
    pairs=True,
    licence=LICENCE,
    source="https://github.com/q-rz/enamel",
    load=load,
)
