"""Slots: what one live child occupies, numbered: a scratch directory, a cgroup, a user id."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import threading
from pathlib import Path

from effibench import _core
from effibench.errors import HostError
from effibench.timing.memfile import Memfile

_PREFIX = "effibench-scratch-"
_MAX_SINKS = 64
_TRIES = 3


class Slots:
    """Numbers for live children, the directory their scratch folders are in, and their cgroups where there are any.

    Everything on disk is named after this process, so that a later one can tell what a killed host left behind.
    """

    def __init__(self, *, use_cgroup: bool) -> None:
        self._lock = threading.Lock()
        self._free: list[int] = []
        self._next = 0
        self._sinks: dict[int, list[Memfile]] = {}
        _sweep_scratch()
        identity = f"{os.getpid()}-{_core.process_start_time(os.getpid())}"
        made = ""
        try:
            made = tempfile.mkdtemp(prefix=f"{_PREFIX}{identity}-")
            Path(made).chmod(0o711)  # a child with a user of its own must be able to pass through
        except OSError as error:
            if made:
                _remove(Path(made))
            raise HostError(
                f"cannot make a scratch directory in {tempfile.gettempdir()} (variable TMPDIR): {error}"
            ) from error
        self.root = Path(made)
        self.cgroup: _core.Cgroup | None = None
        self.cgroup_reason = "switched off"
        if use_cgroup:
            try:
                self.cgroup, self.cgroup_reason = _core.create_cgroup(f"{id(self):x}")
            except BaseException:
                _remove(self.root)
                raise

    def take_sink(self, capacity_bytes: int) -> Memfile:
        """Returns an empty sink for a stream of a child."""
        with self._lock:
            kept = self._sinks.get(capacity_bytes)
            if kept:
                return kept.pop()
        return Memfile.capture(capacity_bytes)

    def give_sink(self, sink: Memfile) -> None:
        """Takes a sink back whose writers have ended; it is used again only if nothing was ever written to it."""
        with contextlib.suppress(HostError):  # one that cannot be looked at is not kept
            if sink.untouched():
                size = sink.size
                with self._lock:
                    kept = self._sinks.setdefault(size, [])
                    if len(kept) < _MAX_SINKS:
                        kept.append(sink)
                        return
        sink.close()

    def take(self) -> int:
        """Returns a number no live child has."""
        with self._lock:
            if self._free:
                return self._free.pop()
            self._next += 1
            return self._next - 1

    def give(self, slot: int) -> None:
        """Makes a number available again."""
        with self._lock:
            self._free.append(slot)

    def scratch(self, slot: int) -> str:
        """Where the child of a slot has its scratch folder (in the zygote's view)."""
        return f"{self.root}/slot-{slot}"

    def close(self) -> None:
        """Removes the directory and the cgroups. Children must have ended."""
        with self._lock:
            sinks, self._sinks = [sink for kept in self._sinks.values() for sink in kept], {}
        for sink in sinks:
            sink.close()
        if self.cgroup is not None:
            self.cgroup.close()
            self.cgroup = None
        _remove(self.root)


def _remove(folder: Path) -> None:
    """Removes a directory; tried again, as a busy machine may lack a descriptor for a moment."""
    for _ in range(_TRIES):
        with contextlib.suppress(OSError):  # not all of them are ignored by `ignore_errors`
            shutil.rmtree(folder, ignore_errors=True)
            if not folder.exists():
                return


def _sweep_scratch() -> None:
    """Removes the directories of hosts that were killed; one that cannot be looked at stays."""
    folders: list[Path] = []
    with contextlib.suppress(OSError):
        folders = list(Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"))
    for folder in folders:
        pid, _, rest = folder.name.removeprefix(_PREFIX).partition("-")
        started = rest.partition("-")[0]
        with contextlib.suppress(OSError, ValueError, HostError):
            if folder.stat().st_uid != os.geteuid():
                continue
            try:
                alive = _core.process_start_time(int(pid)) == started
            except HostError:
                alive = False
            if not alive:
                _remove(folder)
