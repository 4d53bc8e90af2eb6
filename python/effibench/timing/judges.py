"""Judges: processes that hold a task's validator and never run a candidate. Kept alive between questions."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from effibench import _core
from effibench.errors import HostError, TaskError
from effibench.model import Limits
from effibench.tasks.task import EntryKind, Task
from effibench.timing import wire
from effibench.timing.children import Spawned, describe_end
from effibench.timing.executor import Judgement
from effibench.timing.memfile import Slice
from effibench.timing.reports import Decision, Failure, unpack

if TYPE_CHECKING:
    from effibench.timing.native import NativeExecutor

_VALIDATOR_SECONDS = 30.0
_MAX_IDLE = 16

_COMPARE = """from effibench.tasks.comparison import compare


def output_validator(pred_output, ref_output):
    return compare(pred_output, ref_output, rtol={rtol!r}, atol={atol!r}, dtype={dtype!r}, order={order!r})
"""

_COMPARE_TEXT = """def output_validator(pred_output, ref_output):
    pred, ref = ([line.rstrip() for line in text.rstrip().split("\\n")] for text in (pred_output, ref_output))
    for number, (got, want) in enumerate(zip(pred, ref), start=1):
        if got != want:
            return False, f"line {number}: {got[:80]!r} != {want[:80]!r}"
    return len(pred) == len(ref), f"{len(pred)} lines instead of {len(ref)}"
"""


def validator_source(task: Task) -> str:
    """The task's validator, or the comparison that its result policy describes."""
    if task.validator:
        return task.validator
    if task.entry.kind is EntryKind.PROGRAM:
        return _COMPARE_TEXT
    policy = task.result
    return _COMPARE.format(rtol=policy.rtol, atol=policy.atol, dtype=policy.dtype, order=policy.order)


class Judge:
    """One judge process."""

    def __init__(self, executor: NativeExecutor, task: Task) -> None:
        """Starts it and loads the validator.

        Raises:
            TaskError: the validator's source cannot be loaded.
        """
        limits = Limits(memory_bytes=max(4 * task.limits.memory_bytes, 4 << 30))
        self._spawned = Spawned(
            executor,
            "judge",
            libraries=task.libraries,
            cores=1,
            cpus=executor.lanes.harness_cpus(),
            limits=limits,
            cpu_seconds=24 * 3600,
        )
        try:
            self._spawned.configure({"source": validator_source(task)})
            event = self._receive()
            if event.frame_kind == wire.FAILED:
                failure = unpack(event.payload, Failure)
                said = f"{failure.type}: {failure.message}" if failure else "its report cannot be read"
                raise TaskError(f"task {task.id}: validator.py cannot be loaded: {said}")
            self._wants_input = bool(event.payload)
        except BaseException:
            self.close()
            raise

    def ask(self, given: Slice, expected: Slice, actual: Slice) -> Judgement | None:
        """Compares an answer; None if the validator did not come to a decision within its limits."""
        self._spawned.send(wire.EXPECTED, expected.place, expected.file.fd)
        if self._wants_input:
            self._spawned.send(wire.GIVEN, given.place, given.file.fd)
        self._spawned.send(wire.ACTUAL, actual.place, actual.file.fd)
        event = self._spawned.child.receive(_VALIDATOR_SECONDS)
        if event.kind == "frame" and event.frame_kind == wire.JUDGED:
            decision = unpack(event.payload, Decision)
            if decision is None:
                raise HostError("a judge sent a decision that cannot be read")
            return Judgement(decision.ok, decision.reason, decision.invalid)
        if event.kind in {"exited", "deadline", "memory"}:
            return None
        raise HostError(f"a judge sent an unexpected message ({event.kind}, {event.frame_kind})")

    def _receive(self) -> _core.Event:
        event = self._spawned.receive(_VALIDATOR_SECONDS)
        if event.kind == "exited":
            report = self._spawned.finish()
            raise HostError(f"a judge {describe_end(report)}: {self._spawned.stderr.text()[-1000:]}")
        if event.kind != "frame":
            raise HostError(f"a judge did not start ({event.kind})")
        return event

    def finish(self) -> None:
        """Ends the process.

        Raises:
            HostError: its zygote has died, so its end says nothing about what it was asked.
        """
        self._spawned.finish()

    def close(self) -> None:
        """Ends the process whatever state it is in."""
        self._spawned.close()


class JudgePool:
    """Idle judges by task; a judge answers one question at a time."""

    def __init__(self, executor: NativeExecutor) -> None:
        self._executor = executor
        self._idle: list[tuple[str, Judge]] = []  # most recently used last
        self._lock = threading.Lock()

    def ask(self, task: Task, given: Slice, expected: Slice, actual: Slice) -> Judgement:
        """Asks a judge; a second, fresh one if the first broke down.

        A judge compares the expected answer with itself when the task's inputs are built, so one that breaks down
        over another answer does so because of that answer, which is `invalid` then. The second one must be fresh:
        idle ones may all have died with their zygote, and that is no fault of the answer.
        """
        for choose in (self._take, self._start):
            judge = choose(task)
            try:
                judgement = judge.ask(given, expected, actual)
                if judgement is None and choose == self._start:
                    judge.finish()
            except BaseException:
                judge.close()
                raise
            if judgement is not None:
                self._give(task, judge)
                return judgement
            judge.close()
        return Judgement(
            ok=False, invalid=True, reason="the validator cannot cope with this result within its limits"
        )

    def _take(self, task: Task) -> Judge:
        with self._lock:
            for index in range(len(self._idle) - 1, -1, -1):
                if self._idle[index][0] == task.digest:
                    return self._idle.pop(index)[1]
        return self._start(task)

    def _start(self, task: Task) -> Judge:
        return Judge(self._executor, task)

    def _give(self, task: Task, judge: Judge) -> None:
        with self._lock:
            self._idle.append((task.digest, judge))
            retired = self._idle.pop(0)[1] if len(self._idle) > _MAX_IDLE else None
        if retired is not None:
            retired.close()

    def close(self) -> None:
        """Ends all idle judges."""
        with self._lock:
            judges, self._idle = self._idle, []
        for _, judge in judges:
            judge.close()
