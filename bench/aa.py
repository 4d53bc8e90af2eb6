"""How often a protocol calls two identical programs different: `compare` at a nominal 5 %, and its peers.

    python bench/aa.py [TRIALS]

A trial lets every protocol, in random order, judge two programs that differ in a comment. Trials without hogs, with
one and with three take turns. An alarm is `faster` or `slower`; the Mann-Whitney protocol asks for one direction only,
so that its nominal rate is 5 %, too. The means and minima have no test: more than 1 % apart counts as an alarm.
"""

from __future__ import annotations

import random
import sys

import peers
from common import report
from effibench.timing.executor import Program
from effibench.timing.paired_plan import PairedSettings
from trials import DECIDED, Arena, hogs, percent, run, share, table, trials, trials_wanted

LOADS = (0, 1, 3)
BLOCK = 10  # trials before the number of hogs changes
PEERS = {
    "Mann-Whitney, 30 + 30 runs": peers.mann_whitney_runs,
    "mean of 3, 1 % apart": peers.mean_of_three,
    "minimum of 10, 1 % apart": peers.minimum_of_ten,
    "median of 30 pairs, sign test": peers.median_of_pairs,
}
RIVAL = "Mann-Whitney, 30 + 30 runs"
OURS = "effibench compare"


def main() -> int:
    wanted = trials_wanted(400)
    alarms: dict[tuple[str, int], list[bool]] = {
        (name, load): [] for name in (OURS, *PEERS) for load in LOADS
    }
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
        def ours() -> None:
            paired = arena.compare(programs, PairedSettings()).paired
            alarms[OURS, load].append(paired.verdict in DECIDED)
            seconds[load].append(paired.seconds)

        def theirs() -> None:
            with arena.players(programs) as players:
                for name, protocol in random.sample(list(PEERS.items()), len(PEERS)):
                    direction = protocol(players).direction
                    alarms[name, load].append(direction < 0 or (direction > 0 and name != RIVAL))

        for part in random.sample([ours, theirs], 2):
            part()

    def conclude() -> bool:
        table(
            ("identical code called different", *(f"{load} hogs" for load in LOADS)),
            [(name, *(percent(alarms[name, load]) for load in LOADS)) for name in (OURS, *PEERS)],
        )
        met = []
        for load in LOADS:
            if not alarms[OURS, load] or not alarms[RIVAL, load]:
                continue
            rate, rival = share(alarms[OURS, load]), share(alarms[RIVAL, load])
            details = {
                "hogs": load,
                "trials": len(alarms[OURS, load]),
                "alarms": {name: share(alarms[name, load]) for name in (OURS, *PEERS)},
                "mean_seconds": sum(seconds[load]) / max(1, len(seconds[load])),
            }
            met.append(report("aa", f"% alarms with {load} hogs", 100 * rate, 5, **details))
            if load:
                figure = f"% alarms with {load} hogs, against a third of Mann-Whitney's"
                met.append(report("aa", figure, 100 * rate, 100 * rival / 3, **details))
        return all(met)

    return run(measure, conclude)


if __name__ == "__main__":
    sys.exit(main())
