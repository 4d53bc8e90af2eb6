"""Which two solutions of a task are held against each other: a slow one and one that is said to be fast."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from effibench.datasets.problem import Problem, Role, Solution

# What benchmarks list of the solutions of a pool, and whether more of it means faster.
_LISTED = (("listed_ms", False), ("cluster", True))


class SolutionPair(NamedTuple):
    """A pair to be told apart.

    Attributes:
        fast, slow: the performant and the canonical side.
        chosen: how the two were chosen, for the record.
    """

    fast: Solution
    slow: Solution
    chosen: str

    @property
    def digest(self) -> str:
        """SHA-256 over both sources, in hexadecimal: a finding is of these and of no others."""
        both = f"{self.fast.source}\0{self.slow.source}"
        return hashlib.sha256(both.encode("utf-8", "surrogatepass")).hexdigest()


def pair_of(problem: Problem) -> SolutionPair | None:
    """The pair of a task; None if it has no two solutions of which one is said to be faster.

    A canonical and a performant solution where the benchmark names them; else those that it lists as the slowest and
    the fastest, by runtime or by cluster; else a canonical one and a reference.
    """
    slow = problem.first((Role.CANONICAL,))
    named = _named(slow, problem.first((Role.PERFORMANT,)))
    return named or _listed(problem) or _named(slow, problem.first((Role.REFERENCE,)))


def _named(slow: Solution | None, fast: Solution | None) -> SolutionPair | None:
    if slow is None or fast is None:
        return None
    return SolutionPair(fast, slow, f"{slow.name} against {fast.name}, as the benchmark names them")


def _listed(problem: Problem) -> SolutionPair | None:
    known = [solution for solution in problem.solutions if solution.role in {Role.POOL, Role.REFERENCE}]
    for fact, more_is_faster in _LISTED:
        listed = [solution for solution in known if solution.facts.get(fact) is not None]
        listed.sort(key=lambda solution: float(solution.facts[fact]), reverse=more_is_faster)
        if len(listed) > 1 and listed[0].facts[fact] != listed[-1].facts[fact]:
            chosen = f"of {len(listed)} with a {fact}, the slowest against the fastest"
            return SolutionPair(listed[0], listed[-1], chosen)
    return None
