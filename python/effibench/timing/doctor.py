"""Host facts and the capability report, read-only."""

from __future__ import annotations

import statistics
from pathlib import Path

import msgspec

from effibench import _core
from effibench.model import Host, Protection
from effibench.timing import host
from effibench.timing.native import NativeExecutor


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """One fact about the machine. `value` is None with a reason in `note` where it cannot be read."""

    name: str
    value: str | None
    note: str = ""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What `effibench doctor` found."""

    host: Host
    facts: tuple[Fact, ...]
    level: str
    protections: tuple[Protection, ...]


def examine() -> Report:
    """Examines this machine.

    Raises:
        HostError: no sandboxed child can be started here at all.
    """
    executor = NativeExecutor(level="weak")
    try:
        level, protections = executor.protections()
        facts = _facts(executor)
    finally:
        executor.close()
    return Report(host=host.describe(), facts=tuple(facts), level=level, protections=protections)


def _facts(executor: NativeExecutor) -> list[Fact]:
    minimum, median, high = _core.calibrate_clock()
    window = statistics.median(_core.time_windows(_empty, 10_000))
    counters = _core.probe_counters()
    lanes = executor.lanes
    return [
        Fact(name="timing lanes", value=str(lanes.physical_cores), note="whole physical cores"),
        Fact(name="judging lanes", value=str(lanes.logical_cpus), note="logical CPUs"),
        Fact(name="clock cost", value=f"{minimum} ns", note=f"median {median} ns, p99 {high} ns"),
        Fact(name="window cost", value=f"{window:.0f} ns", note="an empty Python call, clock included"),
        _file("clock source", "/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        _file("CPU governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        _file("SMT", "/sys/devices/system/cpu/smt/control"),
        _file("transparent huge pages", "/sys/kernel/mm/transparent_hugepage/enabled"),
        _file("ASLR", "/proc/sys/kernel/randomize_va_space"),
        _file("load", "/proc/loadavg"),
        Fact(
            name="performance counters",
            value="available" if counters["available"] else None,
            note=counters["reason"],
        ),
    ]


def _empty() -> None:
    """What the cost of a window is measured with."""


def _file(name: str, path: str) -> Fact:
    try:
        return Fact(name=name, value=Path(path).read_text(encoding="utf-8").strip())
    except OSError as error:
        return Fact(name=name, value=None, note=f"{path}: {error.strerror}")
