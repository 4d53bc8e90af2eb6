"""Error of the reported ratio of two identical programs: `compare` against the sampling protocols of its peers.

    python bench/ratio_error.py [TRIALS]

The true ratio is 1, so the root mean square of ln(ratio) is the error of the protocol. `compare` samples as long as it
wants to by its defaults; so the last peers have at least the rounds that it had.
"""

from __future__ import annotations

import math
import random
import statistics
import sys

import peers
from common import report
from effibench.paired import Paired
from effibench.timing.executor import Program
from effibench.timing.paired_plan import PairedSettings
from trials import Arena, hogs, rms, run, table, trials, trials_wanted

LOADS = (0, 3)
BLOCK = 5
OURS = "effibench compare"
RIVAL = "mean of 3"
PEERS = {
    RIVAL: peers.mean_of_three,
    "minimum of 10": peers.minimum_of_ten,
    "medians of 30 + 30 runs": peers.mann_whitney_runs,
    "median of 30 pairs": peers.median_of_pairs,
}
LONG_RUNS = "medians of as many runs, in order"
LONG_PAIRS = "median of as many pairs"


def main() -> int:
    wanted = trials_wanted(50)
    names = (OURS, *PEERS, LONG_RUNS, LONG_PAIRS)
    errors: dict[tuple[str, int], list[float]] = {(name, load): [] for name in names for load in LOADS}
    seconds: dict[int, list[float]] = {load: [] for load in LOADS}

    def measure() -> None:
        with Arena() as arena:
            programs = arena.programs(arena.iterations(1.0))
            for begin in range(0, wanted, BLOCK):
                for load in LOADS:
                    with hogs(load):
                        for _ in trials(min(BLOCK, wanted - begin), f"from {begin}, {load} hogs"):
                            trial(arena, programs, load)

    def trial(arena: Arena, programs: tuple[Program, Program], load: int) -> None:
        paired: Paired = arena.compare(programs, PairedSettings()).paired
        assert paired.ratio is not None, paired.reason
        errors[OURS, load].append(math.log(paired.ratio))
        seconds[load].append(paired.seconds)
        rounds = len(paired.rounds)
        protocols = {
            **PEERS,
            LONG_RUNS: lambda players: peers.mann_whitney_runs(players, rounds),
            LONG_PAIRS: lambda players: peers.median_of_pairs(players, rounds),
        }
        with arena.players(programs) as players:
            for name in random.sample(list(protocols), len(protocols)):
                errors[name, load].append(protocols[name](players).log_ratio)

    def conclude() -> bool:
        known = [load for load in LOADS if errors[LONG_PAIRS, load]]
        error = {
            (name, load): 100 * rms(errors[name, load])
            for name in names
            for load in known
            if errors[name, load]
        }
        head = (
            "RMS error of the ratio, %",
            *(f"{load} hogs, n = {len(errors[OURS, load])}" for load in known),
        )
        table(head, [(name, *(f"{error[name, load]:.3f}" for load in known)) for name in names])
        met = []
        for load in known:
            details = {
                "hogs": load,
                "trials": len(errors[OURS, load]),
                "error_percent": {name: error[name, load] for name in names},
                "mean_seconds": statistics.fmean(seconds[load]),
            }
            quotient = error[OURS, load] / error[RIVAL, load]
            met.append(
                report(
                    "ratio_error", f"× the error of the mean of three, {load} hogs", quotient, 0.1, **details
                )
            )
            if load:
                met.append(
                    report("ratio_error", f"% RMS error, {load} hogs", error[OURS, load], 0.3, **details)
                )
        return all(met)

    return run(measure, conclude)


if __name__ == "__main__":
    sys.exit(main())
