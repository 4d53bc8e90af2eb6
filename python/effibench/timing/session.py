"""A session: one configuration, its processes, and what is already known about tasks.

The session decides the order of things and what evidence means; it never touches a process itself. All of it runs
unchanged over `FakeExecutor`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from effibench.candidate import Candidate
from effibench.errors import HostError, TaskError, UsageError, no_core
from effibench.model import Comparison, Limits, Measurement
from effibench.tasks.load import load_task
from effibench.tasks.task import Task, named_source
from effibench.timing.contest import Contest, contest
from effibench.timing.executor import A, B, CallPlan, Executor, Lane, Program
from effibench.timing.measuring import Measuring
from effibench.timing.paired import Waiting
from effibench.timing.paired_plan import PairedSettings
from effibench.timing.protocols import PAIRED, Protocol, protocol_named
from effibench.timing.suite import Suite
from effibench.timing.suites import Suites
from effibench.timing.summary import beside_reference, comparison

CandidateLike = Candidate | str | Path | Callable[..., Any]
TaskLike = Task | str | Path
Progress = Callable[[int, int, str], None]

_JUDGE_ONLY = CallPlan(warmups=0, timed=1)


class Session:
    """Times candidates. Thread-safe; use it as a context manager, or call `close`.

    Args:
        protocol: `paper`, `strict` or `paired` (protocols.py).
        lanes: logical CPUs to use; None = all that this process may run on.
        limits: replaces every task's own limits.
        level: weakest acceptable protection: `strong`, `standard` (default) or `weak`.
        base_seed: first seed of every domain; another one gives other inputs, so answers cannot be tabulated.
        cases_per_domain: unique inputs per domain.
        lane_wait_seconds: how long a busy lane is waited for.
        paired: when `compare` and protocol `paired` stop (paired_plan.py).
        progress: called with (cases done, cases in all, what is being done).
        executor: where processes come from; None = real ones.
        options: further options of NativeExecutor.

    Raises:
        UsageError: an argument makes no sense.
        HostError: the sandbox cannot be set up, or not at the level asked for.
    """

    def __init__(
        self,
        *,
        protocol: str = "paper",
        lanes: Iterable[int] | None = None,
        limits: Limits | None = None,
        level: str = "standard",
        base_seed: int = 42,
        cases_per_domain: int = 5,
        lane_wait_seconds: float = 600.0,
        paired: PairedSettings | None = None,
        progress: Progress | None = None,
        executor: Executor | None = None,
        **options: Any,
    ) -> None:
        self._protocol = protocol_named(protocol)
        if level not in {"strong", "standard", "weak"}:
            raise UsageError(
                f"level {level!r} (argument `level`, flag --level): expected strong, standard or weak"
            )
        if cases_per_domain < 1:
            raise UsageError(f"cases_per_domain = {cases_per_domain} (flag --cases): expected at least 1")
        self._limits = limits
        self.cases_per_domain = cases_per_domain
        self._progress = progress
        self._paired = (paired or PairedSettings()).checked()
        self._cancelled = threading.Event()
        self._pid = os.getpid()
        if executor is None:
            executor = _native(lanes=lanes, lane_wait_seconds=lane_wait_seconds, level=level, **options)
        self.executor = executor
        self._measuring = Measuring(executor, self._report, self._check)
        self._suites = Suites(
            executor, base_seed=base_seed, count=cases_per_domain, report=self._report, check=self._check
        )

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends all processes of the session and removes its files. Safe to call again."""
        if self._pid == os.getpid():  # a forked copy owns nothing
            self.executor.close()

    # --- the interface ---

    def time(self, candidate: CandidateLike, task: TaskLike) -> Measurement:
        """Judges a candidate and, if it is correct, says how fast it is.

        Args:
            candidate: path, source text, function or Candidate.
            task: bundled id, folder or Task.

        Raises:
            CandidateError: the candidate has no source text.
            TaskError: the task is missing or broken.
            HostError: the machine or the sandbox failed; nothing was scored.
        """
        self._check()
        return self._time(Candidate.of(candidate), self._load(task))

    def time_many(self, pairs: Sequence[tuple[CandidateLike, TaskLike]]) -> list[Measurement]:
        """Times many candidates; results in the order given.

        Wrong candidates are sorted out first, with one call per case on every free logical CPU; the correct ones are
        then timed on one lane per physical core, never on two siblings of one core.

        Raises:
            EffibenchError: as `time`; the first one ends the whole call.
        """
        self._check()
        jobs = [(Candidate.of(candidate), self._load(task)) for candidate, task in pairs]
        if not jobs:
            return []
        judged = self._judge_all(jobs)
        right = [index for index, measurement in enumerate(judged) if measurement.passed]
        cores = max((jobs[index][1].cores for index in right), default=1)
        timed = self._parallel(
            lambda index: self._time(*jobs[index]), right, self.executor.lanes_for_timing(cores)
        )
        for index, measurement in zip(right, timed, strict=True):
            judged[index] = measurement
        return judged

    def judge_many(self, pairs: Sequence[tuple[CandidateLike, TaskLike]]) -> list[Measurement]:
        """Judges many candidates without timing any: one call of each case, on every free logical CPU.

        Results come in the order given and have no times.

        Raises:
            EffibenchError: as `time`; the first one ends the whole call.
        """
        self._check()
        return self._judge_all([(Candidate.of(candidate), self._load(task)) for candidate, task in pairs])

    def compare(self, a: CandidateLike, b: CandidateLike, task: TaskLike) -> Comparison:
        """Says whether `a` is faster than `b` on a task, and by how much.

        Both are judged first; then they take turns on one lane (paired.py) until the ratio is known well enough, the
        difference is known not to matter, or the budget is spent.

        Args:
            a, b: path, source text, function or Candidate.
            task: bundled id, folder or Task.

        Raises:
            EffibenchError: as `time`. A candidate that is not correct is no error: the comparison is `unresolved`
                then and says why.
        """
        self._check()
        loaded = self._load(task)
        sides = Candidate.of(a), Candidate.of(b)
        judged = [self._judge_only(side, loaded, PAIRED) for side in sides]
        with self.executor.lane(loaded.cores, exclusive=True) as lane:
            outcome = None
            if all(side.passed for side in judged):
                suite = self._suites.get(loaded, PAIRED, lane)
                programs = _program(sides[A], loaded), _program(sides[B], loaded)
                outcome = self._contest(programs, suite, lane)
            return comparison(judged[A], judged[B], outcome, self._paired, self.executor.host(loaded, lane))

    def prepare(self, task: TaskLike) -> Suite:
        """Builds a task's inputs and expected answers, or returns them if they are known already.

        Raises:
            TaskError: the task is broken.
        """
        self._check()
        loaded = self._load(task)
        with self.executor.lane(loaded.cores, exclusive=True) as lane:
            return self._suites.get(loaded, self._protocol, lane)

    # --- the work ---

    def _time(self, candidate: Candidate, task: Task) -> Measurement:
        if self._protocol is PAIRED and not task.reference:
            raise UsageError(
                f"task {task.id} has no reference, and protocol `paired` measures a candidate beside it; "
                "use protocol `paper` (argument `protocol`, flag --protocol)"
            )
        with self.executor.lane(task.cores, exclusive=True) as lane:
            suite = self._suites.get(task, self._protocol, lane)
            if self._protocol is not PAIRED:
                return self._measuring.measure(candidate, suite, lane, self._protocol, timing=True)
            measured = self._measuring.measure(candidate, suite, lane, PAIRED, timing=False)
            return self._beside_reference(measured, candidate, suite, lane)

    def _judge_all(self, jobs: Sequence[tuple[Candidate, Task]]) -> list[Measurement]:
        return self._parallel(
            lambda job: self._judge_only(job[0], job[1], self._protocol),
            jobs,
            self.executor.lanes_for_judging(),
        )

    def _judge_only(self, candidate: Candidate, task: Task, protocol: Protocol) -> Measurement:
        suite = self._suites.known(task, protocol)
        if suite is None:
            with self.executor.lane(task.cores, exclusive=True) as lane:
                suite = self._suites.get(task, protocol, lane)
        judging = protocol._replace(plan=_JUDGE_ONLY, processes=1)
        with self.executor.lane(task.cores, exclusive=False) as lane:
            return self._measuring.measure(candidate, suite, lane, judging, timing=False)

    def _beside_reference(
        self, measured: Measurement, candidate: Candidate, suite: Suite, lane: Lane
    ) -> Measurement:
        task = suite.task
        if not measured.passed:
            return measured
        outcome = self._contest(
            (_program(candidate, task), Program(task.reference, "reference", task)), suite, lane
        )
        if outcome.failure is None:
            return beside_reference(measured, outcome)
        player, verdict, reason = outcome.failure
        if player == B:
            raise TaskError(f"task {task.id}: reference.py: {verdict.value}: {reason}")
        flags = tuple(sorted({*measured.flags, *outcome.flags[A]}))
        return msgspec.structs.replace(measured, verdict=verdict, reason=reason, flags=flags)

    def _contest(self, programs: tuple[Program, Program], suite: Suite, lane: Lane) -> Contest:
        return contest(
            self.executor,
            programs,
            suite,
            lane,
            self._paired,
            waiting=Waiting(check=self._check),
            report=self._report,
        )

    # --- small things ---

    def _load(self, task: TaskLike) -> Task:
        loaded = load_task(task)
        return loaded if self._limits is None else msgspec.structs.replace(loaded, limits=self._limits)

    def _report(self, done: int, total: int, what: str) -> None:
        if self._progress is not None:
            self._progress(done, total, what)

    def _check(self) -> None:
        if self._pid != os.getpid():
            raise HostError(
                "this session belongs to the process that forked this one; open a session of your own"
            )
        if self._cancelled.is_set():
            raise HostError("the session was interrupted")

    def _parallel(
        self, work: Callable[[Any], Measurement], items: Sequence[Any], width: int
    ) -> list[Measurement]:
        """Runs `work` over the items in threads; the first failure, or Ctrl-C, ends them all."""
        if not items:
            return []
        pool = ThreadPoolExecutor(max_workers=min(width, len(items)), thread_name_prefix="effibench")
        try:
            return [future.result() for future in _submitted(pool, work, items)]
        except BaseException:
            self._cancelled.set()
            self.executor.abort()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            self._cancelled.clear()


def _submitted(
    pool: ThreadPoolExecutor, work: Callable[[Any], Measurement], items: Sequence[Any]
) -> list[Future[Measurement]]:
    try:
        return [pool.submit(work, item) for item in items]
    except RuntimeError as error:  # what Python makes of EAGAIN
        raise HostError(f"cannot start a thread (limit on processes, ulimit -u): {error}") from error


def _program(candidate: Candidate, task: Task) -> Program:
    return Program(named_source(candidate, task.entry.name), "candidate", task)


def _native(**options: Any) -> Executor:
    try:
        from effibench.timing.native import NativeExecutor
    except ImportError as error:
        raise no_core(error) from error
    return NativeExecutor(**options)
