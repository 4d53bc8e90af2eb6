"""What one timed window costs: an empty Python callable through the core, against two perf_counter_ns calls in Python.

python bench/window.py
"""

from __future__ import annotations

import statistics
import sys
import time

from common import interleaved, report
from effibench import _core

WINDOWS = 20_000


def empty() -> None:
    """Does nothing."""


def by_core() -> float:
    """Median of the core's windows around the same call, clock cost included, in ns."""
    return statistics.median(_core.time_windows(empty, WINDOWS // 10))


def by_python() -> float:
    """Median of two perf_counter_ns calls around the same call, in ns."""
    clock = time.perf_counter_ns
    readings = []
    for _ in range(WINDOWS // 10):
        begin = clock()
        empty()
        end = clock()
        readings.append(end - begin)
    return statistics.median(readings)


def main() -> int:
    medians = interleaved({"core": by_core, "python": by_python}, 10)
    ratio = medians["core"] / medians["python"]
    return (
        0
        if report(
            "window",
            "× of two perf_counter_ns calls",
            ratio,
            0.6,
            **{f"{k}_ns": v for k, v in medians.items()},
        )
        else 1
    )


if __name__ == "__main__":
    sys.exit(main())
