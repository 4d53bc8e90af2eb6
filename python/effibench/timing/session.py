"""A session: one configuration, its processes, and what is already known about tasks.

The session decides the order of things and what evidence means; it never touches a process itself. All of it runs
unchanged over `FakeExecutor`.
"""

from __future__ import annotations

import math
import os
import statistics
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from effibench.candidate import Candidate
from effibench.errors import HostError, UsageError, no_core
from effibench.model import CaseResult, Flag, Limits, Measurement, Verdict
from effibench.tasks.load import load_task
from effibench.tasks.task import Task, named_source
from effibench.timing import integrity
from effibench.timing.executor import CallPlan, CaseRun, Executor, Lane, Program, Stop
from effibench.timing.protocols import Protocol, protocol_named
from effibench.timing.suite import Suite, build_suite
from effibench.timing.takes import Takes
from effibench.timing.verdicts import verdict_of_judgement, verdict_of_run

CandidateLike = Candidate | str | Path | Callable[..., Any]
TaskLike = Task | str | Path
Progress = Callable[[int, int, str], None]

_SHORT_NS = 50_000_000
_JUDGE_ONLY = CallPlan(warmups=0, timed=1)


class Session:
    """Times candidates. Thread-safe; use it as a context manager, or call `close`.

    Args:
        protocol: `paper` or `strict` (protocols.py).
        lanes: logical CPUs to use; None = all that this process may run on.
        limits: replaces every task's own limits.
        level: weakest acceptable protection: `strong`, `standard` (default) or `weak`.
        base_seed: first seed of every domain; another one gives other inputs, so answers cannot be tabulated.
        cases_per_domain: unique inputs per domain.
        lane_wait_seconds: how long a busy lane is waited for.
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
        self._limits, self._base_seed = limits, base_seed
        self.cases_per_domain = cases_per_domain
        self._progress = progress
        self._suites: dict[tuple[str, str, int], Suite] = {}
        self._building: dict[tuple[str, str, int], threading.Lock] = {}
        self._lock = threading.Lock()
        self._cancelled = threading.Event()
        self._pid = os.getpid()
        if executor is None:
            executor = _native(lanes=lanes, lane_wait_seconds=lane_wait_seconds, level=level, **options)
        self.executor = executor

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
        judged = self._parallel(lambda job: self._judge_only(*job), jobs, self.executor.lanes_for_judging())
        right = [index for index, measurement in enumerate(judged) if measurement.passed]
        cores = max((jobs[index][1].cores for index in right), default=1)
        timed = self._parallel(
            lambda index: self._time(*jobs[index]), right, self.executor.lanes_for_timing(cores)
        )
        for index, measurement in zip(right, timed, strict=True):
            judged[index] = measurement
        return judged

    def prepare(self, task: TaskLike) -> Suite:
        """Builds a task's inputs and expected answers, or returns them if they are known already.

        Raises:
            TaskError: the task is broken.
        """
        self._check()
        loaded = self._load(task)
        with self.executor.lane(loaded.cores, exclusive=True) as lane:
            return self._suite(loaded, lane)

    # --- the work ---

    def _time(self, candidate: Candidate, task: Task) -> Measurement:
        with self.executor.lane(task.cores, exclusive=True) as lane:
            suite = self._suite(task, lane)
            return self._measure(candidate, suite, lane, self._protocol, timing=True)

    def _judge_only(self, candidate: Candidate, task: Task) -> Measurement:
        key = self._suite_key(task)
        if key not in self._suites:
            with self.executor.lane(task.cores, exclusive=True) as lane:
                self._suite(task, lane)
        protocol = self._protocol._replace(plan=_JUDGE_ONLY, processes=1)
        with self.executor.lane(task.cores, exclusive=False) as lane:
            return self._measure(candidate, self._suites[key], lane, protocol, timing=False)

    def _suite_key(self, task: Task) -> tuple[str, str, int]:
        return task.digest, self._protocol.name.value, self._base_seed

    def _suite(self, task: Task, lane: Lane) -> Suite:
        key = self._suite_key(task)
        with self._lock:
            building = self._building.setdefault(key, threading.Lock())
        with building:
            if key not in self._suites:
                self._report(0, 1, f"preparing {task.id}")
                self._suites[key] = build_suite(
                    self.executor,
                    task,
                    base_seed=self._base_seed,
                    count=self.cases_per_domain,
                    protocol=self._protocol,
                    lane=lane,
                    check=self._check,
                )
            return self._suites[key]

    def _measure(
        self, candidate: Candidate, suite: Suite, lane: Lane, protocol: Protocol, *, timing: bool
    ) -> Measurement:
        task = suite.task
        program = Program(named_source(candidate, task.entry.name), "candidate", task)
        runs: list[CaseRun] = []
        results: list[CaseResult] = []
        with Takes(self.executor, program, lane, protocol, suite) as takes:
            for index in range(len(suite.cases)):
                self._report(index, len(suite.cases), candidate.name)
                runs.append(takes.take(index))
                self._check()
                self._judge(suite, takes, runs, results, last=index + 1 == len(suite.cases))
                if results and results[-1].verdict is not Verdict.PASS:
                    break
        del runs[len(results) :]
        level, protections = self.executor.protections()
        return _summarise(
            Measurement(
                task=task.id,
                task_digest=task.digest,
                candidate=candidate.name,
                candidate_digest=candidate.digest,
                protocol=protocol.name,
                verdict=results[-1].verdict,
                reason=_reason(results[-1]),
                cases=tuple(results),
                cases_total=len(suite.cases),
                level=level,
                protections=protections,
                host=self.executor.host(task, lane),
            ),
            runs,
            suite.reference if timing else [],
            timing=timing,
        )

    def _judge(
        self, suite: Suite, takes: Takes, runs: list[CaseRun], results: list[CaseResult], *, last: bool
    ) -> None:
        """Judges the runs that are not judged yet, up to the first failing one.

        While cases are short the newest run waits for the next round: by then its process has ended and no time is
        lost. The first run is judged at once, because that is where most wrong candidates fail.
        """
        newest = runs[-1]
        short = newest.stop is Stop.DONE and (newest.envelope_ns or 0) < _SHORT_NS
        wait = short and not last and len(runs) > 1
        for index in range(len(results), len(runs) - wait):
            takes.settle(index)
            results.append(self._case_result(suite, index, runs[index]))
            if results[-1].verdict is not Verdict.PASS:
                return

    def _case_result(self, suite: Suite, index: int, run: CaseRun) -> CaseResult:
        case, expected = suite.cases[index], suite.expected[index]
        verdict, reason = verdict_of_run(run), run.reason
        flags = integrity.run_flags(run, single_core=suite.task.cores == 1)
        if verdict is None:
            verdict = Verdict.PASS
            # Every call's own answer counts; equal bytes need to be judged only once.
            distinct: list[int] = []
            for number, call in enumerate(run.calls):
                if any(call.output.same_as(run.calls[seen].output) for seen in distinct):
                    continue
                distinct.append(number)
                judgement = self.executor.judge(suite.task, expected, call.output)
                if not judgement.ok:
                    verdict, reason = verdict_of_judgement(judgement), judgement.reason
                    break
            if verdict is Verdict.PASS and len(distinct) > 1:
                flags.add(Flag.UNSTABLE_OUTPUT)
        return CaseResult(
            domain=case.domain,
            seed=case.seed,
            verdict=verdict,
            reason=reason,
            samples=tuple(call.sample for call in run.calls),
            import_ns=run.import_ns,
            envelope_ns=run.envelope_ns,
            cpu_ns=run.cpu_ns,
            peak_memory_bytes=run.peak_memory_bytes,
            flags=tuple(sorted(flags)),
            traceback=run.traceback,
            stdout=run.stdout,
            stderr=run.stderr,
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
        futures = [pool.submit(work, item) for item in items]
        try:
            return [future.result() for future in futures]
        except BaseException:
            self._cancelled.set()
            self.executor.abort()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            self._cancelled.clear()


def _native(**options: Any) -> Executor:
    try:
        from effibench.timing.native import NativeExecutor
    except ImportError as error:
        raise no_core(error) from error
    return NativeExecutor(**options)


def _reason(last: CaseResult) -> str:
    return "" if last.verdict is Verdict.PASS else f"{last.domain}, seed {last.seed}: {last.reason}"


def _case_seconds(run: CaseRun) -> float:
    return statistics.fmean(call.sample.wall_ns for call in run.calls if not call.sample.warmup) / 1e9


def _summarise(
    measurement: Measurement, runs: list[CaseRun], reference: list[CaseRun], *, timing: bool
) -> Measurement:
    """Adds what follows from all cases together: times, spread, memory, flags."""
    flags = {flag for case in measurement.cases for flag in case.flags}
    peaks = [run.peak_memory_bytes for run in runs if run.peak_memory_bytes is not None]
    imports = [run.import_ns for run in runs if run.import_ns is not None]
    changes: dict[str, Any] = {
        "peak_memory_bytes": max(peaks, default=None),
        "import_seconds": statistics.fmean(imports) / 1e9 if imports else None,
    }
    if measurement.passed and timing:
        cores = len(measurement.host.lane) or 1
        tampered = bool(reference) and integrity.clock_tampered(runs, reference, cores)
        if tampered:
            flags.add(Flag.CLOCK_TAMPER)
        if integrity.contended(runs):
            flags.add(Flag.CONTENDED)
        of_reference: list[float | None] = [_case_seconds(run) for run in reference] or [None] * len(runs)
        seconds = [
            integrity.envelope_seconds(run, reference[index]) if tampered else _case_seconds(run)
            for index, run in enumerate(runs)
        ]
        changes |= {
            "seconds": statistics.fmean(seconds),
            "spread": _spread(runs),
            "reference_seconds": statistics.fmean(_case_seconds(run) for run in reference)
            if reference
            else None,
            "cases": tuple(
                msgspec.structs.replace(case, seconds=mine, reference_seconds=theirs)
                for case, mine, theirs in zip(measurement.cases, seconds, of_reference, strict=True)
            ),
        }
    return msgspec.structs.replace(measurement, flags=tuple(sorted(flags)), **changes)


def _spread(runs: list[CaseRun]) -> float | None:
    shares = []
    for run in runs:
        times = [call.sample.wall_ns for call in run.calls if not call.sample.warmup]
        if len(times) > 1 and (mean := statistics.fmean(times)) > 0:
            variance = math.fsum((time - mean) ** 2 for time in times) / (len(times) - 1)
            shares.append(math.sqrt(variance) / mean)
    return statistics.fmean(shares) if shares else None
