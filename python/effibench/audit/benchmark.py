"""The audit of a benchmark: can it tell fast code from slow code at all?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from effibench.audit.journal import Journal
from effibench.audit.pairs import pair_of
from effibench.audit.record import AuditSettings, BenchmarkAudit, PairAudit
from effibench.audit.summary import conclusion, summarise
from effibench.audit.task import audit_task
from effibench.audit.walk import walk
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
        journal: what is there of the same task and the same sources is not measured again; what is found is added.
        report: told (tasks done, tasks in all, the task).
        check: called between runs; raises to abandon the work.

    Raises:
        UsageError: a setting makes no sense.
        HostError: the machine or the sandbox failed on every task; on one of several, the audit goes on without it.
        KeyboardInterrupt: before the first task was finished; later it ends the audit with what there is.
    """
    settings = settings.checked()
    without = [problem.id for problem in problems if pair_of(problem) is None]
    chosen = [(problem, pair) for problem in problems if (pair := pair_of(problem)) is not None]

    def run(number: int) -> PairAudit:
        problem, pair = chosen[number]
        report(number, len(chosen), problem.id)
        known = journal.done.get(problem.id) if journal is not None else None
        asked = (problem.task.digest, pair.digest)
        if known is not None and (known.task_digest, known.pair_digest) == asked:
            return known
        made = audit_task(executor, problem, pair, settings, check=check)
        if journal is not None:
            journal.add(made)
        return made

    walked = walk([problem.id for problem, _ in chosen], run)
    summaries = summarise(walked.found, settings)
    level, protections = executor.protections()
    return BenchmarkAudit(
        benchmark=name,
        settings=settings,
        pairs=walked.found,
        without_pair=tuple(without),
        failed=walked.failed,
        not_reached=walked.not_reached,
        ended=walked.ended,
        summaries=summaries,
        conclusion=conclusion(name, walked.found, summaries),
        level=level,
        protections=protections,
        host=host.describe(),
    )
