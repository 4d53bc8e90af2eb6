"""DS-1000: 1,000 short data-science problems from Stack Overflow, for correctness.

Source: Lai et al. 2023, "DS-1000: A Natural and Reliable Benchmark for Data Science Code Generation";
github.com/xlang-ai/DS-1000. Inputs are small, so these tasks tell right from wrong, not fast from slow.

A completion is a fragment that stands in a context and leaves `result`. The program made here keeps both as text and
runs them in a fresh namespace on each call, as the benchmark does, because a fragment may stand inside a function or
hold lines that cannot be indented. The expected value comes from the benchmark's `generate_test_case`, run again in the
judge from the same seed, and its `exec_test` decides.

Not scored, with the reason in `facts`: tests that compare pictures (all of Matplotlib), because the two pictures would
be files of processes that share none; tests that look at the completion's text (`test_string`), because a judge sees
only its answer; tests that write files for the solution to read.
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
from effibench.datasets.sources import (
    function,
    joined,
    libraries,
    parsed,
    parsed_quietly,
    template,
)
from effibench.errors import DatasetError
from effibench.model import Limits
from effibench.tasks.task import Task

FILE = "ds1000.jsonl.gz"
DOMAIN = "correctness-tests"
LICENCE = "CC BY-SA 4.0"
_SECONDS = 30.0  # the benchmark leaves it to the caller

PICTURES = "its test compares pictures in files"
TEXT = "its test also looks at the completion's text (test_string)"
FILES = "its test writes files for the solution to read"

_PROGRAM = """
{imports}

BEFORE = {before!r}
AFTER = {after!r}
PROGRAM = compile(BEFORE + {insert} + AFTER, "completion.py", "exec")


def solution(input_data):
    names = {{"test_input": input_data["test_input"]}}
    exec(PROGRAM, names)
    result = names["result"]
    # Some functions of scipy return tuples of a class of their own, and only plain ones can leave the process.
    return tuple(result) if isinstance(result, tuple) else result
"""

_INPUTS = """
def input_generator(seed, input_domain):
    seed_everything(seed)
    test_input, expected = generate_test_case((seed - {first}) % {count} + 1)
    return {{"seed": seed, "test_input": test_input}}
"""

_VALIDATOR = """
def output_validator(pred_output, ref_output, input_data):
    seed = input_data["seed"]
    seed_everything(seed)
    test_input, expected = generate_test_case((seed - {first}) % {count} + 1)
    return bool(exec_test(pred_output, expected))
"""


class Metadata(msgspec.Struct, frozen=True):
    """What a record says of itself. Its count of test cases is not used: it is 0 for some that have one."""

    problem_id: int
    library: str
    perturbation_type: str = ""
    perturbation_origin_id: int = -1


class Record(msgspec.Struct, frozen=True):
    """One line of the file; `code_context` is a module with the tests and the text `exec_context`."""

    prompt: str
    reference_code: str
    metadata: Metadata
    code_context: str


def load(folder: Path, reader: Reader) -> Iterator[Problem]:
    """The problems of a folder with ds1000.jsonl.gz.

    Raises:
        DatasetError: the file is missing, or a record is malformed and the reader does not go on.
    """
    yield from reader.each(reader.records(folder / FILE, Record), lambda place, record: _problem(record))


def _problem(record: Record) -> Problem:
    context = record.code_context
    tree = parsed(context, "code_context")
    for name in ("generate_test_case", "exec_test"):
        function(context, name, "code_context")
    execution = function(context, "test_execution", "code_context")
    count = _count(execution)
    wrapped = _exec_context(tree)
    before, _, after = wrapped.partition(INSERT)
    inner = _inner(wrapped)
    # What the context imports is loaded with the program: no call shall pay for it.
    imports = [ast.unparse(node) for node in inner.body if isinstance(node, ast.Import | ast.ImportFrom)]
    program = _PROGRAM.format(imports="\n".join(imports), before=before, after=after, insert=INSERT)
    tested = joined(template("seeding"), context)
    reason = _reason(tree, execution)
    problem = Problem(
        benchmark=BENCHMARK.name,
        task=Task(
            id=f"ds1000/{record.metadata.problem_id}",
            title=f"{record.metadata.library} {record.metadata.problem_id}",
            prompt=record.prompt,
            library=record.metadata.library,
            libraries=libraries(tree, inner),
            reference=program.replace(INSERT, repr(record.reference_code)),
            inputs=joined(tested, _INPUTS.format(first=FIRST_SEED, count=count)),
            domains=(DOMAIN,),
            counts={DOMAIN: count},
            distinct=False,
            validator=joined(tested, _VALIDATOR.format(first=FIRST_SEED, count=count)),
            limits=Limits(call_seconds=_SECONDS, memory_bytes=4 << 30),
            isolation="candidate",  # all cases of a completion run in one process there, too
            source={
                "kind": "benchmark",
                "benchmark": "DS-1000",
                "licence": LICENCE,
                "link": BENCHMARK.source,
            },
        ),
        template=program,
        quoted=True,
        scored=not reason,
        facts={
            "perturbation": record.metadata.perturbation_type,
            "perturbation_of": record.metadata.perturbation_origin_id,
            **({"reason": reason} if reason else {}),
        },
    )
    reference = Solution(role=Role.CANONICAL, name="reference_code", source=problem.task.reference)
    return msgspec.structs.replace(problem, solutions=(reference,))


def _exec_context(tree: ast.Module) -> str:
    """The text that a completion stands in."""
    for node in tree.body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == "exec_context"
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
            and node.value.value.count(INSERT) == 1
        ):
            return node.value.value
    raise DatasetError(f"code_context: exec_context is no text with one {INSERT}")


def _inner(context: str) -> ast.Module:
    """The context as code, for its imports; a completion may stand at the top, in an expression or in a function."""
    try:
        return parsed_quietly(context.replace(INSERT, "None"))
    except SyntaxError:
        return parsed(context.replace(INSERT, "    None"), "exec_context")


def _count(execution: ast.FunctionDef) -> int:
    """How many test cases there are: N of `for i in range(N)`."""
    for node in ast.walk(execution):
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Call):
            arguments = [item.value for item in node.iter.args if isinstance(item, ast.Constant)]
            if ast.unparse(node.iter.func) == "range" and len(arguments) == 1:
                count = arguments[0]
                if isinstance(count, int) and count > 0:
                    return count
    raise DatasetError("code_context: test_execution has no loop over a number of cases")


def _reason(tree: ast.Module, execution: ast.FunctionDef) -> str:
    """Why a judge cannot decide as the benchmark does; empty if it can."""
    if "PIL" in libraries(tree):
        return PICTURES
    if any(isinstance(node, ast.FunctionDef) and node.name == "test_string" for node in tree.body):
        return TEXT
    if any(isinstance(node, ast.Name) and node.id == "open" for node in ast.walk(execution)):
        return FILES
    return ""


BENCHMARK = Benchmark(
    name="ds1000",
    title="DS-1000",
    files=(FILE,),
    pairs=False,
    licence=LICENCE,
    source="https://github.com/xlang-ai/DS-1000",
    load=load,
)
