"""The audit of a benchmark: can it tell fast code from slow code at all?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from effibench.audit.journal import Journal
from effibench.audit.pairs import pair_of
from effibench.audit.record import AuditSettings, BenchmarkAudit, PairAudit
from effibench.audit.summary import conclusion, summarise
from effibench.audit.task import audit_task
from effibench.datasets.problem import Problem
from effibench.timing import host
from effibench.timing.native import NativeExecutor


def audit_benchmark(
    executor: NativeExecutor,
    name: str,
    problems: Sequence[Problem],
    settings: AuditSettings,
    *,
    journal: Journal | None = None,
    report: Callable[[int, int, str], None] = lambda done, total, what: None,
    check: Callable[[], None] = lambda: None,
) -> BenchmarkAudit:
    """Audits every task that has a slow and a fast solution.

    Args:
        journal: what is there is not measured again; what is found is added.
        report: told (tasks done, tasks in all, the task).
        check: called between runs; raises to abandon the work.

    Raises:
        HostError: the machine or the sandbox failed.
    """
    pairs: list[PairAudit] = []
    without = [problem.id for problem in problems if pair_of(problem) is None]
    chosen = [(problem, pair) for problem in problems if (pair := pair_of(problem)) is not None]
    for number, (problem, pair) in enumerate(chosen):
        report(number, len(chosen), problem.id)
        known = journal.done.get(problem.id) if journal is not None else None
        if known is None or known.task_digest != problem.task.digest:
            known = audit_task(executor, problem, pair, settings, check=check)
            if journal is not None:
                journal.add(known)
        pairs.append(known)
    summaries = summarise(pairs, settings)
    level, protections = executor.protections()
    return BenchmarkAudit(
        benchmark=name,
        settings=settings,
        pairs=tuple(pairs),
        without_pair=tuple(without),
        summaries=summaries,
        conclusion=conclusion(name, pairs, summaries),
        level=level,
        protections=protections,
        host=host.describe(),
    )
