"""What a timed window contains besides the call: the release of a large result, and the window itself.

    python bench/overhead.py [ROUNDS]

The call makes a list of 200,000 floats. Its true time is taken by two perf_counter_ns calls with the result kept alive
until after the second. In each round every tool, in random order, times one such call in this process, after the
results of all others are gone; the figure is the median over rounds of its time over the true one of the same round.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
import timeit
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from common import report
from effibench import _core
from trials import need, run, table, trials, trials_wanted

ELEMENTS = 200_000
EMPTY_CALLS = 2_000
clock = time.perf_counter_ns


def make_floats() -> list[float]:
    """A result that takes long to release."""
    return [number * 0.5 for number in range(ELEMENTS)]


def empty() -> None:
    """Does nothing."""


def true_time(function: Callable[[], Any]) -> float:
    """Nothing but the call."""
    begin = clock()
    kept = function()
    end = clock()
    del kept
    return end - begin


def by_core(function: Callable[[], Any]) -> float:
    """As a candidate's process times a call; the record begins with the window's length."""
    results, raised, record = _core.timed_batch([(function, ())])
    assert raised is None
    del results
    return float(int.from_bytes(record[:8], "little", signed=True))


def by_timeit(function: Callable[[], Any]) -> float:
    """timeit, one call."""
    return timeit.Timer(function).timeit(1) * 1e9


def pytest_benchmark() -> Callable[[Callable[[], Any]], float]:
    """One round of pytest-benchmark, by its own runner."""
    from pytest_benchmark.fixture import BenchmarkFixture

    fixture = SimpleNamespace(_timer=time.perf_counter, _disable_gc=False)

    def one_round(function: Callable[[], Any]) -> float:
        runner = BenchmarkFixture._make_runner(fixture, function, (), {})
        return float(runner(range(1))) * 1e9

    return one_round


def main() -> int:
    need("pytest_benchmark", "pytest-benchmark")
    wanted = trials_wanted(1000)
    tools: dict[str, Callable[[Callable[[], Any]], float]] = {
        "effibench": by_core,
        "timeit": by_timeit,
        "pytest-benchmark": pytest_benchmark(),
    }
    leaks: dict[str, list[float]] = {name: [] for name in tools}
    windows: dict[str, list[float]] = {name: [] for name in ("perf_counter_ns twice", *tools)}

    def measure() -> None:
        for function in (make_floats, empty):
            for tool in (true_time, *tools.values()):
                tool(function)
        gc.collect()
        gc.freeze()
        for _ in trials(wanted, "rounds"):
            times: dict[str, float] = {}
            for name in random.sample(["", *tools], len(tools) + 1):
                times[name] = tools[name](make_floats) if name else true_time(make_floats)
            for name in tools:
                leaks[name].append(times[name] / times[""] - 1)
        for _ in trials(10, "empty windows"):
            for name in random.sample(list(windows), len(windows)):
                tool = tools.get(name, true_time)
                windows[name].append(statistics.median(tool(empty) for _ in range(EMPTY_CALLS // 10)))

    def conclude() -> bool:
        leak = {name: 100 * statistics.median(values) for name, values in leaks.items()}
        window = {name: statistics.median(values) for name, values in windows.items() if values}
        table(
            (f"median of {len(leaks['effibench'])} rounds", "release of the result, %", "empty window, ns"),
            [(name, f"{leak[name]:+.2f}", f"{window.get(name, float('nan')):.0f}") for name in tools],
        )
        details = {
            "trials": len(leaks["effibench"]),
            "leak_percent": leak,
            "window_ns": window,
        }
        met = report(
            "overhead", "% of the release of 200,000 floats in the time", abs(leak["effibench"]), 1, **details
        )
        if window:
            quotient = window["effibench"] / window["pytest-benchmark"]
            figure = "× an empty round of pytest-benchmark"
            met &= report("overhead", figure, quotient, 0.5, **details)
        return met

    return run(measure, conclude)


if __name__ == "__main__":
    sys.exit(main())
