"""Proving that a task can be trusted: what `effibench tasks check` does.

A task is good if its inputs are deterministic and unique, its reference right and at least near the fastest, every
solution in its spectrum right and every one in `wrong/` rejected, if its validator refuses systematically corrupted
answers, its stress cases stay within the limit, and its inputs exercise the whole reference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from effibench.candidate import Candidate
from effibench.errors import HostError, TaskError
from effibench.model import Limits, Measurement
from effibench.tasks.task import EntryKind, Task
from effibench.timing import wire
from effibench.timing.children import Spawned, describe_end
from effibench.timing.executor import Program
from effibench.timing.judges import validator_source
from effibench.timing.memfile import Slice
from effibench.timing.native import NativeExecutor
from effibench.timing.reports import Corrupted, Failure, Lines, Report, unpack

if TYPE_CHECKING:
    from effibench import _core
    from effibench.timing.executor import CaseInput, Output
    from effibench.timing.session import Session
    from effibench.timing.suite import Suite

NEAR_FASTEST = 1.5
MIN_COVERAGE = 0.95
MIN_SPECTRUM, MIN_WRONG = 3, 2
_SECONDS = 120.0


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One property of a task: whether it holds, and the figures behind it."""

    check: str
    ok: bool
    detail: str


def check_task(session: Session, task: Task) -> Iterator[Finding]:
    """Checks one task; yields findings as they come.

    Raises:
        HostError: the machine failed; nothing is known about the task.
    """
    try:
        suite = session.prepare(task)
    except TaskError as error:
        yield Finding(check="inputs and reference", ok=False, detail=str(error))
        return
    executor = session.executor
    if not isinstance(executor, NativeExecutor):
        raise HostError("tasks are checked with real processes only")
    yield _unique_inputs(task, suite, session.cases_per_domain)
    yield Finding(check="reference correct", ok=True, detail=f"{len(suite.cases)} cases")
    yield from _validator(executor, task, suite)
    yield _coverage(executor, task, suite)
    measured = {
        name: session.time(Candidate(source=text, name=name), task) for name, text in task.spectrum.items()
    }
    yield _spectrum(measured)
    yield _wrong(session, task)
    yield _fastest(measured)
    yield _stress(task, suite, measured)


def _unique_inputs(task: Task, suite: Suite, count: int) -> Finding:
    per_domain = Counter(case.domain for case in suite.cases)
    short = [
        f"{domain} has {per_domain[domain]}"
        for domain in task.domains
        if per_domain[domain] < task.counts.get(domain, count)
    ]
    stress = any(domain.startswith("stress-") for domain in task.domains)
    detail = "; ".join(short) or f"{count} in each of {len(task.domains)} domains, deterministic"
    if not stress:
        detail += "; there is no stress- domain"
    return Finding(check="inputs unique and deterministic", ok=not short and stress, detail=detail)


def _spectrum(measured: dict[str, Measurement]) -> Finding:
    failed = [f"{name}: {m.verdict.value} ({m.reason})" for name, m in measured.items() if not m.passed]
    enough = len(measured) >= MIN_SPECTRUM
    detail = "; ".join(failed) or f"{len(measured)} solutions, all correct"
    return Finding(check="spectrum correct", ok=enough and not failed, detail=detail)


def _wrong(session: Session, task: Task) -> Finding:
    accepted = [
        name
        for name, text in task.wrong.items()
        if session.time(Candidate(source=text, name=name), task).passed
    ]
    detail = f"accepted: {', '.join(accepted)}" if accepted else f"{len(task.wrong)} solutions, all rejected"
    return Finding(check="wrong rejected", ok=not accepted and len(task.wrong) >= MIN_WRONG, detail=detail)


def _fastest(measured: dict[str, Measurement]) -> Finding:
    times = {name: m.ratio for name, m in measured.items() if m.ratio is not None}
    if not times:
        return Finding(check="reference near the fastest", ok=False, detail="no spectrum solution has a time")
    name, ratio = min(times.items(), key=lambda item: item[1])
    detail = f"the reference takes {1 / ratio:.2f}× the time of the fastest solution, {name}"
    return Finding(check="reference near the fastest", ok=1 / ratio <= NEAR_FASTEST, detail=detail)


def _stress(task: Task, suite: Suite, measured: dict[str, Measurement]) -> Finding:
    slowest = max((call.sample.wall_ns / 1e9 for run in suite.reference for call in run.calls), default=0.0)
    who = "reference"
    for name, measurement in measured.items():
        for case in measurement.cases:
            for sample in case.samples:
                if sample.wall_ns / 1e9 > slowest:
                    slowest, who = sample.wall_ns / 1e9, name
    ok = slowest <= task.limits.call_seconds
    return Finding(
        check="within the time limit",
        ok=ok,
        detail=f"slowest call {slowest:.3g} s ({who}), limit {task.limits.call_seconds:g} s",
    )


