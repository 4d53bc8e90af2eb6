"""What both levels of COFFE share: listed cases with expected answers and stress inputs, as parts of one task.

A task has either cases or a generator, so the listed inputs come out of the generator, too. Their expected answers are
in the validator, which looks them up by the input. When a suite is built, the validator is asked about the reference's
own answers; a reference that differs from an expected answer makes the task fail loudly there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from effibench.datasets.inside.listed import CORRECTNESS, STRESS
from effibench.datasets.makers import WIDE_LIMITS, generator_source, validator_source
from effibench.datasets.reading import Reader, Shape, part
from effibench.errors import DatasetError
from effibench.model import Limits

# Ten times the five seconds that COFFE takes for the time of a reference, and the memory that it allows.
LIMITS = Limits(call_seconds=50.0, memory_bytes=4 << 30, output_bytes=64 << 20)
LICENCE = "Apache-2.0 (repository); the tasks keep the licences of their sources"
SOURCE = "https://github.com/JohnnyPeng18/Coffe"
PUBLISHED = {"kind": "benchmark", "benchmark": "COFFE", "link": SOURCE}
BEST, TESTS, STRESSFUL = "best_solutions.json", "testcases.json", "stressful_testcases.json"

Files = dict[str, dict[str, Any]]


class ListedCase(msgspec.Struct, frozen=True):
    """A case of testcases.json; `output` holds one expected answer."""

    input: list[Any]
    output: list[Any]


def read_files(folder: Path, reader: Reader) -> Files:
    """The files that both levels have, each an object of records by prompt, which are looked at task by task.

    Raises:
        DatasetError: one is missing or no such object.
    """
    return {name: reader.whole(folder / name, dict[str, Any]) for name in (BEST, TESTS, STRESSFUL)}


def by_prompt(files: Files, name: str, prompt: str, shape: type[Shape]) -> Shape:
    """What one of the files holds for a prompt.

    Raises:
        DatasetError: nothing, or something of another shape.
    """
    if prompt not in files[name]:
        raise DatasetError(f"its prompt is no key of {name}")
    return part(files[name][prompt], shape, name)


def suite_fields(
    maker: str, cases: Sequence[tuple[Any, Any]], stress: Sequence[str], *, compare_stress: bool
) -> dict[str, Any]:
    """The fields of a Task that make its inputs and judge answers to them.

    Args:
        maker: `expressions` or `programs` of `inside.listed`: what the stress inputs are written as.
        cases: input and expected answer of each listed case.
        stress: sources of the stress inputs.
        compare_stress: whether answers to stress inputs must equal the reference's.

    Raises:
        DatasetError: there is no case or no stress input.
    """
    for values, name in ((cases, "test case"), (stress, "stress input")):
        if not values:
            raise DatasetError(f"it has no {name}")
    return {
        "inputs": generator_source(
            "listed", maker, cases=json.dumps([given for given, _ in cases]), stress=list(stress)
        ),
        "domains": (CORRECTNESS, STRESS),
        "counts": {CORRECTNESS: len(cases), STRESS: len(stress)},
        "distinct": False,
        "validator": validator_source(
            "relaxed", "validator", known=json.dumps(cases), compare_others=compare_stress
        ),
        "prelude": WIDE_LIMITS,
        "limits": LIMITS,
    }


def expected_answer(case: ListedCase) -> Any:
    """The one expected answer of a case.

    Raises:
        DatasetError: there is not exactly one.
    """
    if len(case.output) != 1:
        raise DatasetError(f"testcases.json: a case has {len(case.output)} outputs instead of one")
    return case.output[0]
