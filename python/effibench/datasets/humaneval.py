"""HumanEval: 164 functions, each with a test `check(candidate)`.

Source: Chen et al. 2021, "Evaluating Large Language Models Trained on Code"; github.com/openai/human-eval.

Which cases? One per call that `check` makes. The calls are not spelt out everywhere (four checks draw their inputs, one
counts in a loop) and answers are not compared for equality everywhere, so the cases come from a generator that runs
`check` with a recorder, and the validator runs it again (templates/check_replay.py). How many there are is counted in
the text where no call is in a loop; where one is, the generator goes on until it meets no new input (`distinct`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec

from effibench.datasets.inside.listed import FIRST_SEED
from effibench.datasets.problem import INSERT, Problem, Role, Solution
from effibench.datasets.reading import Reader
from effibench.datasets.registry import Benchmark
from effibench.datasets.sources import function, joined, template
from effibench.errors import DatasetError
from effibench.model import Limits
from effibench.tasks.task import Entry, EntryKind, Task

FILE = "HumanEval.jsonl.gz"
DOMAIN = "correctness-check"
LICENCE = "MIT"
_SECONDS = 3.0  # the default of the benchmark's own harness, there for all calls together
_LOOPED = 1000  # more than any loop makes
_LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

_INPUTS = """
REPLAY = CheckReplay(check, {entry})


def input_generator(seed, input_domain):
    return REPLAY.calls[(seed - {first}) % len(REPLAY.calls)]
"""

_VALIDATOR = """
REPLAY = CheckReplay(check, {entry})


def output_validator(pred_output, ref_output, input_data):
    REPLAY.judge(pred_output, input_data)
    return True
"""


class Record(msgspec.Struct, frozen=True):
    """One line of the file; `canonical_solution` is the body that follows the prompt."""

    task_id: str
    prompt: str
    entry_point: str
    canonical_solution: str
    test: str


def load(folder: Path, reader: Reader) -> Iterator[Problem]:
    """The problems of a folder with HumanEval.jsonl.gz.

    Raises:
        DatasetError: the file is missing, or a record is malformed and the reader does not go on.
    """
    yield from reader.each(reader.records(folder / FILE, Record), lambda place, record: _problem(record))


def _problem(record: Record) -> Problem:
    solution = record.prompt + record.canonical_solution
    function(solution, record.entry_point, "prompt + canonical_solution")
    tested = joined(template("check_replay"), solution, record.test)
    task = Task(
        id=record.task_id,
        title=record.entry_point,
        prompt=record.prompt,
        reference=solution,
        inputs=joined(tested, _INPUTS.format(entry=record.entry_point, first=FIRST_SEED)),
        domains=(DOMAIN,),
        counts={DOMAIN: _calls(record.test)},
        validator=joined(tested, _VALIDATOR.format(entry=record.entry_point)),
        entry=Entry(kind=EntryKind.FUNCTION, name=record.entry_point),
        limits=Limits(call_seconds=_SECONDS, memory_bytes=4 << 30),
        isolation="candidate",  # `check` makes all its calls in one process there, too
        source={"kind": "benchmark", "benchmark": "HumanEval", "licence": LICENCE, "link": BENCHMARK.source},
    )
    canonical = Solution(role=Role.CANONICAL, name="canonical_solution", source=solution)
    return Problem(
        benchmark=BENCHMARK.name, task=task, solutions=(canonical,), template=record.prompt + INSERT
    )


def _calls(test: str) -> int:
    """How many calls of its argument `check` makes at most.

    Raises:
        DatasetError: it makes none.
    """
    check = function(test, "check", "test")
    if not check.args.args:
        raise DatasetError("test: check takes no argument")
    name = check.args.args[0].arg
    for node in ast.walk(check):
        if isinstance(node, ast.Assert):
            node.msg = None  # asks once more for what has failed
    calls = _calls_of(check, name)
    if not calls:
        raise DatasetError(f"test: check never calls {name}")
    looped = any(_calls_of(loop, name) for loop in ast.walk(check) if isinstance(loop, _LOOPS))
    return _LOOPED if looped else len(calls)


def _calls_of(tree: ast.AST, name: str) -> list[ast.Call]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == name]


BENCHMARK = Benchmark(
    name="humaneval",
    title="HumanEval",
    files=(FILE,),
    pairs=False,
    licence=LICENCE,
    source="https://github.com/openai/human-eval",
    load=load,
)
