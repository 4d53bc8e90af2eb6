"""Running one case of a program as a protocol and the task's isolation say: in how many processes, how often.

Forking is as long as a short case, so the next case's process is forked and set up while this one's runs, on the
helpers' CPUs and never on the lane; and a process that has answered ends while the next one runs. Its answers may be
read only once it has ended (`settle`).
"""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

from effibench.timing.executor import CallPlan, CaseRun, Executor, Lane, Program, Runner, Stop
from effibench.timing.protocols import Protocol

if TYPE_CHECKING:
    from effibench.timing.suite import Suite


class Takes:
    """The processes of one program on one lane; ends them when its block ends."""

    def __init__(
        self, executor: Executor, program: Program, lane: Lane, protocol: Protocol, suite: Suite
    ) -> None:
        self._executor, self._program, self._lane = executor, program, lane
        self._protocol, self._suite = protocol, suite
        self._kept: Runner | None = None  # one process for all cases
        self._ahead: Runner | None = None  # the next case's process, being forked while this one's runs
        self._ending: dict[int, Runner] = {}

    def __enter__(self) -> Takes:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for runner in (self._kept, self._ahead, *self._ending.values()):
            if runner is not None:
                runner.close()

    def take(self, index: int) -> CaseRun:
        """Runs the case with that index; a stop other than `done` ends the program's processes."""
        if self._protocol.processes == 1:
            return self._one_process(index)
        merged: CaseRun | None = None
        for _ in range(self._protocol.processes):
            run = self._fresh_process(index)
            merged = run if merged is None else _merge(merged, run)
            if merged.stop is not Stop.DONE:
                break
        assert merged is not None
        return merged

    def _one_process(self, index: int) -> CaseRun:
        case = self._suite.cases[index]
        if self._suite.task.isolation == "candidate":
            if self._kept is None:
                self._kept = self._executor.start(self._program, self._lane)
            return self._kept.run(case, self._protocol.plan, last=False)
        runner = self._ahead or self._executor.start(self._program, self._lane)
        self._ahead = None
        self._ending[index] = runner
        if index + 1 < len(self._suite.cases) and self._executor.starts_ahead(self._lane):
            self._ahead = self._executor.start(self._program, self._lane, ahead=True)
        return runner.run(case, self._protocol.plan, last=True)

    def settle(self, index: int) -> None:
        """Waits for the end of the process that ran the case; its answers may be looked at from then on.

        Raises:
            HostError: the harness failed while it ran.
        """
        runner = self._ending.pop(index, None)
        if runner is not None:
            try:
                runner.finish()
            finally:
                runner.close()

    def _fresh_process(self, index: int) -> CaseRun:
        runner = self._executor.start(self._program, self._lane)
        try:
            sibling = self._suite.sibling(index) if self._protocol.warm_on_sibling else None
            if sibling is not None:
                warm = runner.run(sibling, CallPlan(warmups=1, timed=0), last=False)
                if warm.stop is not Stop.DONE:
                    return warm
            return runner.run(self._suite.cases[index], self._protocol.plan, last=True)
        finally:
            runner.close()


def _merge(first: CaseRun, second: CaseRun) -> CaseRun:
    """Adds a further process's run of the same case."""

    def add(left: int | None, right: int | None) -> int | None:
        return None if left is None or right is None else left + right

    peaks = [peak for peak in (first.peak_memory_bytes, second.peak_memory_bytes) if peak is not None]
    late = [spent for spent in (first.late_cpu_ns, second.late_cpu_ns) if spent is not None]
    return CaseRun(
        second.stop,
        second.reason,
        second.traceback,
        [*first.calls, *second.calls],
        second.import_ns,
        add(first.envelope_ns, second.envelope_ns),
        add(first.cpu_ns, second.cpu_ns),
        max(peaks, default=None),
        max(late, default=None),
        first.input_mutated or second.input_mutated,
        second.stdout,
        second.stderr,
    )
