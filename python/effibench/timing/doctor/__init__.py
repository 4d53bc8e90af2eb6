"""`effibench doctor`: is this machine fit to judge and to time, and what would make it fitter?

Read-only and bounded: facts are read from /proc and /sys; the sandbox is probed by a child that goes through its real
set-up; libraries are asked for their thread pools by processes of their own; the clock and the jitter are measured on
the CPU that is leased first, under a lease, while everything else of ours is quiet. What changes settings is in
`fix`, and nothing here calls it.

Order matters. Load and pressure are read before the doctor makes some of its own, and the jitter comes last.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator

import msgspec

from effibench import _core
from effibench.errors import HostError
from effibench.model import Host, Protection
from effibench.timing import host
from effibench.timing.doctor import cpu, fix, frequency, gpu, kernel, limits, noise, python, threads
from effibench.timing.doctor.activity import Activity, Snapshot
from effibench.timing.doctor.noise import ClockCost, Jitter, NoiseFloor
from effibench.timing.doctor.rows import Machine, Row, State, unknown
from effibench.timing.doctor.threads import Pools
from effibench.timing.lanes import LeasedLane
from effibench.timing.native import NativeExecutor

__all__ = ["JITTER_SECONDS", "Machine", "NoiseFloor", "Report", "Row", "State", "examine", "summarise"]

# Together with start and probe (0.5 s), 4.2 s at most; the rest of the 5 s is the noise floor's.
JITTER_SECONDS = 1.0
_POOL_SECONDS = 2.2
_LANE_WAIT_SECONDS = 0.2


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What `effibench doctor` found.

    Attributes:
        level: what the sandbox reaches here: `strong`, `standard` or `weak`.
        clock, jitter: None where the lane was busy; the row `jitter` says so.
        noise_floor: absent unless it was measured.
        summary: all of it in one line.
    """

    host: Host
    rows: tuple[Row, ...]
    level: str
    protections: tuple[Protection, ...]
    clock: ClockCost | None
    jitter: Jitter | None
    noise_floor: NoiseFloor | msgspec.UnsetType = msgspec.UNSET
    summary: str

    @property
    def fit(self) -> bool:
        """Whether nothing is wrong that spoils verdicts or times: level above weak, no failed row."""
        return self.level != "weak" and all(found.state is not State.FAIL for found in self.rows)


def examine(*, noise_floor: Callable[[NativeExecutor, LeasedLane], NoiseFloor] | None = None) -> Report:
    """Examines this machine; changes nothing.

    Args:
        noise_floor: measures the noise floor on a lane; without it there are no rows about it.

    Raises:
        HostError: no sandboxed child can be started here at all.
    """
    machine = Machine.of()
    rows = list(limits.rows(machine))
    pools = Pools(cores=1, at_once=max(2, len(machine.allowed)))
    try:
        executor = NativeExecutor(level="weak", lane_wait_seconds=_LANE_WAIT_SECONDS)
        try:
            level, protections = executor.protections()
            rows += static_rows(machine)
            rows += pools.rows(_POOL_SECONDS)
            clock, jitter, floor, measured = _measure(machine, executor, noise_floor)
            rows += measured
        finally:
            executor.close()
    finally:
        pools.close()
    return Report(
        host=host.describe(),
        rows=in_groups(rows),
        level=level,
        protections=protections,
        clock=clock,
        jitter=jitter,
        noise_floor=msgspec.UNSET if floor is None else floor,
        summary=summarise(level, rows, fixable={change.row for change in fix.plan(machine)}, floor=floor),
    )


def static_rows(machine: Machine) -> Iterator[Row]:
    """Yields the rows that no measurement and no load of ours can change."""
    yield from cpu.rows(machine)
    yield from frequency.rows(machine)
    yield from kernel.rows(machine, _core.probe_counters())
    yield from python.rows(python.Interpreter.this())
    yield from gpu.rows(machine)


def in_groups(rows: list[Row]) -> tuple[Row, ...]:
    """Brings the rows into the order of the table."""
    modules = (cpu, frequency, kernel, limits, threads, python, gpu, noise)
    order = [module.GROUP for module in modules]
    return tuple(sorted(rows, key=lambda found: order.index(found.group)))


def _measure(
    machine: Machine,
    executor: NativeExecutor,
    noise_floor: Callable[[NativeExecutor, LeasedLane], NoiseFloor] | None,
) -> tuple[ClockCost | None, Jitter | None, NoiseFloor | None, list[Row]]:
    """Measures on the first free lane."""
    floor = None
    try:
        with executor.lane(1, exclusive=True) as lane:
            before = Snapshot.take(machine.tree, time.monotonic())
            clock, jitter = noise.measure(lane.cpus[0], JITTER_SECONDS)
            after = Snapshot.take(machine.tree, time.monotonic())
            if noise_floor is not None:
                floor = noise_floor(executor, lane)
    except (HostError, OSError) as error:
        return None, None, None, [unknown(noise.GROUP, "jitter", str(error))]
    rows = [
        *noise.clock_rows(clock),
        *noise.jitter_rows(jitter, lane.cpus[0]),
        *Activity(before, after, lane.cpus).rows(machine),
    ]
    if floor is not None:
        rows += noise.floor_rows(floor)
    return clock, jitter, floor, rows


def summarise(level: str, rows: list[Row], *, fixable: set[str], floor: NoiseFloor | None) -> str:
    """The report in one line."""
    counts = Counter(found.state for found in rows)
    parts = [f"level {level}"]
    for state, noun in ((State.FAIL, "failure"), (State.WARN, "warning")):
        number = counts[state]
        parts.append(f"{number or 'no'} {noun}{'' if number == 1 else 's'}")
    mendable = sum(found.name in fixable and found.state in {State.WARN, State.FAIL} for found in rows)
    if mendable:
        parts.append(f"sudo effibench doctor --fix mends {mendable}")
    if floor is not None:
        parts.append(noise.resolution_line(floor))
    return "; ".join(parts)
