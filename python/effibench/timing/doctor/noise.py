"""What is measured and not read: the clock's cost, the gaps in a thread that only spins, and the noise floor.

All of it runs on the CPU that is leased first for timing, under a lease, by a thread of its own that is pinned there.
"""

from __future__ import annotations

import os
import statistics
import threading
from collections.abc import Iterator

import msgspec

from effibench import _core
from effibench.timing.doctor.rows import Finding, Row, State, fail, ok, row, warn
from effibench.units import format_seconds

GROUP = "noise"
_OK_SHARE, _WARN_SHARE = 0.002, 0.02
_OK_GAP_NS, _WARN_GAP_NS = 100_000, 1_000_000
_OK_CLOCK_NS, _WARN_CLOCK_NS = 100, 1_000
_WINDOWS = 10_000
_WINDOW_PER_GAP = 1_000  # a window this many times the clock's own spread is timed to 0.1 %
_GOOD_RESOLUTION = 0.01


class Jitter(msgspec.Struct, frozen=True, kw_only=True):
    """Gaps between readings of the clock by a thread that does nothing else (csrc/jitter.hpp).

    Attributes:
        bounds_ns: upper bounds of the bins; the last bin has none.
        counts: gaps in each bin, one more than bounds.
        stolen_ns: sum of the gaps of 1 µs and more.
        involuntary_switches: how often the kernel gave the CPU to somebody else.
    """

    bounds_ns: tuple[int, ...]
    counts: tuple[int, ...]
    wall_ns: int
    stolen_ns: int
    max_gap_ns: int
    involuntary_switches: int

    @property
    def stolen_share(self) -> float:
        """Share of the time that was spent elsewhere."""
        return self.stolen_ns / self.wall_ns


class ClockCost(msgspec.Struct, frozen=True, kw_only=True):
    """Lengths in ns of windows around nothing, and around an empty Python call."""

    min_ns: int
    p50_ns: int
    p99_ns: int
    call_ns: float


class NoiseFloor(msgspec.Struct, frozen=True, kw_only=True):
    """What comparing code with itself, and with code that is slower by a known amount, gave on this machine.

    Attributes:
        kernels: standard error of the logarithm of the ratio that one comparison gives, by kernel; None with too few
            rounds.
        seconds: time that one comparison took.
        resolvable: smallest relative difference that a comparison of `seconds` can tell from none; None if it can tell
            nothing in that time.
        control: relative difference of the positive control, as it was built.
        control_measured: the same as it was measured; None if it was not told from none.
    """

    kernels: dict[str, float | None]
    seconds: float
    resolvable: float | None
    control: float
    control_measured: float | None


def measure(cpu: int, seconds: float) -> tuple[ClockCost, Jitter]:
    """Measures the clock and, for `seconds`, the jitter on one CPU.

    Raises:
        HostError, OSError: the CPU cannot be used.
    """
    found: list[tuple[ClockCost, Jitter]] = []
    failures: list[BaseException] = []

    def spin() -> None:
        try:
            os.sched_setaffinity(0, {cpu})  # of this thread alone
            minimum, median, high = _core.calibrate_clock(_WINDOWS)
            call = statistics.median(_core.time_windows(_empty, _WINDOWS))
            jitter = msgspec.convert(_core.measure_jitter(seconds), Jitter)
            found.append((ClockCost(min_ns=minimum, p50_ns=median, p99_ns=high, call_ns=call), jitter))
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=spin, name="effibench-jitter", daemon=True)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]
    return found[0]


def _empty() -> None:
    """What the cost of a window is measured with."""


def clock_rows(cost: ClockCost) -> Iterator[Row]:
    """Yields the rows about the clock."""
    value = f"{cost.min_ns} ns (median {cost.p50_ns}, p99 {cost.p99_ns})"
    shortest = format_seconds(_WINDOW_PER_GAP * cost.p99_ns / 1e9)
    if cost.p50_ns <= _OK_CLOCK_NS:
        finding = ok(value)
    else:
        finding = (warn if cost.p50_ns <= _WARN_CLOCK_NS else fail)(
            value,
            f"calls below {shortest} cannot be timed singly",
            "see clock source: the TSC, read without entering the kernel, costs 20 to 50 ns",
        )
    yield row(GROUP, "clock cost", finding)
    yield row(GROUP, "shortest window", Finding(State.INFO, f"{shortest} for a resolution of 0.1 %"))
    window = f"{cost.call_ns:.0f} ns for an empty Python call, clock included"
    yield row(GROUP, "window cost", Finding(State.INFO, window))


