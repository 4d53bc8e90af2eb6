"""Which tasks of a benchmark hold: their own solutions pass their own tests here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from effibench.candidate import Candidate
from effibench.datasets.problem import Problem, Role
from effibench.errors import TaskError
from effibench.model import Verdict

if TYPE_CHECKING:
    from effibench.timing.session import Session


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """A solution that a benchmark takes for right and that does not pass here."""

    problem: str
    role: Role
    solution: str
    verdict: Verdict
    reason: str


class Broken(msgspec.Struct, frozen=True, kw_only=True):
    """A task of which nothing can be said: its inputs or its reference fail, or there is no solution to judge."""

    problem: str
    reason: str


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """What held.

    Attributes:
        valid: tasks whose solutions all pass.
        passed: for each role, solutions that pass and solutions in all.
    """

    valid: tuple[str, ...]
    passed: dict[Role, tuple[int, int]]
    failures: tuple[Failure, ...]
    broken: tuple[Broken, ...]


def verify_problems(
    session: Session,
    problems: Sequence[Problem],
    *,
    pool: bool = False,
    report: Callable[[int, int, str], None] = lambda done, total, what: None,
) -> Verified:
    """Judges the known solutions of tasks, each case once and without timing.

    Args:
        pool: whether the many solutions of a pool are judged, too.
        report: told (tasks done, tasks in all, the task).

    Raises:
        HostError: the machine or the sandbox failed.
    """
    passed: dict[Role, tuple[int, int]] = {}
    failures: list[Failure] = []
    broken: list[Broken] = []
    valid: list[str] = []
    for number, problem in enumerate(problems):
        report(number, len(problems), problem.id)
        wanted = [solution for solution in problem.solutions if pool or solution.role is not Role.POOL]
        if not wanted:
            broken.append(Broken(problem=problem.id, reason="it has no known solution to judge"))
            continue
        jobs = [Candidate(source=solution.source, name=solution.name) for solution in wanted]
        try:
            measured = session.judge_many([(job, problem.task) for job in jobs])
        except TaskError as error:
            broken.append(Broken(problem=problem.id, reason=str(error)))
            continue
        for solution, found in zip(wanted, measured, strict=True):
            right, total = passed.get(solution.role, (0, 0))
            passed[solution.role] = (right + found.passed, total + 1)
            if not found.passed:
                failures.append(
                    Failure(
                        problem=problem.id,
                        role=solution.role,
                        solution=solution.name,
                        verdict=found.verdict,
                        reason=found.reason,
                    )
                )
        if all(found.passed for found in measured):
            valid.append(problem.id)
    return Verified(valid=tuple(valid), passed=passed, failures=tuple(failures), broken=tuple(broken))
