"""Tasks in AlgoTune's shape: a class that makes problems, solves them and checks solutions; solvers beside it.

Source: Press et al. 2025, "AlgoTune"; github.com/oripress/AlgoTune.

The folder may be laid out in any way. Python files with a class that has `generate_problem`, `solve` and `is_solution`
are tasks, named by `@register_task` or else by the file; files with a class `Solver` are solvers of the task that the
nearest folder, or the file, is named after. How large a problem is (`n`) stands in generation.json, the benchmark's own
report ({task: {"n": …}}) or a plain {task: n}; other tasks get a small default.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from effibench.datasets.completion import without_future
from effibench.datasets.problem import Problem, Role, Solution
from effibench.datasets.reading import Place, Reader, part, read_bytes
from effibench.datasets.registry import Benchmark
from effibench.datasets.sources import joined, libraries, parsed, template
from effibench.errors import DatasetError
from effibench.model import Limits
from effibench.tasks.task import Entry, EntryKind, Task

SIZES_FILE = "generation.json"
LICENCE = "MIT"
DEFAULT_N = 10
_METHODS = {"generate_problem", "solve", "is_solution"}
_OWN_PACKAGES = ("AlgoTuneTasks", "AlgoTuner")
# Its harness allows 10 times the reference's time and at least 10 s, in a fresh process a problem.
_LIMITS = Limits(call_seconds=10.0, memory_bytes=4 << 30)

_SOLVER = """
TASK = {owner}()


class Solver:
    def solve(self, problem, **kwargs):
        return TASK.solve(problem)
"""

_INPUTS = """
TASK = {owner}()


def input_generator(seed, input_domain):
    return [TASK.generate_problem({n}, seed)]
"""

_VALIDATOR = """
TASK = {owner}()


def output_validator(pred_output, ref_output, input_data):
    return bool(TASK.is_solution(input_data[0], pred_output))
"""


class Size(msgspec.Struct, frozen=True):
    """What the benchmark's report says of a task: `n`, chosen so that the reference takes the target time."""

    n: int
    target_time_ms: float | None = None


class _Found(NamedTuple):
    """A file and what is in it."""

    path: Path
    place: Place
    source: str
    tree: ast.Module


class _TaskClass(NamedTuple):
    name: str
    owner: str
    found: _Found
    doc: str


def load(folder: Path, reader: Reader) -> Iterator[Problem]:
    """The problems of a folder of Python files.

    Raises:
        DatasetError: there are none, a file is malformed and the reader does not go on, or a solver has no task.
    """
    sizes = _sizes(folder / SIZES_FILE, reader)
    found = [file for path in sorted(folder.rglob("*.py")) for file in _read(path, reader)]
    tasks = sorted((task for file in found for task in _task_classes(file)), key=lambda task: task.name)
    if not tasks:
        raise DatasetError(
            f"{Place(folder, '')}: no Python file has a class with {', '.join(sorted(_METHODS))}"
        )
    solvers: dict[str, list[Solution]] = {task.name: [] for task in tasks}
    for name, solution in reader.each(
        ((file.place, file) for file in found if _is_solver(file.tree)),
        lambda place, file: _solver(file, folder, solvers),
    ):
        solvers[name].append(solution)
    yield from reader.each(
        ((task.found.place, task) for task in tasks),
        lambda place, task: _problem(task, _size(task.name, sizes), solvers[task.name]),
    )


def _sizes(path: Path, reader: Reader) -> dict[str, Any]:
    return reader.whole(path, dict[str, Any]) if path.is_file() else {}


def _size(name: str, sizes: dict[str, Any]) -> Size | None:
    if name not in sizes:
        return None
    value = sizes[name]
    field = f"{SIZES_FILE}: {name}"
    return part(value, Size, field) if isinstance(value, dict) else Size(n=part(value, int, field))


def _read(path: Path, reader: Reader) -> Iterator[_Found]:
    place = Place(path, "")
    source = reader.make(place, lambda: read_bytes(path).decode("utf-8-sig"))
    tree = None if source is None else reader.make(place, lambda: parsed(source, "source"))
    if source is not None and tree is not None:
        yield _Found(path, place, source, tree)


def _task_classes(found: _Found) -> Iterator[_TaskClass]:
    for node in found.tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        methods = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
        if methods.keys() >= _METHODS and not _only_raises(methods["generate_problem"]):
            name = _registered_name(node) or found.path.stem
            yield _TaskClass(name, node.name, found, ast.get_docstring(node) or "")


def _registered_name(node: ast.ClassDef) -> str:
    """The argument of `@register_task`, if it is there."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("register_task"):
            first = decorator.args[0] if decorator.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                return first.value
    return ""


def _only_raises(method: ast.FunctionDef) -> bool:
    """Whether it is an abstract one, as in the base class."""
    return isinstance(method.body[-1], ast.Raise) and all(
        isinstance(node, ast.Expr | ast.Raise) for node in method.body
    )


def _is_solver(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.ClassDef) and node.name == "Solver" for node in tree.body)


def _solver(found: _Found, folder: Path, solvers: dict[str, list[Solution]]) -> tuple[str, Solution]:
    inside = found.path.relative_to(folder)
    names = [inside.stem, *reversed(inside.parts[:-1])]
    task = next((name for name in names if name in solvers), None)
    if task is None:
        raise DatasetError(f"a Solver, but none of {', '.join(names)} is a task")
    return task, Solution(role=Role.POOL, name=inside.as_posix(), source=found.source)


def _problem(task: _TaskClass, size: Size | None, solvers: list[Solution]) -> Problem:
    n = DEFAULT_N if size is None else size.n
    if n < 1:
        raise DatasetError(f"n = {n} in {SIZES_FILE}: expected at least 1")
    # The class's own text comes behind the stand-in for its package, so its __future__ lines go to the front.
    future, source = without_future(task.found.source)
    base = joined(future, template("algotune_base"))
    domain = f"stress-n-{n}"
    reference = joined(future, source, _SOLVER.format(owner=task.owner))
    canonical = Solution(role=Role.CANONICAL, name="solve", source=reference)
    description = task.found.path.with_name("description.txt")
    return Problem(
        benchmark=BENCHMARK.name,
        task=Task(
            id=task.name,
            title=task.owner,
            prompt=read_bytes(description).decode() if description.is_file() else task.doc,
            libraries=libraries(task.found.tree, without=_OWN_PACKAGES),
            reference=reference,
            inputs=joined(base, source, _INPUTS.format(owner=task.owner, n=n)),
            domains=(domain,),
            prelude=template("algotune_base"),
            validator=joined(base, source, _VALIDATOR.format(owner=task.owner)),
            entry=Entry(kind=EntryKind.METHOD, owner="Solver", name="solve"),
            limits=_LIMITS,
            source={
                "kind": "benchmark",
                "benchmark": "AlgoTune",
                "licence": LICENCE,
                "link": BENCHMARK.source,
            },
        ),
        solutions=(canonical, *solvers),
        facts={"n": n, "n_from": "default" if size is None else SIZES_FILE},
    )


BENCHMARK = Benchmark(
    name="algotune",
    title="AlgoTune",
    files=(SIZES_FILE,),
    pairs=False,
    licence=LICENCE,
    source="https://github.com/oripress/AlgoTune",
    load=load,
)
