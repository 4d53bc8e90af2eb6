"""A validated suite as a task folder, which loads like any other task.

Inputs are kept as compressed bytes of the codec that carries values to processes. An input that is too large for that
and that a recipe makes is kept as its recipe, with the inputs that the schema was learned from.
"""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path
from typing import Any

from effibench import values
from effibench.audit.pairs import SolutionPair
from effibench.datasets.problem import Problem
from effibench.errors import DatasetError, HostError
from effibench.stress import toml
from effibench.stress.engine import Stressed
from effibench.stress.record import StressInput
from effibench.tasks.task import EntryKind, Task

OWN_DOMAIN = "correctness-own"
MAX_TEXT = 256 << 10
"""Characters of one input in the file, above which its recipe is kept instead."""

_FIRST_SEED = 42
_HEAD = '''"""Inputs that `effibench stress` has made; those of a domain come in order, from seed {first} on."""

import base64
import zlib

from effibench import values
{imports}
CASES = {{
{cases}}}
{recipes}

def _unpacked(text):
    return values.decode(zlib.decompress(base64.b85decode(text)))


def input_generator(seed, input_domain):
    cases = CASES[input_domain]
    case = cases[(seed - {first}) % len(cases)]
    {answer}
'''
_IMPORTS = "from effibench.audit.shapes import Family, generate, schema_of\n"
_RECIPES = """
SEEDS = "{seeds}"


def _made(family, size, seed, grow):
    made = generate(schema_of(_unpacked(SEEDS)), Family(family), size, seed, grow=grow, max_bytes={max_bytes})
    return {value}

"""


def write_suite(
    out: Path, problem: Problem, pair: SolutionPair, stressed: Stressed, *, max_text: int = MAX_TEXT
) -> Path:
    """Writes the folder of a suite, in place of what an earlier search has left there.

    Raises:
        DatasetError: a text of the task cannot be written.
        HostError: the disk does not take it.
    """
    task, found = problem.task, stressed.finding
    folder = out / folder_name(problem.id)
    domain = f"stress-{found.family.replace('_', '-') or 'searched'}"
    alone = task.entry.kind is EntryKind.SOLUTION
    cases = {OWN_DOMAIN: [StressInput(seed) for seed in stressed.seeds], domain: list(stressed.inputs)}
    files = {
        "task.toml": toml.dumped(_toml(task, cases, stressed.call_seconds)),
        "inputs.py": _inputs(cases, stressed, alone=alone, max_text=max_text),
        "reference.py": task.reference or pair.slow.source,
        "prompt.md": task.prompt,
        "validator.py": task.validator,
        "prelude.py": task.prelude,
        "spectrum/fast.py": pair.fast.source,
        "spectrum/slow.py": pair.slow.source,
    }
    try:
        encoded = {name: text.encode("utf-8") for name, text in files.items()}
    except UnicodeEncodeError as error:  # such as half a character in the prompt
        raise DatasetError(f"the suite of task {problem.id} cannot be written: {error}") from error
    try:
        (folder / "spectrum").mkdir(parents=True, exist_ok=True)
        for name, content in encoded.items():
            path = folder / name
            if content:
                path.write_bytes(content)
            else:
                path.unlink(missing_ok=True)
    except OSError as error:
        raise HostError(f"cannot write the suite {folder} (flag --out): {error}") from error
    return folder


def folder_name(problem: str) -> str:
    """A task's id as the name of a folder."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", problem).strip("-") or "task"


def _toml(task: Task, cases: dict[str, list[StressInput]], call_seconds: float) -> dict[str, Any]:
    limits, counts = task.limits, {name: len(inputs) for name, inputs in cases.items()}
    return {
        "id": task.id,
        "title": task.title or task.id,
        "library": task.library,
        "domains": list(counts),
        "distinct": False,
        "libraries": list(task.libraries),
        "created": task.created,
        "taxonomy": task.taxonomy,
        "difficulty": task.difficulty,
        "counts": counts,
        "entry": {"kind": task.entry.kind.value, "name": task.entry.name, "owner": task.entry.owner},
        "limits": {
            "seconds": max(limits.call_seconds, call_seconds),  # what was confirmed must not be cut off
            "memory_mib": max(1, limits.memory_bytes >> 20),
            "import_seconds": limits.import_seconds,
        },
        "run": {"cores": task.cores, "device": task.device, "isolation": task.isolation},
        "result": {name: getattr(task.result, name) for name in task.result.__struct_fields__},
        "source": {**task.source, "inputs": "made by effibench stress"},
    }


def _inputs(cases: dict[str, list[StressInput]], stressed: Stressed, *, alone: bool, max_text: int) -> str:
    lines, by_recipe = [], False
    for domain, inputs in cases.items():
        lines.append(f'    "{domain}": [')
        for given in inputs:
            text = _packed(given.arguments[0] if alone else given.arguments)
            if len(text) > max_text and given.recipe is not None:
                recipe = given.recipe
                by_recipe = True
                lines.append(
                    f"        {(recipe.family.value, recipe.size, recipe.seed, list(recipe.grow))!r},"
                )
            else:
                lines.append(f'        "{text}",')
        lines.append("    ],")
    recipes = _RECIPES.format(
        seeds=_packed([list(seed) for seed in stressed.seeds]),
        max_bytes=stressed.max_bytes,
        value="made[0]" if alone else "made",
    )
    answer = "return _unpacked(case)"
    if by_recipe:
        answer = "return _unpacked(case) if isinstance(case, str) else _made(*case)"
    return _HEAD.format(
        first=_FIRST_SEED,
        imports=_IMPORTS if by_recipe else "",
        cases="".join(f"{line}\n" for line in lines),
        recipes=recipes if by_recipe else "",
        answer=answer,
    )


def _packed(value: Any) -> str:
    return base64.b85encode(zlib.compress(values.encode(value), 9)).decode("ascii")
