"""How often a protocol finds a true difference within a given time, and how often it finds the wrong direction.

    python bench/power.py [TRIALS]

Program b runs 1, 2, 5 or 10 % more iterations of a loop of about 1 ms, or 0 % (identical code, the same settings). Each
trial lets `compare` and its peers judge the same two programs, in random order. The budget of `compare`, starts of
processes included, is 0.2 s on the quiet machine and 0.5 s with three hogs; the Mann-Whitney protocol gets its 30 + 30
runs, and as many as fit in the same time ("equal time"), whose processes start for free; pairs get the same time, too.

The margin below which programs count as the same is 0.2 %, not the default of 1 %: 1 % is the difference to be found.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import peers
from common import report
from effibench.paired import Answer
from effibench.timing.paired_plan import PairedSettings
from trials import Arena, Players, hogs, percent, run, share, table, trials, trials_wanted

DIFFERENCES = (0.0, 0.01, 0.02, 0.05, 0.10)
BUDGETS = {0: 0.2, 3: 0.5}  # seconds, by hogs
FOUND = {0: 95, 3: 90}  # least percentage of 1 % differences found
MARGIN = 0.002
BLOCK = 5
OURS = "effibench compare"
RIVAL = "Mann-Whitney, equal time"
DIRECTIONS = {Answer.FASTER: -1, Answer.SLOWER: 1}


def runs_in(players: Players, budget: float) -> int:
    """How many runs of each side fit in a budget, by a few that are taken now."""
    began = time.perf_counter()
    players.sequential(4)
    return max(5, round(budget / ((time.perf_counter() - began) / 5)))


def main() -> int:
    wanted = trials_wanted(100)
    # -1: a was called faster (true, unless the difference is 0), 1: slower, 0: not decided.
    findings: dict[tuple[str, int, float], list[int]] = {}
    seconds: dict[tuple[int, float], list[float]] = {}

    def measure() -> None:
        with Arena() as arena:
            iterations = arena.iterations(1.0)
            for begin in range(0, wanted, BLOCK):
                for load in BUDGETS:
                    with hogs(load):
                        for difference in DIFFERENCES:
                            what = f"from {begin}, {load} hogs, {difference:.0%}"
                            for _ in trials(min(BLOCK, wanted - begin), what):
                                trial(arena, iterations, load, difference)

    def trial(arena: Arena, iterations: int, load: int, difference: float) -> None:
        programs = arena.programs(iterations, difference)
        budget = BUDGETS[load]

        def found(name: str, direction: int) -> None:
            findings.setdefault((name, load, difference), []).append(direction)

        def ours() -> None:
            settings = PairedSettings(budget_seconds=budget, margin=MARGIN)
            paired = arena.compare(programs, settings).paired
            found(OURS, DIRECTIONS.get(paired.verdict, 0))
            seconds.setdefault((load, difference), []).append(paired.seconds)

        def theirs() -> None:
            with arena.players(programs) as players:
                runs = runs_in(players, budget)
                protocols: dict[str, Callable[[], peers.Finding]] = {
                    "Mann-Whitney, 30 + 30 runs": lambda: peers.mann_whitney_runs(players),
                    RIVAL: lambda: peers.mann_whitney_runs(players, runs),
                    "median of pairs, equal time": lambda: peers.median_of_pairs(players, runs),
                }
                for name in random.sample(list(protocols), len(protocols)):
                    found(name, protocols[name]().direction)

        for part in random.sample([ours, theirs], 2):
            part()

    return run(measure, lambda: conclude(findings, seconds))


def conclude(
    findings: dict[tuple[str, int, float], list[int]], seconds: dict[tuple[int, float], list[float]]
) -> bool:
    """Prints tables of what was found; whether the bounds are met."""
    names = list(dict.fromkeys(name for name, _, _ in findings))
    met = []
    for load, budget in BUDGETS.items():
        known = [difference for difference in DIFFERENCES if (OURS, load, difference) in findings]
        if not known:
            continue
        head = (f"found in {budget:g} s, {load} hogs", *(f"{difference:.0%}" for difference in known))
        rows = []
        for name in names:
            sides = {difference: findings.get((name, load, difference), []) for difference in known}
            rows.append((name, *(percent([counts(name, d, side) for side in sides[d]]) for d in known)))
            wrong = (percent([side > 0 for side in sides[d]]) if d else "" for d in known)
            rows.append(("  wrong direction", *wrong))
        table(head, rows)
        met += bounds(findings, seconds, load)
    return all(met)


def counts(name: str, difference: float, direction: int) -> bool:
    """Whether a finding counts as one: of identical code any does; the audit asks one way round only."""
    asks_both = not name.startswith("Mann-Whitney")
    return direction < 0 or (direction > 0 and not difference and asks_both)


def bounds(
    findings: dict[tuple[str, int, float], list[int]],
    seconds: dict[tuple[int, float], list[float]],
    load: int,
) -> list[bool]:
    """Reports one load's bounds."""

    def found(name: str, difference: float) -> list[bool]:
        return [side < 0 for side in findings.get((name, load, difference), [])]

    ours, rival = found(OURS, 0.01), found(RIVAL, 0.01)
    wrong = [side > 0 for d in DIFFERENCES if d for side in findings.get((OURS, load, d), [])]
    times = seconds.get((load, 0.01), [])
    details = {
        "hogs": load,
        "budget_seconds": BUDGETS[load],
        "trials": len(ours),
        "mean_seconds": sum(times) / max(1, len(times)),
        "found": {name: share(found(name, 0.01)) for name in dict.fromkeys(name for name, _, _ in findings)},
        "alarms_on_identical_code": {
            name: share([counts(name, 0.0, side) for side in findings.get((name, load, 0.0), [])])
            for name in dict.fromkeys(name for name, _, _ in findings)
        },
    }
    where = f"{BUDGETS[load]:g} s, {load} hogs"
    least, all_wrong = FOUND[load], {**details, "trials": len(wrong)}
    met = [
        report("power", f"% of 1 % differences, {where}", 100 * share(ours), least, at_least=True, **details),
        report("power", f"% in the wrong direction, {where}", 100 * share(wrong), 0.5, **all_wrong),
    ]
    if load:  # on a quiet machine the rival may find most of them as well
        ratio = share(ours) / max(share(rival), 1 / max(1, len(rival)))
        met.append(report("power", f"× the power of {RIVAL}, {where}", ratio, 2, at_least=True, **details))
    return met


if __name__ == "__main__":
    sys.exit(main())
