"""Which groups of rounds find a small difference: minima over several rounds, single rounds, or the mixture of both.

    python bench/group_sizes.py [ROUNDS]

Records that many rounds of two programs that differ by 1 % and of two that do not, without hogs, with one and with
three, and then lets each way of grouping look at stretches of 600 rounds of the very same recording. Found: the
evidence reaches 20 (nominal 5 %) in the right direction; for equal programs any direction is an alarm. No bound: it is
what the choice in `effibench.stats.mixture` rests on.
"""

from __future__ import annotations

import json
import random
import sys

from effibench.stats.mixture import BlockTest
from trials import Arena, hogs, run, table, trials_wanted

STRETCH = 600
STRETCHES = 200
# Rounds in a block, and in the smallest group that is looked at.
WAYS = {
    "single rounds": (1, 1),
    "groups of 2": (2, 2),
    "groups of 4": (4, 4),
    "groups of 8": (8, 8),
    "1, 2 and 4": (4, 1),
}
LOADS = (0, 1, 3)
DIFFERENCES = (0.0, 0.01)

Rounds = list[tuple[float, float]]


def direction(rounds: Rounds, block: int, smallest: int) -> int:
    """-1 if a is called faster, 1 if slower, 0 if the stretch ends undecided."""
    test = BlockTest(block=block, smallest=smallest)
    for start in range(0, len(rounds) - block + 1, block):
        test.add(rounds[start : start + block])
        if test.e_value >= 1 / test.alpha:
            return -1 if (test.estimate or 0.0) < 0 else 1
    return 0


def main() -> int:
    wanted = max(2 * STRETCH, trials_wanted(2400))
    recorded: dict[tuple[int, float], Rounds] = {}

    def measure() -> None:
        with Arena() as arena:
            iterations = arena.iterations(1.0)
            for load in LOADS:
                for difference in DIFFERENCES:
                    with hogs(load), arena.players(arena.programs(iterations, difference)) as players:
                        recorded[load, difference] = players.rounds(wanted)

    def conclude() -> bool:
        rows = []
        for name, (block, smallest) in WAYS.items():
            cells = [name]
            for (load, difference), rounds in recorded.items():
                starts = random.Random(1).choices(range(len(rounds) - STRETCH), k=STRETCHES)
                said = [direction(rounds[start : start + STRETCH], block, smallest) for start in starts]
                right, wrong = said.count(-1) / STRETCHES, said.count(1) / STRETCHES
                cells.append(f"{100 * right:.0f} / {100 * wrong:.0f}")
                record = {"bench": "group_sizes", "groups": name, "hogs": load, "difference": difference}
                print(json.dumps({**record, "faster": right, "slower": wrong, "rounds": len(rounds)}))
            rows.append(cells)
        heads = (f"{load} hogs, {difference:.0%}" for load, difference in recorded)
        table(("% called faster / slower", *heads), rows)
        return True

    return run(measure, conclude)


if __name__ == "__main__":
    sys.exit(main())
