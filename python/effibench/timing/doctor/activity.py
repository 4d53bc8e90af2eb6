"""What others did on this machine while the jitter was measured: differences of the kernel's own accounts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from effibench.timing.doctor.noise import GROUP
from effibench.timing.doctor.rows import (
    Finding,
    Machine,
    Missing,
    Row,
    Tree,
    cpu_list,
    fail,
    info,
    ok,
    run_checks,
    warn,
)

_STEAL = 8  # column of /proc/stat, after the name
_OK_STEAL, _WARN_STEAL = 0.002, 0.02  # the grades of stolen time, see noise.jitter_rows
_QUIET_INTERRUPTS = 100.0  # a second; the timer's own are not among them
_IDLE_SHARE = 0.02  # of one CPU
_SHOWN = 3


class Process(NamedTuple):
    """One process's account: CPU time in ticks."""

    name: str
    parent: int
    ticks: int


class Snapshot(NamedTuple):
    """The accounts at one moment. A text is None with the reason in `missing`."""

    seconds: float
    stat: str | None
    interrupts: str | None
    vmstat: str | None
    processes: dict[int, Process]
    missing: dict[str, str]

    @classmethod
    def take(cls, tree: Tree, seconds: float) -> Snapshot:
        """Reads them; `seconds` is the time of any clock."""
        texts: dict[str, str | None] = {}
        missing: dict[str, str] = {}
        for name in ("stat", "interrupts", "vmstat"):
            texts[name] = None
            try:
                texts[name] = tree.text(f"/proc/{name}")
            except Missing as reason:
                missing[name] = str(reason)
        return cls(seconds, texts["stat"], texts["interrupts"], texts["vmstat"], _processes(tree), missing)

    def need(self, name: str) -> str:
        """Returns a text.

        Raises:
            Missing: it could not be read.
        """
        text: str | None = getattr(self, name)
        if text is None:
            raise Missing(self.missing[name])
        return text


def _processes(tree: Tree) -> dict[int, Process]:
    found = {}
    for path in tree.glob("/proc/[0-9]*/stat"):
        text = tree.maybe(path) or ""
        name, bracket, rest = text.rpartition(")")
        fields = rest.split()
        if (
            bracket and len(fields) > 13
        ):  # state, ppid, …; utime and stime are fields 14 and 15 of the whole line
            ticks = int(fields[11]) + int(fields[12])
            found[int(path.split("/")[2])] = Process(name.partition("(")[2], int(fields[1]), ticks)
    return found