def _validator(executor: NativeExecutor, task: Task, suite: Suite) -> Iterator[Finding]:
    tried: Counter[str] = Counter()
    accepted: dict[str, str] = {}
    config: dict[str, Any] = {
        "source": validator_source(task),
        "dtype": task.result.dtype,
        "order": task.result.order,
    }
    with _Helper(executor, task, "audit", config) as helper:
        for case, expected in zip(suite.cases, suite.expected, strict=True):
            found = helper.ask_about(case, expected)
            tried.update(found.tried)
            for name in found.accepted:
                accepted.setdefault(name, f"{name} ({case.domain}, seed {case.seed})")
    kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(tried.items()))
    detail = (
        f"accepts {'; '.join(list(accepted.values())[:5])}"
        if accepted
        else f"{tried.total()} corruptions: {kinds}"
    )
    yield Finding(check="validator rejects corrupted answers", ok=not accepted and bool(tried), detail=detail)


def _coverage(executor: NativeExecutor, task: Task, suite: Suite) -> Finding:
    entry = task.entry
    if entry.kind is EntryKind.PROGRAM or not task.reference:
        return Finding(check="reference covered", ok=True, detail="not measured for this kind of entry point")
    with _Helper(executor, task, "coverage", Program(task.reference, "reference", task).loading) as helper:
        lines = helper.run_over(suite.cases)
    executable, executed = lines.executable, lines.executed
    share = len(executed) / len(executable) if executable else 1.0
    missed = (
        f"; lines {', '.join(map(str, sorted(executable - executed)))} never run"
        if executable - executed
        else ""
    )
    return Finding(
        check="reference covered", ok=share >= MIN_COVERAGE, detail=f"{share:.0%} of its lines{missed}"
    )


class _Helper:
    """A child of role `audit` or `coverage`."""

    def __init__(self, executor: NativeExecutor, task: Task, role: str, config: dict[str, Any]) -> None:
        self._task, self._role = task, role
        limits = Limits(memory_bytes=max(4 * task.limits.memory_bytes, 4 << 30))
        self._spawned = Spawned(
            executor,
            role,
            libraries=task.libraries,
            cores=1,
            cpus=executor.lanes.harness_cpus(),
            limits=limits,
            cpu_seconds=3600,
        )
        try:
            self._spawned.configure(config)
            self._wants_input = bool(self._receive(wire.READY, "loading").payload)
        except BaseException:
            self._spawned.close()
            raise

    def __enter__(self) -> _Helper:
        return self

    def __exit__(self, *_: object) -> None:
        self._spawned.close()

    def ask_about(self, case: CaseInput, expected: Output) -> Corrupted:
        assert isinstance(case.data, Slice)
        assert isinstance(expected, Slice)
        self._spawned.send(wire.EXPECTED, expected.place, expected.file.fd)
        if self._wants_input:
            self._spawned.send(wire.GIVEN, case.data.place, case.data.file.fd)
        return _read(self._receive(wire.JUDGED, f"{case.domain}, seed {case.seed}"), Corrupted)

    def run_over(self, cases: list[CaseInput]) -> Lines:
        for case in cases:
            assert isinstance(case.data, Slice)
            self._spawned.send(wire.CASE, {}, case.data.file.fd)
            self._receive(wire.DONE, f"{case.domain}, seed {case.seed}")
        self._spawned.send(wire.DONE, {})
        return _read(self._receive(wire.JUDGED, "the end"), Lines)

    def _receive(self, kind: int, where: str) -> _core.Event:
        event = self._spawned.receive(_SECONDS)
        if event.kind == "frame" and event.frame_kind == kind:
            return event
        if event.kind == "frame" and event.frame_kind == wire.FAILED:
            failure = _read(event, Failure)
            reason = f"{failure.type}: {failure.message}"
        elif event.kind == "exited":
            reason = (
                f"the process {describe_end(self._spawned.finish())}: {self._spawned.stderr.text()[-500:]}"
            )
        else:
            reason = f"no answer within {_SECONDS:g} s ({event.kind})"
        raise TaskError(f"task {self._task.id}: {self._role} at {where}: {reason}")


def _read(event: _core.Event, kind: type[Report]) -> Report:
    report = unpack(event.payload, kind)
    if report is None:
        raise HostError(f"a report ({kind.__name__}) cannot be read")
    return report
