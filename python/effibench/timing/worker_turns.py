"""The child's side of the paired protocol: one turn at a time, asleep in between.

A turn makes some calls that nobody times (the other side has just used the caches) and then the calls of the window,
each on a private copy of the input that is decoded before the window opens. The results stay alive until the window
has closed; then all of them are encoded, so that the host can check the answer of every call that was timed.
"""

from __future__ import annotations

import gc
import mmap
import os
import sys
from collections.abc import Callable
from typing import Any

from effibench import _core, values
from effibench.timing import source, wire
from effibench.timing.worker_io import changed, report_failure, report_result_failure, send_failure


class Turns:
    """Takes turns with one loaded solution."""

    def __init__(
        self,
        solution: source.Solution,
        result_fd: int,
        result_bytes: int,
        materialise: Callable[[Any], Any] | None,
    ) -> None:
        self._solution, self._result_fd, self._result_bytes = solution, result_fd, result_bytes
        self._materialise = materialise
        self._inputs: dict[int, memoryview] = {}

    def take(self, payload: bytes, input_fd: int) -> bool:
        """Takes one turn; False after a failure, when the process has nothing more to say."""
        number, loops, primes = wire.TURN_RECORD.unpack(payload)
        first = number not in self._inputs
        if first:
            self._inputs[number] = memoryview(mmap.mmap(input_fd, 0, prot=mmap.PROT_READ))
            os.close(input_fd)
        view = self._inputs[number]
        os.lseek(self._result_fd, 0, os.SEEK_SET)
        os.ftruncate(self._result_fd, 0)
        for _ in range(primes):
            if self._calls(view, 1) is None:
                return False
        taken = self._calls(view, loops)
        if taken is None:
            return False
        inputs, calls, results, record = taken
        mutated = first and changed(inputs[0], view)
        lengths = []
        for prepared, result in zip(calls, results, strict=True):
            try:
                answer = prepared.answer(result)
                lengths.append(values.encode_to_fd(answer, self._result_fd, max_bytes=self._result_bytes))
            except BaseException as failure:
                report_result_failure(failure, result)
                return False
        # Freed before the answer: a process that works after its turn looks like one that hides work there.
        del taken, inputs, calls, results, prepared, result, answer
        answer_record = record + mutated.to_bytes(8, "little")
        _core.send_frame(wire.TURN_DONE, answer_record + b"".join(n.to_bytes(8, "little") for n in lengths))
        return True

    def _calls(
        self, view: memoryview, count: int
    ) -> tuple[list[Any], list[source.Prepared], list[Any], bytes] | None:
        """Makes calls back to back in one window: inputs, calls, results and the sample; None after a failure."""
        inputs = [values.decode(view) for _ in range(count)]
        try:
            calls = [self._solution.prepare(value) for value in inputs]
        except BaseException as error:
            send_failure("call", error)
            return None
        sys.settrace(None)
        sys.setprofile(None)
        gc.collect(1)  # both sides enter a window with the same counters; older garbage is the program's own
        results, raised, record = _core.timed_batch(
            [(call.function, call.arguments) for call in calls], self._materialise
        )
        if raised is not None or results is None:
            report_failure(raised or RuntimeError("no results"))
            return None
        return inputs, calls, results, record
