"""The audit of one task: can its slow and its fast solution be told apart?

Each granularity decides about the validity of the pair by itself, since each has limits of its own: one call has the
task's, a whole process the published 300 s. What one step cannot give takes nothing from the others.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable

import msgspec

from effibench.audit.calls import Sides
from effibench.audit.compare_source import compare_sources
from effibench.audit.growth import GrowthReport, Sample, growth_report
from effibench.audit.pairs import SolutionPair
from effibench.audit.processes import RUN_SECONDS, WholeProcesses
from effibench.audit.record import AuditSettings, Granularity, PairAudit, PairedFinding, Sampled
from effibench.audit.turns import in_turns
from effibench.datasets.problem import Problem
from effibench.errors import TaskError
from effibench.model import Verdict
from effibench.scoring.ranks import RUNS, RankTest, invalid_test, rank_test
from effibench.tasks.task import Task
from effibench.timing.contest import contest
from effibench.timing.executor import A, B, Lane, Program
from effibench.timing.native import NativeExecutor
from effibench.timing.paired_plan import PairedSettings
from effibench.timing.paired_table import ProgramFailedError
from effibench.timing.protocols import PAIRED
from effibench.timing.suite import Suite, build_suite

_SIDES = ("fast side", "slow side")


def audit_task(
    executor: NativeExecutor,
    problem: Problem,
    pair: SolutionPair,
    settings: AuditSettings,
    *,
    check: Callable[[], None] = lambda: None,
) -> PairAudit:
    """Samples both sides at every granularity, tests them, and says what differs between their sources.

    Source: "Rethinking Code Performance Benchmarks for LLMs", statistical protocol. The random order of runs, the
    control and the paired protocol are not in it.

    Args:
        check: called between runs; raises to abandon the work.

    Raises:
        HostError: the machine or the sandbox failed.
    """
    task = problem.task
    change = compare_sources(pair.slow.source, pair.fast.source, task.entry)
    made = PairAudit(
        problem=problem.id,
        task_digest=task.digest,
        pair_digest=pair.digest,
        chosen=pair.chosen,
        change=change,
    )
    with executor.lane(task.cores, exclusive=True) as lane:
        try:
            # The reference is not timed: it may take what the most patient granularity allows.
            suite = build_suite(
                executor,
                _patient(task),
                base_seed=settings.base_seed,
                count=settings.cases_per_domain,
                protocol=PAIRED,
                lane=lane,
                check=check,
            )
        except TaskError as error:
            broken = invalid_test(str(error), alpha=settings.alpha)
            return msgspec.structs.replace(
                made, sampled=tuple(Sampled(granularity=one, test=broken) for one in settings.granularities)
            )
        audit = _Audit(executor, pair, task, suite, lane, settings=settings, check=check)
        sampled = tuple(audit.sampled(granularity) for granularity in settings.granularities)
        wanted = settings.paired_seconds > 0 and any(one.test.valid for one in sampled)
        return msgspec.structs.replace(
            made,
            sampled=sampled,
            growth=audit.growth(same_source=change.certain),
            paired=audit.paired() if wanted else None,
        )


def _patient(task: Task) -> Task:
    """The task with a limit of a call that is no less than that of a whole process."""
    seconds = max(task.limits.call_seconds, RUN_SECONDS)
    return msgspec.structs.replace(task, limits=msgspec.structs.replace(task.limits, call_seconds=seconds))


def _said(failed: ProgramFailedError) -> str:
    return f"{_SIDES[failed.player]}: {failed.verdict.value}: {failed.reason}"


class _Audit:
    """One pair on one lane."""

    def __init__(
        self,
        executor: NativeExecutor,
        pair: SolutionPair,
        task: Task,
        suite: Suite,
        lane: Lane,
        *,
        settings: AuditSettings,
        check: Callable[[], None],
    ) -> None:
        self._executor, self._pair, self._task, self._suite, self._lane = executor, pair, task, suite, lane
        self._settings, self._check = settings, check
        self._programs = self._programs_of(task)
        self._source = random.SystemRandom()
        self._growing: list[Sample] = []

    def _programs_of(self, task: Task) -> tuple[Program, Program]:
        return (
            Program(self._pair.fast.source, "candidate", task),
            Program(self._pair.slow.source, "candidate", task),
        )

    def sampled(self, granularity: Granularity) -> Sampled:
        """Runs of the pair, and of the slow side against itself."""
        alpha = self._settings.alpha
        runs = self._calls if granularity is Granularity.CALL else self._processes
        try:
            fast, slow = runs()
        except ProgramFailedError as failed:
            test = invalid_test(_said(failed), alpha=alpha)
            return Sampled(granularity=granularity, test=test, failure=failed.verdict)
        return Sampled(
            granularity=granularity,
            test=rank_test(fast, slow, alpha=alpha),
            control=self._control(granularity) if self._settings.controls else None,
            fast_seconds=tuple(fast),
            slow_seconds=tuple(slow),
        )

    def _calls(self) -> tuple[list[float], list[float]]:
        with Sides(self._executor, self._programs, self._suite, self._lane) as sides:
            times = in_turns(self._judged(sides), RUNS, self._source)
            self._growing = self._by_size(sides)
        return times

    def _processes(self) -> tuple[list[float], list[float]]:
        # Nobody sees what whole processes answer: unless both sides have answered by calls, they do so here.
        if not self._growing:
            programs = self._programs_of(_patient(self._task))
            with Sides(self._executor, programs, self._suite, self._lane) as sides:
                run = self._judged(sides)
                for player in (A, B):
                    run(player)
        with WholeProcesses(self._executor, self._programs, self._suite, self._lane) as processes:
            return in_turns(self._checked(processes.run), RUNS, self._source)

    def _control(self, granularity: Granularity) -> RankTest:
        """Whether the slow side differs from itself; what it answers has been judged before."""
        alpha = self._settings.alpha
        slow = self._programs[B]
        kind = Sides if granularity is Granularity.CALL else WholeProcesses
        try:
            with kind(self._executor, (slow, slow), self._suite, self._lane) as players:
                one, other = in_turns(self._checked(players.run), RUNS, self._source)
        except ProgramFailedError as failed:
            reason = f"the slow side against itself: {failed.verdict.value}: {failed.reason}"
            return RankTest(alpha=alpha, reason=reason)
        return rank_test(one, other, alpha=alpha)

    def _checked(self, run: Callable[[int], float]) -> Callable[[int], float]:
        def checked(player: int) -> float:
            self._check()
            return run(player)

        return checked

    def _judged(self, sides: Sides) -> Callable[[int], float]:
        """A run; it raises ProgramFailedError, too, once the fast side has missed what the slow side passes."""
        run = self._checked(sides.run)

        def judged(player: int) -> float:
            seconds = run(player)
            if len(sides.runs[A]) == len(sides.runs[B]):
                for case, reason in sides.wrong[A].items():
                    if case not in sides.wrong[B]:
                        raise ProgramFailedError(A, Verdict.WRONG_ANSWER, reason)
            return seconds

        return judged

    def _by_size(self, sides: Sides) -> list[Sample]:
        """The runs by domain, each domain with the median size of its inputs; without the run that warmed up."""
        sizes = {
            domain: statistics.median(case.data.length for case in self._suite.cases if case.domain == domain)
            for domain in dict.fromkeys(case.domain for case in self._suite.cases)
        }
        return [
            Sample(size, fast[domain], slow[domain])
            for fast, slow in zip(sides.runs[A][1:], sides.runs[B][1:], strict=True)
            for domain, size in sizes.items()
        ]

    def growth(self, *, same_source: bool) -> GrowthReport | None:
        """What the runs by calls say over sizes; None if there are none."""
        if not any(sample.a_seconds > 0 and sample.b_seconds > 0 for sample in self._growing):
            return None
        alpha = self._settings.alpha
        return growth_report(self._growing, same_source=same_source, alpha=alpha)

    def paired(self) -> PairedFinding:
        """The paired protocol on the same inputs; it asks more than the published rule: both sides are always right."""
        settings = PairedSettings(alpha=self._settings.alpha, budget_seconds=self._settings.paired_seconds)
        outcome = contest(self._executor, self._programs, self._suite, self._lane, settings)
        if outcome.failure is not None:
            return PairedFinding(reason=f"not taken: {_said(ProgramFailedError(*outcome.failure))}")
        found = outcome.paired
        return PairedFinding(
            verdict=found.verdict,
            ratio=found.ratio,
            interval=found.interval,
            e_value=found.e_value,
            stop=found.stop,
            reason=found.reason,
        )
