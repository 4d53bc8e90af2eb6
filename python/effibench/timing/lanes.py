"""Lanes: CPUs leased from everybody else on this machine who uses effibench.

A timing lane is a set of whole physical cores whose SMT siblings stay idle; a judging lane is one logical CPU. Leases
are flocks in a directory that all processes share, so a lane that another process times on is simply not free; the
wait for one is bounded.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from effibench import _core
from effibench.errors import HostError, UsageError

LOCK_DIRECTORY_VARIABLE = "EFFIBENCH_LOCK_DIR"


class LeasedLane(NamedTuple):
    """CPUs held until the lease's block ends."""

    cpus: tuple[int, ...]
    exclusive: bool = True


class Lanes:
    """The cores this process may use, and the leases on them.

    Args:
        cpus: logical CPUs to use; None = all that the process may run on.
        wait_seconds: how long a lease may be waited for.

    Raises:
        UsageError: `cpus` is empty or names one that the process may not run on.
    """

    def __init__(self, cpus: tuple[int, ...] | None = None, wait_seconds: float = 600.0) -> None:
        allowed = _core.allowed_cpus()
        chosen = sorted(cpus) if cpus is not None else allowed
        if not chosen or not set(chosen) <= set(allowed):
            raise UsageError(
                f"lanes {chosen} (argument `lanes`, flag --lanes): expected CPUs that this process may use: {allowed}"
            )
        self._cores = _core.physical_cores(chosen)
        directory = os.environ.get(LOCK_DIRECTORY_VARIABLE) or str(
            Path(tempfile.gettempdir()) / "effibench-lanes"
        )
        self._table = _core.LaneTable(directory, self._cores)
        self._lock = threading.Lock()
        self._wait_seconds = wait_seconds

    @property
    def physical_cores(self) -> int:
        """Number of physical cores."""
        return len(self._cores)

    @property
    def logical_cpus(self) -> int:
        """Number of logical CPUs."""
        return sum(len(core.cpus) for core in self._cores)

    def harness_cpus(self) -> list[int]:
        """Where the host's helpers (zygotes, judges) run: everywhere but on the core that is leased first."""
        ordered = [cpu for core in self._cores for cpu in core.cpus]
        return sorted(ordered[: -len(self._cores[-1].cpus)] or ordered)

    @contextlib.contextmanager
    def lease(self, cores: int, *, exclusive: bool) -> Iterator[LeasedLane]:
        """Leases `cores` physical cores for timing, or one logical CPU for judging.

        Raises:
            HostError: the machine has fewer cores, or none became free in time.
        """
        if cores > len(self._cores):
            raise HostError(
                f"a lane of {cores} cores was asked for (task field `run.cores`), but only {len(self._cores)} "
                "physical cores are usable here (argument `lanes`)"
            )
        lease = self._acquire(cores, exclusive)
        try:
            yield LeasedLane(tuple(lease.cpus), exclusive)
        finally:
            lease.release()

    def _acquire(self, cores: int, exclusive: bool) -> _core.LaneLease:
        deadline = time.monotonic() + self._wait_seconds
        pause = 0.0005
        while True:
            with self._lock:
                lease = self._table.try_acquire(cores, exclusive)
            if lease is not None:
                return lease
            if time.monotonic() > deadline:
                raise HostError(
                    f"no free lane of {cores} cores within {self._wait_seconds:g} s; held by: {self._table.holders()}"
                )
            time.sleep(pause)
            pause = min(pause * 1.5, 0.02)
