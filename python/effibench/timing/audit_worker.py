"""Further roles of a child: put a validator and a reference to the test, and count the lines that a call runs.

The first two serve `effibench tasks check`, the counting serves `effibench stress`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from effibench import _core, values
from effibench.tasks.corruptions import corruptions
from effibench.timing import source, wire
from effibench.timing.reports import Corrupted, Lines, Profile, pack
from effibench.timing.worker_io import expect, load_validator, mapped, send_failure
from effibench.timing.worker_trusted import decoded, judge_value


def serve_audit() -> None:
    """Asks the validator about the reference's answers and about systematic corruptions of each.

    For each EXPECTED frame it answers JUDGED with how many corruptions of which kinds were tried and which of them
    the validator accepted.
    """
    config, _ = expect(wire.CONFIGURE)
    validate = load_validator(config["source"])
    if validate is None:
        return
    while (received := _core.receive_frame()) is not None:
        _, payload, descriptor = received
        place = values.decode(payload)
        with mapped(descriptor) as view:
            encoded = bytes(view[place["offset"] : place["offset"] + place["length"]])
        # Kept encoded, too: the validator may change what it is given.
        given = values.encode(decoded(*expect(wire.GIVEN))) if validate.wants_input else b""
        tried: dict[str, int] = {}
        accepted: list[str] = []
        for corruption in corruptions(values.decode(encoded), dtype=config["dtype"], order=config["order"]):
            tried[corruption.kind] = tried.get(corruption.kind, 0) + 1
            question = values.decode(given) if given else None
            if judge_value(validate, corruption.value, values.decode(encoded), question).ok:
                accepted.append(f"{corruption.kind}: {corruption.name}")
        _core.send_frame(wire.JUDGED, pack(Corrupted(tried=tried, accepted=accepted[:20])))


def serve_coverage() -> None:
    """Runs a solution over inputs under a line tracer; JUDGED carries executed and executable line numbers."""
    config, _ = expect(wire.CONFIGURE)
    executed: set[int] = set()

    def local(frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        if event == "line":
            executed.add(frame.f_lineno)
        return local

    def trace(frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        return local if frame.f_code.co_filename == source.FILE_NAME else None

    if "numba" in sys.modules:
        # Compiled code has no lines to trace; interpreted, the same source does.
        sys.modules["numba"].config.DISABLE_JIT = True
    sys.settrace(trace)
    try:
        solution = source.Solution(**config)
        _core.send_frame(wire.READY, b"")
        while (received := _core.receive_frame()) is not None and received[2] >= 0:
            with mapped(received[2]) as view:
                prepared = solution.prepare(values.decode(view))
            sys.settrace(trace)
            prepared.function(*prepared.arguments)
            _core.send_frame(wire.DONE, b"")
    except BaseException as error:
        send_failure("coverage", error)
        return
    finally:
        sys.settrace(None)
    code = compile(config["source"], source.FILE_NAME, "exec", dont_inherit=True)
    executable = _lines(code)
    _core.send_frame(wire.JUDGED, pack(Lines(executed=executed & executable, executable=executable)))


def serve_profile() -> None:
    """Runs a solution on one input and answers JUDGED with how often each line ran.

    Its count ends with `max_events` lines: the report is sent from within the tracer, where the process ends, because
    a solution could catch an exception.
    """
    config, _ = expect(wire.CONFIGURE)
    hits: dict[int, int] = {}
    left = config["max_events"]

    def local(frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        nonlocal left
        if event == "line":
            line = frame.f_lineno
            hits[line] = hits.get(line, 0) + 1
            left -= 1
            if left <= 0:
                _core.send_frame(wire.JUDGED, pack(Profile(hits=hits, complete=False)))
                os._exit(0)
        return local

    def trace(frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        return local if frame.f_code.co_filename == source.FILE_NAME else None

    if "numba" in sys.modules:
        sys.modules["numba"].config.DISABLE_JIT = True  # as in `serve_coverage`
    try:
        solution = source.Solution(**config["solution"])
        _core.send_frame(wire.READY, b"")
        _, descriptor = expect(wire.CASE)
        with mapped(descriptor) as view:
            prepared = solution.prepare(values.decode(view))
        sys.settrace(trace)
        prepared.function(*prepared.arguments)
    except BaseException as error:
        sys.settrace(None)
        send_failure("call", error)
        return
    finally:
        sys.settrace(None)
    _core.send_frame(wire.JUDGED, pack(Profile(hits=hits, complete=True)))


def _lines(code: CodeType) -> set[int]:
    """Line numbers that have code of their own, nested functions included."""
    lines = {line for _, _, line in code.co_lines() if line}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            # The line of a `def` belongs to the enclosing code, where it runs when the function is made.
            lines |= _lines(constant) - {constant.co_firstlineno}
    return lines
