"""Writing hand-made records as a benchmark's file, and running the sources that loaders make of them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from effibench.datasets.problem import Problem
from effibench.datasets.reading import Reader
from effibench.datasets.registry import benchmark


def write_lines(path: Path, *records: Any) -> Path:
    """JSON lines, compressed if the name says so."""
    text = "".join(f"{json.dumps(record)}\n" for record in records)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def problems(name: str, folder: Path) -> list[Problem]:
    return list(benchmark(name).load(folder, Reader()))


def run(source: str, name: str) -> Any:
    """What a source of our own defines, executed as a child would."""
    namespace: dict[str, Any] = {"__name__": "source"}
    exec(compile(source, f"{name}.py", "exec", dont_inherit=True), namespace)
    return namespace[name]


def inputs(problem: Problem, count: int, domain: str = "", first: int = 42) -> list[Any]:
    """The first inputs of a problem's generator."""
    generate = run(problem.task.inputs, "input_generator")
    return [generate(seed, domain or problem.task.domains[0]) for seed in range(first, first + count)]


def verdict(problem: Problem, answer: Any, reference: Any, given: Any) -> bool:
    """The decision of a problem's validator as a judge takes it."""
    validate = run(problem.task.validator, "output_validator")
    try:
        decision = (
            validate(answer, reference, given) if _wants_input(validate) else validate(answer, reference)
        )
    except Exception:
        return False
    if isinstance(decision, tuple):
        decision = decision[0]
    return decision is None or bool(decision)


def _wants_input(validate: Any) -> bool:
    return bool(validate.__code__.co_argcount - len(validate.__defaults__ or ()) == 3)
