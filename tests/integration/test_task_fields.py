"""What the loaders of benchmarks need of a task: validators that see the input, fixed numbers of cases, preludes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from effibench.model import Verdict
from effibench.tasks.task import Entry, EntryKind, LiteralCase, Task
from effibench.timing.session import Session

SQUARES = "def input_generator(seed, input_domain):\n    return seed // 2\n"
REFERENCE = "def solution(input_data):\n    return input_data**2\n"
ANY_ROOT = """def output_validator(pred_output, ref_output, input_data):
    return pred_output in (input_data, -input_data), f"{pred_output} is no root of {input_data}²"
"""


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session(level="weak") as made:
        yield made


def test_a_validator_may_ask_for_the_input(session: Session) -> None:
    task = Task.make(
        "root",
        reference="def solution(input_data):\n    return input_data\n",
        validator=ANY_ROOT,
        cases=[LiteralCase(input=3), LiteralCase(input=5)],
    )
    assert session.time("def solution(input_data):\n    return -input_data\n", task).passed
    found = session.time("def solution(input_data):\n    return 3\n", task)
    assert found.verdict is Verdict.WRONG_ANSWER
    assert found.reason.endswith("3 is no root of 5²")


def test_an_optional_third_argument_stays_empty(session: Session) -> None:
    task = Task.make(
        "given",
        reference=REFERENCE,
        validator="def output_validator(pred_output, ref_output, extra=None):\n    return extra is None\n",
        cases=[LiteralCase(input=3)],
    )
    assert session.time(REFERENCE, task).passed


def test_domains_may_have_their_own_number_of_cases_and_equal_ones(session: Session) -> None:
    task = Task.make(
        "counts",
        reference=REFERENCE,
        inputs=SQUARES,
        domains=("correctness-a", "stress-b"),
        counts={"stress-b": 7},
        distinct=False,
    )
    seeds = [(case.domain, case.seed) for case in session.time(REFERENCE, task).cases]
    assert seeds == [("correctness-a", seed) for seed in range(42, 47)] + [
        ("stress-b", seed) for seed in range(42, 49)
    ]


def test_a_prelude_runs_before_the_solution_in_its_namespace(session: Session) -> None:
    function = Task.make(
        "prelude",
        reference="def area(radius):\n    return floor(pi * radius**2)\n",
        prelude="from math import *\n",
        entry=Entry(kind=EntryKind.FUNCTION, name="area"),
        cases=[LiteralCase(input=[2])],
    )
    assert session.time(function.reference, function).passed
    program = Task.make(
        "program",
        reference="print(floor(float(input())))\n",
        prelude="from math import floor\n",
        entry=Entry(kind=EntryKind.PROGRAM),
        cases=[LiteralCase(input="2.5\n", expected="2\n")],
    )
    assert session.time(program.reference, program).passed