def jitter_rows(jitter: Jitter, cpu: int) -> Iterator[Row]:
    """Yields the rows about the gaps; grades: below 0.2 % and 100 µs fine, below 2 % and 1 ms bearable."""
    share, longest = jitter.stolen_share, jitter.max_gap_ns
    value = (
        f"{100 * share:.2g} % stolen, longest gap {format_seconds(longest / 1e9)}, "
        f"{jitter.involuntary_switches} times preempted in {jitter.wall_ns / 1e9:.1f} s on CPU {cpu}"
    )
    if share < _OK_SHARE and longest < _OK_GAP_NS:
        finding = ok(value)
    elif share < _WARN_SHARE and longest < _WARN_GAP_NS:
        finding = warn(
            value, "means and medians move with it; minima of neighbouring rounds do not", _mend(jitter, cpu)
        )
    else:
        finding = fail(
            value, "calls longer than a few ms cannot be timed by the wall clock", _mend(jitter, cpu)
        )
    yield row(GROUP, "jitter", finding)
    yield row(GROUP, "gap histogram", Finding(State.INFO, histogram(jitter)))


def _mend(jitter: Jitter, cpu: int) -> str:
    if jitter.involuntary_switches:
        return f"stop what else runs (see busiest processes), or boot with isolcpus={cpu} nohz_full={cpu}"
    return f"see interrupts and stolen time; boot with nohz_full={cpu}, or use a machine that is not shared"


def histogram(jitter: Jitter) -> str:
    """The bins with their shares of all gaps, empty ones left out."""
    names = [f"<{_bound(bound)}" for bound in jitter.bounds_ns] + [f"≥{_bound(jitter.bounds_ns[-1])}"]
    total = sum(jitter.counts)
    first = f"{names[0]} {100 * jitter.counts[0] / total:.4g} %"
    rest = [f"{name} {count}×" for name, count in zip(names[1:], jitter.counts[1:], strict=True) if count]
    return ", ".join([first, *rest])


def _bound(bound_ns: int) -> str:
    for scale, unit in ((1_000_000, "ms"), (1_000, "µs")):
        if bound_ns >= scale:
            return f"{bound_ns // scale} {unit}"
    return f"{bound_ns} ns"


def floor_rows(floor: NoiseFloor) -> Iterator[Row]:
    """Yields the rows about the noise floor and its positive control."""
    spread = ", ".join(
        f"{name} {'–' if error is None else f'{100 * error:.2g} %'}" for name, error in floor.kernels.items()
    )
    value = f"standard error of a ratio: {spread}"
    if floor.resolvable is None:
        finding = fail(
            value, f"nothing can be told apart in {floor.seconds:g} s", "end other processes; see jitter"
        )
    elif floor.resolvable <= _GOOD_RESOLUTION:
        finding = ok(value)
    else:
        finding = warn(
            value,
            f"differences below {100 * floor.resolvable:.2g} % stay unresolved in {floor.seconds:g} s",
            "see jitter; or compare for longer",
        )
    yield row(GROUP, "noise floor", finding)
    built = f"{100 * floor.control:.2g} %"
    if floor.control_measured is not None:
        finding = ok(f"{built} slower measured as {100 * floor.control_measured:.2g} %")
    else:
        finding = warn(
            f"{built} slower not found", "a difference of that size goes unnoticed here", "see jitter"
        )
    yield row(GROUP, "positive control", finding)


def resolution_line(floor: NoiseFloor) -> str:
    """The machine in one number."""
    if floor.resolvable is None:
        return f"this machine can resolve no difference in {floor.seconds:g} s"
    percent = 100 * floor.resolvable
    return f"smallest difference this machine can resolve in {floor.seconds:g} s: {percent:.2g} %"
