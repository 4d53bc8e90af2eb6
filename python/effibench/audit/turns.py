"""The order of runs, whatever a run is."""

from __future__ import annotations

import random
from collections.abc import Callable

from effibench.timing.executor import A, B
from effibench.timing.paired_plan import order_of_turns


def in_turns(
    run: Callable[[int], float], runs: int, source: random.Random
) -> tuple[list[float], list[float]]:
    """Times of `runs` runs of side A and of side B, after one run of each that is not counted.

    Sides take turns in blocks of two with a random first letter each, so that a slow drift of the machine meets both.

    Args:
        run: makes one run of a side and returns its time in s.
        source: of the order.
    """
    order = order_of_turns(source)
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(runs + 1):
        for player in (A, B) if next(order) else (B, A):
            seconds = run(player)
            if number:
                times[player].append(seconds)
    return times
