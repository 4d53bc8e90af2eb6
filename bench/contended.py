"""Calls of 50 ms under three hogs: does a tool say that it cannot time them by the wall clock, or print a number?

    python bench/contended.py [TRIALS]

Windows longer than a scheduler slice are cut by any competitor for the CPU. A comparison must then carry the flag
`contended` (its ratio is made of CPU time) or `unmeasurable`. Peers have no such flag: their errors on identical code
are printed beside. A few trials on the quiet machine show that the flag is not simply always there; other load on
this machine raises it there, too, and rightly.
"""

from __future__ import annotations

import math
import random
import sys

import peers
from common import report
from effibench.model import Flag
from effibench.timing.executor import Program
from effibench.timing.paired_plan import PairedSettings
from trials import Arena, hogs, percent, rms, run, share, table, trials, trials_wanted

HOGS = 3
CALL_MS = 50.0
QUIET_EVERY = 5  # one quiet trial for so many contended ones
BLOCK = 10
# Short waits and a small budget: the flag is the question, not the ratio.
SETTINGS = PairedSettings(budget_seconds=4.0, quiet_seconds=0.5)
OURS = "effibench compare"
PEERS = {"mean of 3": peers.mean_of_three, "minimum of 10": peers.minimum_of_ten}


def main() -> int:
    wanted = trials_wanted(100)
    flagged: dict[int, list[bool]] = {0: [], HOGS: []}
    errors: dict[str, list[float]] = {name: [] for name in (OURS, *PEERS)}

    def measure() -> None:
        with Arena() as arena:
            programs = arena.programs(arena.iterations(CALL_MS))
            for begin in range(0, wanted, BLOCK):
                count = min(BLOCK, wanted - begin)
                for _ in trials(-(-count // QUIET_EVERY), f"from {begin}, quiet"):
                    ours(arena, programs, 0)
                with hogs(HOGS):
                    for _ in trials(count, f"from {begin}, {HOGS} hogs"):
                        trial(arena, programs)

    def ours(arena: Arena, programs: tuple[Program, Program], load: int) -> None:
        outcome = arena.compare(programs, SETTINGS)
        flags = outcome.flags[0] | outcome.flags[1]
        flagged[load].append(bool({Flag.CONTENDED, Flag.UNMEASURABLE} & flags))
        if load and outcome.paired.ratio is not None:
            errors[OURS].append(math.log(outcome.paired.ratio))

    def theirs(arena: Arena, programs: tuple[Program, Program]) -> None:
        with arena.players(programs) as players:
            for name, protocol in PEERS.items():
                errors[name].append(protocol(players).log_ratio)

    def trial(arena: Arena, programs: tuple[Program, Program]) -> None:
        for part in random.sample(["ours", "theirs"], 2):
            if part == "ours":
                ours(arena, programs, HOGS)
            else:
                theirs(arena, programs)

    def conclude() -> bool:
        error = {name: 100 * rms(values) for name, values in errors.items() if values}
        flags = {OURS: percent(flagged[HOGS]), **dict.fromkeys(PEERS, "0 %, have none")}
        table(
            (f"calls of {CALL_MS:g} ms, {HOGS} hogs", "flagged", "RMS error of the ratio, %"),
            [(name, flags[name], f"{error[name]:.2f}" if name in error else "-") for name in errors],
        )
        print(f"flagged on the quiet machine: {percent(flagged[0])}", file=sys.stderr)
        return report(
            "contended",
            f"% of comparisons flagged, {HOGS} hogs",
            100 * share(flagged[HOGS]),
            99,
            at_least=True,
            trials=len(flagged[HOGS]),
            flagged_when_quiet=share(flagged[0]),
            error_percent=error,
        )

    return run(measure, conclude)


if __name__ == "__main__":
    sys.exit(main())
