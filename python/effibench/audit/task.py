"""The audit of one task: can its slow and its fast solution be told apart?"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable

import msgspec

from effibench.audit.calls import Sides
from effibench.audit.compare_source import compare_sources
from effibench.audit.growth import GrowthReport, Sample, growth_report
from effibench.audit.pairs import SolutionPair
from effibench.audit.processes import WholeProcesses
from effibench.audit.record import AuditSettings, Granularity, PairAudit, PairedFinding, Sampled
from effibench.audit.turns import in_turns
from effibench.datasets.problem import Problem
from effibench.errors import TaskError
from effibench.model import Verdict
from effibench.scoring.ranks import RankTest, invalid_test, rank_test
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
    programs = Program(pair.fast.source, "candidate", task), Program(pair.slow.source, "candidate", task)
    change = compare_sources(pair.slow.source, pair.fast.source, task.entry)
    made = PairAudit(
        problem=problem.id, task_digest=task.digest, chosen=pair.chosen, valid=True, change=change
    )
    with executor.lane(task.cores, exclusive=True) as lane:
        try:
            suite = build_suite(
                executor,
                task,
                base_seed=settings.base_seed,
                count=settings.cases_per_domain,
                protocol=PAIRED,
                lane=lane,
                check=check,
            )
        except TaskError as error:
            return _invalid(made, settings, str(error))
        audit = _Audit(executor, programs, suite, lane, settings=settings, check=check)
        try:
            audit.require_that_nothing_is_missed()
            sampled = tuple(audit.sampled(granularity) for granularity in settings.granularities)
            growth = audit.growth(same_source=change.certain)
            paired = audit.paired() if settings.paired_seconds > 0 else None
        except ProgramFailedError as failed:
            reason = f"{_SIDES[failed.player]}: {failed.verdict.value}: {failed.reason}"
            return _invalid(msgspec.structs.replace(made, failure=failed.verdict), settings, reason)
    return msgspec.structs.replace(made, sampled=sampled, paired=paired, growth=growth)


def _invalid(made: PairAudit, settings: AuditSettings, reason: str) -> PairAudit:
    tests = tuple(
        Sampled(granularity=granularity, test=invalid_test(reason, alpha=settings.alpha))
        for granularity in settings.granularities
    )
    return msgspec.structs.replace(made, valid=False, reason=reason, sampled=tests)


class _Audit:
    """One pair on one lane."""

    def __init__(
        self,
        executor: NativeExecutor,
        programs: tuple[Program, Program],
        suite: Suite,
        lane: Lane,
        *,
        settings: AuditSettings,
        check: Callable[[], None],
    ) -> None:
        self._executor, self._programs, self._suite, self._lane = executor, programs, suite, lane
        self._settings, self._check = settings, check
        self._source = random.SystemRandom()
        self._growing: list[Sample] = []

    def require_that_nothing_is_missed(self) -> None:
        """The fast side must pass what the slow side passes.

        Raises:
            ProgramFailedError: it does not.
        """
        with Sides(self._executor, self._programs, self._suite, self._lane) as sides:
            for player in (A, B):
                sides.run(player)
            lost = [reason for case, reason in sides.wrong[A].items() if case not in sides.wrong[B]]
        if lost:
            raise ProgramFailedError(A, Verdict.WRONG_ANSWER, lost[0])

    def sampled(self, granularity: Granularity) -> Sampled:
        """Runs of the pair, and of the slow side against itself."""
        fast, slow = self._runs(granularity, self._programs)
        control = None
        if self._settings.controls:
            one, other = self._runs(granularity, (self._programs[B], self._programs[B]))
            control = self._test(one, other)
        return Sampled(
            granularity=granularity,
            test=self._test(fast, slow),
            control=control,
            fast_seconds=tuple(fast),
            slow_seconds=tuple(slow),
        )

    def _test(self, fast: list[float], slow: list[float]) -> RankTest:
        return rank_test(fast, slow, alpha=self._settings.alpha)

    def _runs(
        self, granularity: Granularity, programs: tuple[Program, Program]
    ) -> tuple[list[float], list[float]]:
        kind = Sides if granularity is Granularity.CALL else WholeProcesses
        with kind(self._executor, programs, self._suite, self._lane) as players:

            def run(player: int) -> float:
                self._check()
                return players.run(player)

            times = in_turns(run, self._settings.runs, self._source)
            if isinstance(players, Sides) and programs == self._programs:
                self._growing = self._by_size(players)
            return times

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
        """The paired protocol on the same inputs."""
        settings = PairedSettings(alpha=self._settings.alpha, budget_seconds=self._settings.paired_seconds)
        outcome = contest(self._executor, self._programs, self._suite, self._lane, settings)
        if outcome.failure is not None:
            player, verdict, reason = outcome.failure
            raise ProgramFailedError(player, verdict, reason)
        found = outcome.paired
        return PairedFinding(
            verdict=found.verdict,
            ratio=found.ratio,
            interval=found.interval,
            e_value=found.e_value,
            stop=found.stop,
            reason=found.reason,
        )