class Activity:
    """Two snapshots and what lies between them.

    Args:
        lane: CPUs that were measured on.
        own: this process; it and its descendants are not "others".
        ticks_per_second: the unit of the accounts.
    """

    def __init__(
        self,
        before: Snapshot,
        after: Snapshot,
        lane: tuple[int, ...],
        *,
        own: int | None = None,
        ticks_per_second: int | None = None,
    ) -> None:
        self._before, self._after, self._lane = before, after, lane
        self._own = os.getpid() if own is None else own
        self._hertz = os.sysconf("SC_CLK_TCK") if ticks_per_second is None else ticks_per_second
        self._seconds = after.seconds - before.seconds

    def rows(self, machine: Machine) -> Iterator[Row]:
        """Yields the rows about what others did."""
        yield from run_checks(
            GROUP,
            machine,
            (
                ("steal", self._steal),
                ("interrupts", self._interrupts),
                ("swapping", self._swapping),
                ("busiest processes", self._busiest),
            ),
        )

    def _steal(self, machine: Machine) -> Finding:
        """The hypervisor's own word on what it gave to others, for all CPUs that may be used."""
        total = stolen = 0
        for cpu in machine.allowed:
            first, last = (
                _ticks(text, cpu) for text in (self._before.need("stat"), self._after.need("stat"))
            )
            total += sum(last[:_STEAL]) - sum(first[:_STEAL])  # guest time, behind it, is part of user time
            stolen += last[_STEAL - 1] - first[_STEAL - 1]
        if total <= 0:
            raise Missing(f"/proc/stat did not advance in {self._seconds:.1f} s")
        share = stolen / total
        value = f"{100 * share:.2g} % of the CPU time by the hypervisor's account"
        if share < _OK_STEAL:
            return ok(value)
        return (warn if share < _WARN_STEAL else fail)(
            value,
            "the hypervisor runs other guests on these cores",
            "use a machine or cores that are not shared",
        )

    def _interrupts(self, machine: Machine) -> Finding:
        del machine
        lane = self._lane
        first, last = (_interrupts(text, lane) for text in map(self._texts, (self._before, self._after)))
        counts = {name: count - first.get(name, 0) for name, count in last.items()}
        rate = sum(counts.values()) / self._seconds
        busiest = max(counts, key=lambda name: counts[name], default="")
        value = f"{rate:.0f}/s from devices on CPU {cpu_list(lane)}"
        if rate < _QUIET_INTERRUPTS:
            return ok(value)
        return warn(
            f"{value}, most from {busiest}",
            "their handlers run inside timed calls",
            "sudo effibench doctor --fix",
        )

    @staticmethod
    def _texts(snapshot: Snapshot) -> str:
        return snapshot.need("interrupts")

    def _swapping(self, machine: Machine) -> Finding:
        del machine
        pages = 0
        for name in ("pswpin", "pswpout"):
            first, last = (
                re.search(rf"^{name} (\d+)$", text, flags=re.MULTILINE)
                for text in (self._before.need("vmstat"), self._after.need("vmstat"))
            )
            if not first or not last:
                raise Missing(f"/proc/vmstat has no {name}")
            pages += int(last[1]) - int(first[1])
        if not pages:
            return ok("none")
        return fail(
            f"{pages} pages in {self._seconds:.1f} s",
            "a page that was swapped out costs milliseconds inside a timed call",
            "stop other programs, then: sudo swapoff -a",
        )

    def _busiest(self, machine: Machine) -> Finding:
        del machine
        if not self._after.processes:
            raise Missing("/proc lists no process")
        used = []
        for pid, process in self._after.processes.items():
            earlier = self._before.processes.get(pid)
            share = (process.ticks - (earlier.ticks if earlier else 0)) / self._hertz / self._seconds
            if share >= _IDLE_SHARE and not self._is_own(pid):
                used.append((share, process.name, pid))
        used.sort(reverse=True)
        if not used:
            return ok("no other process computes")
        shown = ", ".join(f"{name} ({pid}) {100 * share:.0f} %" for share, name, pid in used[:_SHOWN])
        total = sum(share for share, _, _ in used)
        if total < 0.1:
            return info(shown, "others compute on this machine")
        return warn(shown, "others compute on this machine", f"stop or wait for process {used[0][2]}")

    def _is_own(self, pid: int) -> bool:
        seen = set()
        while pid not in seen:
            if pid == self._own:
                return True
            seen.add(pid)
            process = self._after.processes.get(pid)
            pid = process.parent if process else pid
        return False


def _ticks(stat: str, cpu: int) -> list[int]:
    found = re.search(rf"^cpu{cpu} (.*)$", stat, flags=re.MULTILINE)
    ticks = [int(field) for field in found[1].split()] if found else []
    if len(ticks) < _STEAL:
        raise Missing(f"/proc/stat has no steal column for CPU {cpu}")
    return ticks


def _interrupts(text: str, cpus: tuple[int, ...]) -> dict[str, int]:
    """Device interrupts so far on some CPUs, by number and name."""
    lines = text.splitlines()
    columns = [word.removeprefix("CPU") for word in lines[0].split()] if lines else []
    places = [columns.index(str(cpu)) for cpu in cpus if str(cpu) in columns]
    if len(places) < len(cpus):
        raise Missing(f"/proc/interrupts has no column for CPU {cpu_list(cpus)}")
    found = {}
    for line in lines[1:]:
        number, _, rest = line.partition(":")
        fields = rest.split()
        if number.strip().isdecimal() and len(fields) >= len(columns):
            name = " ".join([number.strip(), *fields[-1:]])
            found[name] = sum(int(fields[place]) for place in places)
    return found
