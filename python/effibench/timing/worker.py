"""What a forked child does, by role. It states facts and bytes; the host decides what they mean.

Theory of operation. The child comes out of the fork set up and sandboxed, with one control socket. The host sends
CONFIGURE (source and entry point; never an input); the child says that its set-up is complete (what failed up to there
is the host's failure), loads the source and says READY. Only then does an input arrive
(CASE, with a sealed file). For each call the child decodes a private copy of the input, lets the core time one call,
encodes the result into the result file, unless it is the one before, and reports SAMPLE with the claimed time and the
place of the bytes. After
the last call of a case it says DONE and waits for the next case or for its end. Everything from the hand-over to
DONE lies inside the envelope that the host measures, so work cannot hide before or after the timed window.

What can fail: the candidate's code, in any way; FAILED carries what it raised, and whatever ends the process instead
is seen by the host. No verdict is ever computed here, apart from the judge's, whose process never runs a candidate.
"""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

from effibench import _core, values
from effibench.timing import source, wire, worker_trusted
from effibench.timing.worker_io import (
    changed,
    collections,
    expect,
    mapped,
    report_failure,
    report_result_failure,
    same_bytes,
    send_failure,
)
from effibench.timing.worker_turns import Turns

_FLUSH_NS = 20_000_000
_now_ns = _core.now_ns  # the clock of `time` is a candidate's to replace


def main(role: str, scratch: str) -> None:
    """Runs one role and ends the process without Python's shutdown, so that no finaliser of a candidate runs."""
    status = 0
    try:
        if scratch:
            os.environ["HOME"] = scratch
            os.environ["TMPDIR"] = scratch
        _ROLES[role]()
    except BaseException:  # the last handler of this process: show it on stderr, which the host keeps
        traceback.print_exc()
        status = 1
    finally:
        os._exit(status)


def _serve_solution() -> None:
    config, result_fd = expect(wire.CONFIGURE)
    began = _now_ns()
    try:
        solution = source.Solution(**config["solution"])
    except BaseException as error:
        send_failure("import", error)
        return
    import_ns = _now_ns() - began
    # The collection before each call looks at what calls leave, not at what the import made: the host counts its time.
    gc.collect()
    gc.freeze()
    _core.send_frame(wire.READY, wire.READY_RECORD.pack(import_ns))
    materialise = values.materialise if config["materialise"] else None
    turns: Turns | None = None
    while (received := _core.receive_frame()) is not None:
        kind, payload, input_fd = received
        if kind == wire.TURN:
            turns = turns or Turns(solution, result_fd, config["result_bytes"], materialise)
            if not turns.take(payload, input_fd):
                return
            continue
        with mapped(input_fd) as view:
            unsent = _run_case(
                solution,
                values.decode(payload),
                view,
                result_fd,
                result_bytes=config["result_bytes"],
                materialise=materialise,
            )
        if unsent is None:
            return
        # Last of all: what this thread does after it, such as unmapping the input, looks like work that was put off.
        _core.send_frame(wire.DONE, unsent)


def _run_case(
    solution: source.Solution,
    plan: dict[str, Any],
    view: memoryview,
    result_fd: int,
    *,
    result_bytes: int,
    materialise: Callable[[Any], Any] | None,
) -> bytes | None:
    """Makes the planned calls.

    Returns:
        The records that were not sent yet; None after a failure, when the process has nothing more to say.
    """
    offset, kept = 0, (0, 0)
    unsent, flushed_ns = b"", _now_ns()
    os.lseek(result_fd, 0, os.SEEK_SET)  # the host has taken what an earlier case left here
    os.ftruncate(result_fd, 0)
    for call in range(plan["calls"]):
        value = values.decode(view)
        try:
            prepared = solution.prepare(value)
        except BaseException as error:
            send_failure("call", error)
            return None
        sys.settrace(None)
        sys.setprofile(None)
        gc.collect()
        if call == 1:
            gc.freeze()  # what the first call made to keep: looking through it before every call is no work of theirs
        collected = collections()
        result, raised, record = _core.timed_call(prepared.function, prepared.arguments, materialise)
        record = record[:-8] + (collections() - collected).to_bytes(8, "little", signed=True)
        if raised is not None:
            report_failure(raised)
            return None
        try:
            length = values.encode_to_fd(prepared.answer(result), result_fd, max_bytes=result_bytes)
        except BaseException as failure:
            report_result_failure(failure, result)
            return None
        del result
        mutated = plan["check_input"] and call == 0 and changed(value, view)
        del value, prepared
        if not same_bytes(result_fd, kept, (offset, length)):
            kept = offset, length
        offset = kept[0] + kept[1]  # the candidate may have replaced builtins
        os.ftruncate(result_fd, offset)
        os.lseek(result_fd, offset, os.SEEK_SET)
        unsent += record + wire.SAMPLE_PLACE.pack(*kept, mutated)
        # The host's deadline runs from message to message; quick calls share one, each would wake the host.
        if _now_ns() - flushed_ns > _FLUSH_NS:
            _core.send_frame(wire.SAMPLE, unsent)
            unsent, flushed_ns = b"", _now_ns()
    return unsent


def _serve_audit() -> None:
    from effibench.timing import audit_worker

    audit_worker.serve_audit()


def _serve_coverage() -> None:
    from effibench.timing import audit_worker

    audit_worker.serve_coverage()


def _serve_profile() -> None:
    from effibench.timing import audit_worker

    audit_worker.serve_profile()


_ROLES: dict[str, Callable[[], None]] = {
    "audit": _serve_audit,
    "coverage": _serve_coverage,
    "candidate": _serve_solution,
    "reference": _serve_solution,
    "canary": worker_trusted.serve_canary,
    "generator": worker_trusted.serve_generator,
    "judge": worker_trusted.serve_judge,
    "profile": _serve_profile,
    "probe": worker_trusted.serve_probe,
}
