"""What all protections of a child cost: its start and end, against the same fork without any.

    python bench/protections.py [ROUNDS]

Both sides are forked from a zygote with the same imports, by the same host code, and answer one message. One goes
through everything that this machine grants (the report of `effibench doctor`), the other through the set-up that has
nothing to do with protection: descriptors, signals, affinity, limits.
"""

from __future__ import annotations

import sys
from typing import Any

from common import interleaved, report, seconds
from effibench.model import Limits
from effibench.timing.children import Spawned
from effibench.timing.native import NativeExecutor
from effibench.timing.sandbox import FEATURES

LIBRARIES = {"no library": (), "numpy": ("numpy",), "numpy, pandas": ("numpy", "pandas")}
WITHOUT = {"seccomp": False}
BOUND = 1.3


def child(executor: NativeExecutor, libraries: tuple[str, ...], overrides: dict[str, Any]) -> None:
    """Starts a process, waits for its first message and ends it."""
    spawned = Spawned(
        executor,
        "canary",
        libraries=libraries,
        cores=1,
        cpus=executor.lanes.harness_cpus(),
        limits=Limits(),
        cpu_seconds=60,
        overrides=overrides,
    )
    try:
        event = spawned.child.receive(10.0)
        assert event.kind == "frame", event.kind
    finally:
        spawned.close()


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    everything, nothing = NativeExecutor(), NativeExecutor(level="weak", disable=FEATURES)
    met = []
    try:
        on = [p.name for p in everything.protections()[1] if p.state == "on"]
        for name, libraries in LIBRARIES.items():
            parts = {
                "with": lambda libraries=libraries: seconds(lambda: child(everything, libraries, {})),
                "without": lambda libraries=libraries: seconds(lambda: child(nothing, libraries, WITHOUT)),
            }
            interleaved(parts, 20)
            medians = interleaved(parts, rounds)
            ratio = medians["with"] / medians["without"]
            details = {f"{side}_seconds": value for side, value in medians.items()}
            met.append(
                report(
                    "protections", f"× the fork without protections, {name}", ratio, BOUND, on=on, **details
                )
            )
    finally:
        everything.close()
        nothing.close()
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
