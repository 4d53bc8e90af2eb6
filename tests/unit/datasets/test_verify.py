"""Which tasks hold, apart from real sessions (tests/integration/test_dataset_commands.py)."""

from __future__ import annotations

from typing import Any

from effibench.datasets.problem import Problem, Role, Solution
from effibench.datasets.verify import verify_problems
from effibench.tasks.task import LiteralCase, Task


class _Judge:
    """A session that is never to be asked about nothing."""

    def judge_many(self, pairs: list[Any]) -> list[Any]:
        assert pairs
        return []


def test_a_task_without_solutions_does_not_hold() -> None:
    task = Task(id="a", cases=(LiteralCase(input=1, expected=1),))
    member = Solution(role=Role.POOL, name="pool-0", source="x = 1\n")
    for solutions in ((), (member,)):  # the members of a pool are judged only where they are asked for
        problem = Problem(benchmark="b", task=task, solutions=solutions)
        found = verify_problems(_Judge(), [problem])  # type: ignore[arg-type]
        assert (found.valid, found.passed, found.failures) == ((), {}, ())
        (broken,) = found.broken
        assert (broken.problem, broken.reason) == ("a", "it has no known solution to judge")
