"""Runs cases of one program in one child and turns events into evidence."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

from effibench import _core
from effibench.errors import HostError
from effibench.model import Sample
from effibench.timing import wire
from effibench.timing.children import Spawned, describe_end, has_runnable_thread
from effibench.timing.executor import Call, CallPlan, CaseInput, CaseRun, Output, Program, Stop
from effibench.timing.integrity import LATE_CPU_NS
from effibench.timing.memfile import Slice
from effibench.timing.reports import Failure, unpack

if TYPE_CHECKING:
    from effibench.timing.executor import Lane
    from effibench.timing.native import NativeExecutor

# On top of a call's own limit: decoding its input and encoding its answer.
GRACE_SECONDS = 1.0
_LATE_LOOK_SECONDS = 0.002
_LATE_LOOKS = 25
_LATE_LOOK_IDLE_NS = 100_000
_COPIED_AT_ONCE_BYTES = 64 << 10  # a copy of more takes longer than to end the process
_FOREIGN = "the process sent a message that no worker sends"


class NativeRunner:
    """A candidate's or reference's process (see worker.py for its side)."""

    def __init__(
        self,
        executor: NativeExecutor,
        program: Program,
        lane: Lane,
        *,
        ahead: bool = False,
        layout: int = 0,
        cpu_seconds: float | None = None,
    ) -> None:
        """`cpu_seconds` is the process's limit; by default what the calls of one protocol can take."""
        self._program = program
        self._move_to = lane.cpus if ahead else ()
        task = program.task
        self._limits = task.limits
        calls_at_most = 1000 if task.isolation == "candidate" else 8
        self._spawned = Spawned(
            executor,
            program.role,
            libraries=task.libraries,
            cores=task.cores,
            cpus=executor.lanes.harness_cpus() if ahead else lane.cpus,
            limits=task.limits,
            cpu_seconds=cpu_seconds
            or (task.limits.import_seconds + calls_at_most * task.limits.call_seconds) * task.cores,
            device=task.device,
            allow_subprocess=task.result.subprocesses,
            layout=layout,
            urgent=executor.may_be_urgent(lane),
        )
        self._import_ns: int | None = None
        self._max_rss = 0
        self._resident = 0
        self._loaded = False

    def run(self, case: CaseInput, plan: CallPlan, *, last: bool) -> CaseRun:  # noqa: PLR0911 (one an end)
        """Runs one case; loads the program first if this is the first one."""
        failed = self.load()
        if failed is not None:
            return failed
        run = CaseRun(Stop.DONE, import_ns=self._import_ns)
        child = self._spawned.child
        assert isinstance(case.data, Slice)
        if not child.silent():  # an answer from before the question
            return self._stopped(run, Stop.FORGED, _FOREIGN)
        fields = {"calls": plan.warmups + plan.timed, "check_input": True}
        with contextlib.closing(case.data.file.duplicate()) as copy:
            before_cpu, began = self._cpu_ns(), _core.now_ns()
            if not self._spawned.send(wire.CASE, fields, copy.fd):
                return self._ended(run)
        seconds = self._limits.call_seconds + GRACE_SECONDS
        while True:
            event = child.receive(seconds, self._max_rss)
            if event.kind != "frame":
                return self._interrupted(run, event)
            if event.frame_kind == wire.FAILED:
                return self._failed(run, event.payload)
            empty = event.frame_kind == wire.SAMPLE and not event.payload
            if event.frame_kind not in {wire.SAMPLE, wire.DONE} or empty:
                return self._stopped(run, Stop.FORGED, _FOREIGN)
            if not self._take_samples(run, event.payload, plan):
                return self._stopped(run, Stop.FORGED, _FOREIGN)
            if any(call.sample.wall_ns > self._limits.call_seconds * 1e9 for call in run.calls):
                return self._stopped(
                    run, Stop.TIME, f"a call took longer than {self._limits.call_seconds:g} s"
                )
            if event.frame_kind == wire.DONE:
                if len(run.calls) != plan.warmups + plan.timed:
                    return self._stopped(run, Stop.FORGED, _FOREIGN)
                break
        run.envelope_ns = event.stamp_ns - began
        self._look(run, before_cpu, last)
        return run

    def load(self) -> CaseRun | None:
        """Loads the program unless that was done; what went wrong if it cannot be loaded."""
        failed = None if self._loaded else self._load()
        self._loaded = failed is None
        return failed

    def player_of(self, table: _core.TurnTable) -> int:
        """Makes the loaded process a player and returns its number."""
        return table.add_player(self._spawned.child, self._spawned.results.fd, self._max_rss)

    def explain(self, event: _core.Event) -> CaseRun:
        """Why a turn has ended with this event; the process is ended."""
        run = CaseRun(Stop.DONE, import_ns=self._import_ns)
        if event.kind != "frame":
            return self._interrupted(run, event)
        if event.frame_kind == wire.FAILED:
            return self._failed(run, event.payload)
        return self._stopped(run, Stop.FORGED, _FOREIGN)

    def finish(self) -> None:
        """Waits until the process has ended."""
        self._spawned.finish()

    def close(self) -> None:
        """Ends the process."""
        self._spawned.close()

    # --- loading ---

    def _load(self) -> CaseRun | None:
        task = self._program.task
        fields = {
            "solution": self._program.loading,
            "materialise": task.result.laziness == "materialise",
            "result_bytes": self._limits.result_bytes,
        }
        run = CaseRun(Stop.DONE)
        if self._move_to:
            self._spawned.child.set_affinity(self._move_to)
        began = _core.now_ns()
        self._spawned.configure(fields)  # whether it is there to take this says the next event
        base = self._spawned.child.rss_bytes() or 0
        event = self._spawned.receive(self._limits.import_seconds, base + self._limits.memory_bytes)
        if event.kind == "deadline":
            return self._stopped(
                run, Stop.TIME, f"importing the source took longer than {self._limits.import_seconds:g} s"
            )
        if event.kind != "frame":
            return self._interrupted(run, event)
        if event.frame_kind == wire.FAILED:
            return self._failed(run, event.payload)
        honest = len(event.payload) == wire.READY_RECORD.size
        import_ns = wire.READY_RECORD.unpack(event.payload)[0] if honest else 0
        honest &= 0 <= import_ns <= event.stamp_ns - began
        if event.frame_kind != wire.READY or not honest:
            return self._stopped(run, Stop.FORGED, _FOREIGN)
        self._import_ns = import_ns
        self._resident = self._spawned.child.rss_bytes() or 0
        self._max_rss = self._resident + self._limits.memory_bytes
        return None

    # --- evidence ---

    def _take_samples(self, run: CaseRun, payload: bytes, plan: CallPlan) -> bool:
        """Adds the calls that a message reports; False if no honest worker reports that."""
        if len(payload) % wire.SAMPLE_BYTES:
            return False
        # Every message restarts the clock of its deadline, so none may come beyond the planned calls.
        if len(run.calls) + len(payload) // wire.SAMPLE_BYTES > plan.warmups + plan.timed:
            return False
        written = self._spawned.results.size
        for start in range(0, len(payload), wire.SAMPLE_BYTES):
            record = wire.SAMPLE_RECORD.unpack_from(payload, start)
            place = wire.SAMPLE_PLACE.unpack_from(payload, start + wire.SAMPLE_RECORD.size)
            offset, length, mutated = place
            fits = 0 <= offset <= written - length and 0 < length <= self._limits.result_bytes
            sample = Sample(*(*record, len(run.calls) < plan.warmups))
            if not fits or sample.wall_ns < 0:
                return False
            run.calls.append(Call(sample, Slice(self._spawned.results, offset, length)))
            run.input_mutated |= mutated
        return True

    def _look(self, run: CaseRun, before_cpu: int | None, last: bool) -> None:
        """What only the host can see of a child that has answered: CPU, memory, threads, output."""
        child = self._spawned.child
        early = self._spawned.results.size <= _COPIED_AT_ONCE_BYTES
        if early:  # before it can write more
            self._keep_answers(run)
        after_cpu = self._cpu_ns()
        if before_cpu is not None and after_cpu is not None:
            run.cpu_ns = after_cpu - before_cpu
        memory = child.memory()
        if memory is not None:
            run.peak_memory_bytes = max(0, memory.hwm_bytes - self._resident)
        if not early and (not last or memory is None or memory.threads > 1):
            self._keep_answers(run)
        if memory is not None and memory.threads > 1 and after_cpu is not None:
            run.late_cpu_ns = self._late_cpu_ns()
        self._streams(run)
        if last:
            self._spawned.kill()

    def _keep_answers(self, run: CaseRun) -> None:
        """The process lives on and has the result file: what counts is what the file holds now."""
        kept = Slice(self._spawned.results, 0, self._spawned.results.size).copy().file
        run.calls[:] = [call._replace(output=Slice(kept, *_place(call.output))) for call in run.calls]

    def _late_cpu_ns(self) -> int | None:
        """CPU time used after the answer, up to what is too much. Looks on as long as a thread wants a CPU."""
        first = before = self._cpu_ns()
        for _ in range(_LATE_LOOKS):
            time.sleep(_LATE_LOOK_SECONDS)
            after = self._cpu_ns()
            if first is None or before is None or after is None:
                return None
            idle = after - before < _LATE_LOOK_IDLE_NS
            before = after
            if after - first > LATE_CPU_NS or (idle and not has_runnable_thread(self._spawned.child.pid)):
                break
        return before - first if first is not None and before is not None else None

    def _cpu_ns(self) -> int | None:
        try:
            return self._spawned.child.cpu_ns()
        except HostError:
            return None  # it has just ended; the next event says how

    def _streams(self, run: CaseRun) -> None:
        spawned = self._spawned
        run.stdout, run.stderr = spawned.stdout.text(), spawned.stderr.text()

    # --- ends ---

    def _failed(self, run: CaseRun, payload: bytes) -> CaseRun:
        failure = unpack(payload, Failure)
        if failure is None:
            return self._stopped(run, Stop.FORGED, _FOREIGN)
        kind, message = failure.type, failure.message
        run.traceback = failure.traceback
        if failure.stage == "result" and kind == "UnsupportedType":
            return self._stopped(run, Stop.UNSUPPORTED, message)
        if failure.stage == "result" and kind == "ValueTooLarge":
            return self._stopped(run, Stop.TOO_LARGE, message)
        where = "" if failure.stage == "call" else f" (during {failure.stage})"
        text = f"{kind}: {message}" if message else kind
        if failure.missing_entry:
            return self._stopped(run, Stop.RAISED, message)
        if failure.out_of_memory:
            return self._stopped(run, Stop.MEMORY, text + where)
        return self._stopped(run, Stop.RAISED, text + where)

    def _interrupted(self, run: CaseRun, event: _core.Event) -> CaseRun:
        if event.kind == "deadline":
            return self._stopped(run, Stop.TIME, f"a call took longer than {self._limits.call_seconds:g} s")
        if event.kind == "memory":
            return self._stopped(run, Stop.MEMORY, f"used more than {self._limits.memory_bytes >> 20} MiB")
        if event.kind == "malformed":
            return self._stopped(run, Stop.FORGED, "the process sent bytes that are no message")
        return self._ended(run)

    def _ended(self, run: CaseRun) -> CaseRun:
        """The process ended by itself before its answer was complete."""
        out_of_memory = self._spawned.out_of_memory()
        report = self._spawned.finish()
        stderr = self._spawned.stderr.text()
        if out_of_memory or "bad_alloc" in stderr or "memory allocation of" in stderr:
            return self._stopped(run, Stop.MEMORY, f"used more than {self._limits.memory_bytes >> 20} MiB")
        return self._stopped(run, Stop.CRASHED, f"the process {describe_end(report)}")

    def _stopped(self, run: CaseRun, stop: Stop, reason: str) -> CaseRun:
        run.stop, run.reason = stop, reason
        self._spawned.finish()
        if self._spawned.flooded() and stop in {Stop.RAISED, Stop.CRASHED, Stop.DONE}:
            run.stop = Stop.OUTPUT
            run.reason = f"wrote more than {self._limits.output_bytes >> 10} KiB to stdout or stderr"
        self._streams(run)
        return run


def _place(output: Output) -> tuple[int, int]:
    assert isinstance(output, Slice)
    return output.offset, output.length
