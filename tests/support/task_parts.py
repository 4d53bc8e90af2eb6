"""The sources of a task at work in this process: only for tests that make their records themselves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from effibench import values
from effibench.tasks.task import Task
from effibench.timing.reports import Decision
from effibench.timing.source import Solution
from effibench.timing.worker_io import Validator, load_function
from effibench.timing.worker_trusted import judge_value


@pytest.fixture
def process_limits() -> Iterator[None]:
    """Takes back what sources of tasks set for a whole process."""
    depth, digits = sys.getrecursionlimit(), sys.get_int_max_str_digits()
    yield
    sys.setrecursionlimit(depth)
    sys.set_int_max_str_digits(digits)
    sys.modules.pop("solution", None)


def inputs_of(task: Task) -> list[tuple[str, Any]]:
    """Domain and input of each case, after the journey that a child's inputs make."""
    if task.cases:
        return [(case.domain, values.decode(values.encode(case.input))) for case in task.cases]
    generate = load_function(task.inputs, "input_generator", "inputs.py")
    return [
        (domain, values.decode(values.encode(generate(seed, domain))))
        for domain in task.ordered_domains()
        for seed in range(42, 42 + task.counts[domain])
    ]


def answer_of(task: Task, source: str, given: Any) -> Any:
    """What a solution answers, after the journey that answers make."""
    entry = task.entry
    solution = Solution(source, entry.kind.value, entry.name, entry.owner, task.prelude)
    prepared = solution.prepare(values.decode(values.encode(given)))
    return values.decode(values.encode(prepared.function(*prepared.arguments)))


def decision(task: Task, answer: Any, reference: Any, given: Any) -> Decision:
    """The validator's decision, as the judge asks for it."""
    decide = load_function(task.validator, "output_validator", "validator.py")
    wants_input = decide.__code__.co_argcount == 3
    return judge_value(Validator(decide, wants_input), answer, reference, given)


def verdicts(task: Task, source: str) -> list[bool]:
    """Whether a solution's answer to each case is right."""
    found = []
    for index, (_, given) in enumerate(inputs_of(task)):
        reference = task.cases[index].expected if task.cases else answer_of(task, task.reference, given)
        found.append(decision(task, answer_of(task, source, given), reference, given).ok)
    return found
