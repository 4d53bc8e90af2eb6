"""Which two solutions are held against each other."""

from __future__ import annotations

from typing import Any

from effibench.audit.pairs import SolutionPair, pair_of
from effibench.datasets.problem import Problem, Role, Solution
from effibench.tasks.task import LiteralCase, Task


def solution(role: Role, name: str, **facts: Any) -> Solution:
    return Solution(role=role, name=name, source=f"# {name}\n", facts=facts)


def problem(*solutions: Solution) -> Problem:
    task = Task(id="b/1", cases=(LiteralCase(input=1, expected=1),))
    return Problem(benchmark="b", task=task, solutions=solutions)


def test_the_benchmarks_own_names_decide() -> None:
    found = pair_of(
        problem(
            solution(Role.POOL, "pool", listed_ms=9.0),
            solution(Role.REFERENCE, "expert"),
            solution(Role.CANONICAL, "plain"),
            solution(Role.CANONICAL, "plain-2"),
        )
    )
    assert found is not None
    assert (found.fast.name, found.slow.name) == ("expert", "plain")


def test_out_of_a_pool_the_listed_runtimes_decide() -> None:
    found = pair_of(
        problem(
            solution(Role.POOL, "b", listed_ms=2.0),
            solution(Role.POOL, "none"),
            solution(Role.POOL, "c", listed_ms=3.0),
            solution(Role.POOL, "a", listed_ms=1.0),
        )
    )
    assert found is not None
    assert (found.fast.name, found.slow.name) == ("a", "c")
    assert "of 3 with a listed_ms" in found.chosen


def test_higher_clusters_are_faster() -> None:
    found = pair_of(problem(*(solution(Role.REFERENCE, f"c{index}", cluster=index) for index in (-1, 2, 0))))
    assert found is not None
    assert (found.fast.name, found.slow.name) == ("c2", "c-1")


def test_no_pair_without_two_speeds() -> None:
    assert pair_of(problem()) is None
    assert pair_of(problem(solution(Role.CANONICAL, "a"))) is None
    assert pair_of(problem(solution(Role.POOL, "a", listed_ms=1.0))) is None
    same = [solution(Role.POOL, name, listed_ms=1.0) for name in "ab"]
    assert pair_of(problem(*same)) is None


def test_a_digest_is_of_both_sources_and_their_sides() -> None:
    first, second = solution(Role.CANONICAL, "a"), solution(Role.PERFORMANT, "b")
    digests = {
        SolutionPair(fast, slow, "").digest
        for fast, slow in ((first, second), (second, first), (first, first), (second, second))
    }
    assert len(digests) == 4
    assert SolutionPair(first, second, "").digest == SolutionPair(first, second, "another choice").digest
    assert SolutionPair(Solution(role=Role.POOL, name="", source="'\ud800'"), second, "").digest
