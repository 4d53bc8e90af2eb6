"""Running an external program under the same limits and with the same evidence as a candidate.

For compilers, interpreters of other languages and programs that read stdin. The program is executed by a child of a
zygote without libraries, after the whole set-up, so it has the sandbox, the limits and the watchers of every child.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from effibench import _core
from effibench.errors import HostError, UsageError
from effibench.model import Limits
from effibench.timing.children import Spawned, signal_name
from effibench.timing.executor import Stop
from effibench.timing.memfile import Memfile
from effibench.timing.native import NativeExecutor

_SET_UP_SECONDS = 20.0
_WATCH_SECONDS = 0.005
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/"}


class CommandReport(msgspec.Struct, frozen=True, kw_only=True):
    """How a program ended and what it used.

    Attributes:
        stop: `done` (it ended by itself), `time`, `memory` or `output`.
        exit_status: its exit status; None if a signal ended it.
        signal: name of the signal that ended it, None if it left by itself.
        wall_ns: from its execve to its end, by the host's clock.
        cpu_ns: user and system time of it and the children it waited for.
        peak_memory_bytes: its high-water mark; by the cgroup where there is one, else sampled every 5 ms.
        memory_source: `cgroup` or `sampled`.
        stdout, stderr: what it wrote, up to `limits.output_bytes` each.
    """

    stop: Stop
    exit_status: int | None
    signal: str | None
    wall_ns: int
    cpu_ns: int
    peak_memory_bytes: int | None
    memory_source: str
    stdout: bytes
    stderr: bytes


def run_command(
    executor: NativeExecutor,
    argv: Sequence[str],
    *,
    stdin: bytes = b"",
    limits: Limits | None = None,
    environment: Mapping[str, str] | None = None,
    cpus: Sequence[int] | None = None,
    read_only: Sequence[str] = (),
    read_write: Sequence[str] = (),
    allow_subprocess: bool = False,
) -> CommandReport:
    """Runs a program to its end or to a limit.

    Args:
        argv: program (an absolute path) and its arguments.
        limits: `call_seconds` is its wall time.
        environment: its whole environment; default: PATH, LANG and HOME only.
        cpus: logical CPUs it may use; default: those of the host's helpers.
        read_only, read_write: paths it may use beside the system's and its own scratch directory.
        allow_subprocess: whether it may start processes (all are killed with it).

    Raises:
        UsageError: `argv` does not start with an absolute path of an executable file.
        HostError: it could not be started, or the host failed.
    """
    program = Path(argv[0]) if argv else Path()
    if not (program.is_absolute() and program.is_file() and os.access(program, os.X_OK)):
        raise UsageError(
            f"argv[0] = {argv[0] if argv else None!r}: expected the absolute path of an executable file"
        )
    bounds = limits or Limits()
    variables = dict(_ENVIRONMENT if environment is None else environment)
    given = Memfile.of(stdin)
    spawned = Spawned(
        executor,
        "command",
        libraries=(),
        cores=1,
        cpus=cpus or executor.lanes.harness_cpus(),
        limits=bounds,
        cpu_seconds=bounds.call_seconds * 64,
        allow_subprocess=allow_subprocess,
        stdin=given,
        overrides={
            "argv": list(argv),
            "environment": [f"{name}={value}" for name, value in variables.items()],
            "read_only": [*executor.sandbox.read_only, *read_only],
            "read_write": [*executor.sandbox.devices(gpu=False), *read_write],
        },
    )
    try:
        return _watch(spawned, bounds)
    finally:
        spawned.close()
        given.close()


def _watch(spawned: Spawned, bounds: Limits) -> CommandReport:
    event = spawned.child.receive(_SET_UP_SECONDS)
    if event.kind != "frame" or event.frame_kind != _core.FRAME_SETUP_DONE:
        words = _core.decode_setup_failure(event.payload) if event.payload else event.kind
        raise HostError(f"a command could not be set up: {words}")
    began = event.stamp_ns
    deadline = began + int(bounds.call_seconds * 1e9)
    peak: int | None = None
    stop = Stop.DONE
    while True:
        event = spawned.child.receive(
            min(_WATCH_SECONDS, (deadline - _core.now_ns()) / 1e9), bounds.memory_bytes
        )
        if event.kind == "frame":
            raise HostError(f"a command could not be started: {_core.decode_setup_failure(event.payload)}")
        if event.kind == "memory":
            stop = Stop.MEMORY
        if event.kind != "deadline" or event.stamp_ns >= deadline:
            break
        memory = spawned.child.memory()
        if memory is not None:
            peak = max(peak or 0, memory.hwm_bytes)
    if event.kind == "deadline":
        stop = Stop.TIME
    if spawned.out_of_memory():
        stop = Stop.MEMORY
    by_cgroup = spawned.cgroup_peak_bytes()
    report = spawned.finish()
    if stop is Stop.DONE and spawned.flooded():
        stop = Stop.OUTPUT
    ended_by_signal = os.WIFSIGNALED(report.status)
    return CommandReport(
        stop=stop,
        exit_status=None if ended_by_signal else os.WEXITSTATUS(report.status),
        signal=signal_name(os.WTERMSIG(report.status)) if ended_by_signal else None,
        wall_ns=event.stamp_ns - began,
        cpu_ns=report.user_ns + report.system_ns,
        peak_memory_bytes=by_cgroup if by_cgroup is not None else peak,
        memory_source="cgroup" if by_cgroup is not None else "sampled",
        stdout=spawned.stdout.read_written(),
        stderr=spawned.stderr.read_written(),
    )
