"""One child of a zygote, from its spawn to its end, with the resources it holds."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from effibench import _core, values
from effibench.errors import HostError
from effibench.timing import wire
from effibench.timing.memfile import Memfile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from effibench.model import Limits
    from effibench.timing.native import NativeExecutor
    from effibench.timing.zygotes import ZygoteHandle

_START_SECONDS = 30.0
_FINISH_SECONDS = 20.0


class Spawned:
    """A running child with its slot, its captured streams and its result file.

    Closing kills it, waits for the zygote's report and gives everything back; it is safe to call on every path.
    """

    def __init__(
        self,
        executor: NativeExecutor,
        role: str,
        *,
        libraries: tuple[str, ...],
        cores: int,
        cpus: Iterable[int],
        limits: Limits,
        cpu_seconds: float,
        device: str = "cpu",
        allow_subprocess: bool = False,
        overrides: dict[str, Any] | None = None,
        stdin: Memfile | None = None,
        layout: int = 0,
        urgent: bool = False,
    ) -> None:
        self._executor, self._role = executor, role
        self._zygote = libraries, cores, layout
        self._stdin = stdin
        self._handle: ZygoteHandle | None = None
        self.limits = limits
        self.report: _core.ExitReport | None = None
        self._child: _core.Child | None = None
        # A command replaces its memory image, so its peak is read from the cgroup; others by their resident size.
        self._watch_peak = role == "command"
        self._peak_reset = self._released = False
        self._alone = not allow_subprocess
        self._sinks: list[Memfile] = []
        self._slot = executor.slots.take()
        try:
            self.stdout, self.stderr = (self._take_sink() for _ in range(2))
            self.results = Memfile("results")
            self._spec = executor.sandbox.spec(
                role,
                cpus=cpus,
                slot=self._slot,
                scratch=executor.slots.scratch(self._slot),
                limits=limits,
                cpu_seconds=cpu_seconds,
                device=device,
                allow_subprocess=allow_subprocess,
                urgent=urgent,
            )
            self._spec |= overrides or {}
            self._pending: _core.PendingChild | None = self._ask()
            executor.live.add(self)
        except BaseException:
            self._release()
            raise

    def _take_sink(self) -> Memfile:
        self._sinks.append(self._executor.slots.take_sink(self.limits.output_bytes))
        return self._sinks[-1]

    def _ask(self) -> _core.PendingChild:
        """Asks a zygote for the child, and a new zygote if that one has just died."""
        with null_device() as null_fd:
            stdio = [self._stdin.fd if self._stdin else null_fd, self.stdout.fd, self.stderr.fd]
            try:
                return self._request(stdio)
            except HostError as error:
                if not self._has_died(error):
                    raise
            return self._request(stdio)

    def _request(self, stdio: list[int]) -> _core.PendingChild:
        self._handle = self._executor.zygotes.get(*self._zygote)
        return self._handle.zygote.request(self._spec, stdio, self._cgroup_files(), _START_SECONDS)

    def _has_died(self, error: HostError) -> bool:
        """Whether the zygote is gone, and gives up one that is silent: the next child must not wait for it, too."""
        if self._handle is None:
            return False
        if error.errno == errno.ETIMEDOUT:
            self._handle.give_up()
            return False
        return not self._handle.zygote.alive()

    @property
    def child(self) -> _core.Child:
        """The child; the first look waits for the fork that was asked for.

        Raises:
            HostError: the zygote could not fork, or died.
        """
        if self._child is None:
            pending, self._pending = (
                self._pending,
                None,
            )  # dropped on failure: its zygote kills what comes too late
            if pending is None:
                raise HostError(f"a {self._role} was not started")
            try:
                self._child = pending.wait(_START_SECONDS)
            except HostError as error:
                if not self._has_died(error):
                    raise
                # Of what it died was nothing of this child's: no source had been sent yet.
                self._child = self._ask().wait(_START_SECONDS)
        return self._child

    def receive(self, seconds: float, max_rss_bytes: int = 0) -> _core.Event:
        """Waits for what the child does next, up to the end of its set-up or later.

        Raises:
            HostError: it could not be set up.
        """
        try:
            event = self.child.receive(seconds, max_rss_bytes)
        except HostError as error:
            words = "the zygote has died" if self._has_died(error) else self.stderr.text()[-500:]
            raise HostError(f"a {self._role} failed: {error}. {words}".strip()) from error
        if event.kind == "frame" and event.frame_kind == _core.FRAME_SETUP_FAILED:
            raise HostError(
                f"a {self._role} could not be set up: {_core.decode_setup_failure(event.payload)}"
            )
        return event

    def kill(self) -> None:
        """Kills the child if there is one already. Safe from other threads."""
        if self._child is not None:
            self._child.kill()

    def _cgroup_files(self) -> list[int]:
        cgroup = self._executor.slots.cgroup
        if cgroup is None or not self._executor.use_cgroup:
            return []
        files = cgroup.join_files(self._slot, self._executor.sandbox.cgroup_bytes(self.limits))
        self._peak_reset = self._watch_peak and cgroup.reset_peak(self._slot)
        return files

    def send(self, kind: int, fields: dict[str, Any], fd: int = -1) -> bool:
        """Sends one frame; False if the child is gone or does not read."""
        return self.child.send(kind, values.encode(fields), fd)

    def configure(self, fields: dict[str, Any]) -> bool:
        """Sends what to load, with the result file."""
        return self.send(wire.CONFIGURE, fields, self.results.fd)

    def finish(self) -> _core.ExitReport:
        """Kills the child if it still runs and returns the zygote's report; the slot is free afterwards.

        Raises:
            HostError: the zygote died or is silent.
        """
        if self.report is None:
            try:
                self.report = self.child.finish(_FINISH_SECONDS)
            except HostError as error:
                self._has_died(error)
                raise
            finally:
                self._executor.live.discard(self)
                self._give_slot()
        return self.report

    def out_of_memory(self) -> bool:
        """Whether the kernel killed it for exceeding its cgroup's memory. Only meaningful before `finish`."""
        cgroup = self._executor.slots.cgroup
        return cgroup is not None and self._slot >= 0 and cgroup.newly_out_of_memory(self._slot)

    def cgroup_peak_bytes(self) -> int | None:
        """The cgroup's high-water mark since the child joined it, None without a cgroup. Only before `finish`."""
        cgroup = self._executor.slots.cgroup
        return (
            cgroup.peak_bytes(self._slot)
            if self._peak_reset and cgroup is not None and self._slot >= 0
            else None
        )

    def flooded(self) -> bool:
        """Whether it filled one of its streams to the limit."""
        room = self.limits.output_bytes - 4096  # a write that does not fit may be cut at a page
        return self.stdout.written() > room or self.stderr.written() > room

    def close(self) -> None:
        """Ends the child whatever state it is in."""
        try:
            with contextlib.suppress(HostError):  # a dead zygote takes its children with it
                self.finish()
        finally:
            self._release()

    def _give_slot(self) -> None:
        if self._slot >= 0:
            self._executor.slots.give(self._slot)
            self._slot = -1

    def _release(self) -> None:
        if self._released:
            return
        self._released = True
        self._give_slot()
        for sink in self._sinks:
            if self._alone and self.report is not None:
                self._executor.slots.give_sink(sink)
            else:
                sink.close()
        # Not the result file: answers that point into it may live on, and close it with them.


@contextlib.contextmanager
def null_device() -> Iterator[int]:
    """Opens the null device anew: processes that share one open file can leave each other messages in its flags.

    Raises:
        HostError: this process may not open another file.
    """
    try:
        null_fd = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise HostError(f"cannot open a file (limit on open files, ulimit -n): {error}") from error
    try:
        yield null_fd
    finally:
        os.close(null_fd)


def describe_end(report: _core.ExitReport) -> str:
    """How a process ended, in words."""
    status = report.status
    if os.WIFSIGNALED(status):
        return f"killed by {signal_name(os.WTERMSIG(status))}"
    return f"left with exit status {os.WEXITSTATUS(status)} before it had answered"


def signal_name(number: int) -> str:
    """`SIGKILL`, or `signal 35` for those without a name."""
    import signal

    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def has_runnable_thread(pid: int) -> bool:
    """Whether a thread of a process wants a CPU; False once it has ended."""
    with contextlib.suppress(OSError):
        for stat in Path(f"/proc/{pid}/task").glob("*/stat"):
            if stat.read_bytes().rpartition(b") ")[2].startswith(b"R"):  # its name may be in no encoding
                return True
    return False
