"""1,000 calls with mixed verdicts: growth of the host's resident memory, and what is left behind.

python bench/soak.py [CALLS]
"""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from pathlib import Path

from common import DOUBLE, report, trivial_numpy_task
from effibench.model import Limits, Verdict
from effibench.timing.session import Session

CANDIDATES = {
    Verdict.PASS: DOUBLE,
    Verdict.WRONG_ANSWER: "def solution(input_data):\n    return input_data['x'] + 2.0\n",
    Verdict.RUNTIME_ERROR: "def solution(input_data):\n    return undefined\n",
    Verdict.TIME_LIMIT: "def solution(input_data):\n    while True:\n        pass\n",
    Verdict.MEMORY_LIMIT: "def solution(input_data):\n    return bytearray(10 << 30)\n",
    Verdict.INVALID_RESULT: "def solution(input_data):\n    return (value for value in input_data['x'])\n",
}
CRASH = "import ctypes\n\n\ndef solution(input_data):\n    ctypes.string_at(0)\n"
BOUND_BYTES = 5 << 20


def resident_bytes() -> int:
    """Resident size of this process."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def left_behind() -> Counter[str]:
    """Descriptors and processes of this process, by kind."""
    counts: Counter[str] = Counter()
    for entry in Path("/proc/self/fd").iterdir():
        try:
            counts["memfd" if "memfd:" in str(entry.readlink()) else "descriptor"] += 1
        except OSError:
            continue
    pending = [os.getpid()]
    while pending:
        for thread in Path(f"/proc/{pending.pop()}/task").glob("*/children"):
            children = [int(child) for child in thread.read_text().split()]
            counts["process"] += len(children)
            pending += children
    return counts


def main() -> int:
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    task = trivial_numpy_task()
    mix = [*((verdict, source) for verdict, source in CANDIDATES.items()), (Verdict.RUNTIME_ERROR, CRASH)]
    unexpected = 0
    with Session(cases_per_domain=1, limits=Limits(call_seconds=0.05, memory_bytes=256 << 20)) as session:

        def run(count: int) -> None:
            nonlocal unexpected
            for index in range(count):
                verdict, source = mix[index % len(mix)]
                unexpected += session.time(source, task).verdict is not verdict

        run(10 * len(mix))  # allocator, caches and pools reach their size
        resident, before = resident_bytes(), left_behind()
        run(calls)
        growth, after = resident_bytes() - resident, left_behind()
        cgroup = session.executor.slots.cgroup  # type: ignore[attr-defined]
        paths = cgroup.paths() if cgroup else []
        busy = sum(
            len(file.read_text().split()) for path in paths for file in Path(path).glob("slot-*/cgroup.procs")
        )
        judges = after["process"]
    left = sum((after - before).values()) + max(0, busy - 2 * judges)
    left += sum(Path(path).exists() for path in paths if path)
    met = report("soak", "MiB of growth", growth / 2**20, BOUND_BYTES / 2**20, calls=calls)
    met &= report(
        "soak",
        "processes, descriptors, memfds, cgroups left",
        left,
        0,
        before=dict(before),
        after=dict(after),
    )
    return 0 if report("soak", "unexpected verdicts", unexpected, 0) and met else 1


if __name__ == "__main__":
    sys.exit(main())
