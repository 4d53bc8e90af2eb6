"""Counting the lines that one call runs, in a child of role `profile`."""

from __future__ import annotations

import contextlib
import re

import msgspec

from effibench.errors import HostError
from effibench.stress.prober import LineHits, Reason, Refusal
from effibench.timing import source, wire
from effibench.timing.children import Spawned, describe_end
from effibench.timing.executor import CaseInput, Program
from effibench.timing.memfile import Slice
from effibench.timing.native import NativeExecutor
from effibench.timing.reports import Failure, Profile, unpack

MAX_EVENTS = 300_000
"""Lines of one call that are counted at most; about 0.1 s of them."""

_IMPORT_SECONDS = 30.0
_CALL_SECONDS = 5.0  # on top of the counted lines, for what builtins do between them
_LINE = re.compile(rf'File "{re.escape(source.FILE_NAME)}", line (\d+)')


def profile(
    executor: NativeExecutor, program: Program, case: CaseInput, *, max_events: int = MAX_EVENTS
) -> LineHits | Refusal:
    """Runs a program on one input under a line tracer.

    What comes back has passed through a process that ran foreign code: it may steer a search and decides nothing.

    Raises:
        HostError: the process could not be set up.
    """
    task = program.task
    child = Spawned(
        executor,
        "profile",
        libraries=task.libraries,
        cores=task.cores,
        cpus=executor.lanes.harness_cpus(),
        limits=msgspec.structs.replace(task.limits, call_seconds=_CALL_SECONDS),
        cpu_seconds=(_IMPORT_SECONDS + _CALL_SECONDS) * task.cores,
        allow_subprocess=task.result.subprocesses,
    )
    try:
        child.configure({"solution": program.loading, "max_events": max_events})
        found = _receive(child, wire.READY, _IMPORT_SECONDS)
        if isinstance(found, Refusal):
            return found
        assert isinstance(case.data, Slice)
        with contextlib.closing(case.data.file.duplicate()) as copy:
            child.send(wire.CASE, {}, copy.fd)
        answer = _receive(child, wire.JUDGED, _CALL_SECONDS)
    finally:
        child.close()
    if isinstance(answer, Refusal):
        return answer
    report = unpack(answer, Profile)
    if report is None:
        return Refusal(reason=Reason.RAISED, message="the process sent a count that cannot be read")
    return LineHits(report.hits, report.complete)


def _receive(child: Spawned, kind: int, seconds: float) -> bytes | Refusal:
    event = child.receive(seconds)
    if event.kind == "frame" and event.frame_kind == kind:
        return event.payload
    if event.kind == "frame" and event.frame_kind == wire.FAILED:
        failure = unpack(event.payload, Failure)
        if failure is not None:
            return Refusal(
                reason=Reason.RAISED,
                message=failure.message,
                error_type=failure.type,
                line=line_of(failure.traceback),
            )
    if event.kind == "deadline":
        return Refusal(reason=Reason.TIME, message=f"no count within {seconds:g} s")
    if event.kind != "exited":
        return Refusal(reason=Reason.RAISED, message=f"the process sent no count ({event.kind})")
    try:
        return Refusal(reason=Reason.RAISED, message=f"the process {describe_end(child.finish())}")
    except HostError as error:
        raise HostError(f"a line count failed: {error}") from error


def line_of(traceback: str) -> int | None:
    """The innermost line of the solution in a traceback."""
    found = _LINE.findall(traceback)
    return int(found[-1]) if found else None
