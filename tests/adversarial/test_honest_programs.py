"""Honest programs of every kind pass in every environment, without a flag: nobody is punished for what others try."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable

import pytest
from arenas import ENVIRONMENTS, Arena
from catalogue import tasks_of
from honest import FOLDER, Program, Solution, bundled_solutions, programs
from runner import Answer, Job

from effibench.model import Flag, Verdict

# What a busy machine may add to an honest program, too.
CIRCUMSTANCES = {Flag.CONTENDED, Flag.MIGRATED, Flag.BELOW_RESOLUTION}
# Timing all solutions of the bundled tasks takes many minutes, so that by default each call is made once.
EVERYTHING = bool(os.environ.get("EFFIBENCH_ALL_HONEST"))
PROGRAMS = programs()
SOLUTIONS = bundled_solutions()


@pytest.mark.parametrize("environment", ENVIRONMENTS)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.id)
def test_program(program: Program, environment: str, arena: Callable[[str], Arena]) -> None:
    check(arena(environment).run(Job(source=program.source, task=program.task, folder=FOLDER.name)))


def places() -> list[object]:
    """One environment for each bundled task, in turn; with EFFIBENCH_ALL_HONEST set, all of them."""
    return [
        pytest.param(solution, environment, id=f"{solution.id}-{environment}")
        for number, task in enumerate(sorted({solution.task for solution in SOLUTIONS}))
        for environment in (ENVIRONMENTS if EVERYTHING else [list(ENVIRONMENTS)[number % len(ENVIRONMENTS)]])
        for solution in SOLUTIONS
        if solution.task == task
    ]


@pytest.mark.parametrize(("solution", "environment"), places())
def test_bundled_solution(solution: Solution, environment: str, arena: Callable[[str], Arena]) -> None:
    job = Job(source=solution.source, task=solution.task, folder=FOLDER.name, timed=EVERYTHING)
    check(arena(environment).run(job))


def check(answer: Answer) -> None:
    assert not answer.error, answer.error
    assert not answer.left, answer.left
    found = answer.measurement
    assert found is not None
    last = found.cases[-1]
    assert found.verdict is Verdict.PASS, f"{found.reason}\n{last.traceback}\n{last.stderr}"
    surplus = set(found.flags) - CIRCUMSTANCES
    assert not surplus, f"flagged {sorted(surplus)}"


def test_every_file_is_in_the_table() -> None:
    listed = Counter(program.file for program in PROGRAMS)
    assert not [file for file, times in listed.items() if times > 1]
    assert set(listed) == {file.name for file in FOLDER.glob("*.py")} - {"tasks.py"}


def test_every_task_is_known() -> None:
    assert not [program.id for program in PROGRAMS if program.task not in tasks_of(FOLDER.name)]


def test_there_are_as_many_as_promised() -> None:
    assert len(PROGRAMS) >= 70
    assert len(PROGRAMS) + len(SOLUTIONS) >= 120
    assert len({program.source for program in PROGRAMS}) == len(PROGRAMS), "two files are the same"
