"""Which two solutions of a task are held against each other: a slow one and one that is said to be fast."""

from __future__ import annotations

from typing import NamedTuple

from effibench.datasets.problem import Problem, Role, Solution

LISTED_RUNTIME = "listed_seconds"


class SolutionPair(NamedTuple):
    """A pair to be told apart.

    Attributes:
        fast, slow: the performant and the canonical side.
        chosen: how the two were chosen, for the record.
    """

    fast: Solution
    slow: Solution
    chosen: str


def pair_of(problem: Problem) -> SolutionPair | None:
    """The pair of a task; None if it has no two solutions of which one is said to be faster.

    A canonical and a performant solution where the benchmark names them; else, out of a pool, those with the longest
    and the shortest listed runtime.
    """
    slow = problem.first((Role.CANONICAL,))
    fast = problem.first((Role.PERFORMANT, Role.REFERENCE))
    if slow is not None and fast is not None:
        return SolutionPair(fast, slow, f"{slow.name} against {fast.name}, as the benchmark names them")
    timed = [solution for solution in problem.by_role(Role.POOL) if LISTED_RUNTIME in solution.facts]
    if len(timed) < 2:
        return None
    timed.sort(key=lambda solution: float(solution.facts[LISTED_RUNTIME]))
    fast, slow = timed[0], timed[-1]
    if fast.facts[LISTED_RUNTIME] == slow.facts[LISTED_RUNTIME]:
        return None
    return SolutionPair(fast, slow, f"of {len(timed)} with a listed runtime, the slowest against the fastest")
