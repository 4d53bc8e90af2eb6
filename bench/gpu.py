"""On a machine with a CUDA device: does the window contain the device's work, whatever the candidate does to torch?

    python bench/gpu.py

Each candidate starts the same matrix products; the honest one synchronises, the others avoid it: by returning at
once, on a side stream, with torch.cuda.synchronize replaced. All four must be charged the same time.
"""

from __future__ import annotations

import sys

from common import report
from effibench.tasks.task import LiteralCase, Task
from effibench.timing.session import Session

PREAMBLE = """import torch

A = None


def work():
    global A
    if A is None:
        A = torch.ones((4096, 4096), device="cuda")
    for _ in range(40):
        torch.mm(A, A)

"""
CANDIDATES = {
    "synchronises": PREAMBLE + "def solution(n):\n    work()\n    torch.cuda.synchronize()\n    return n\n",
    "returns at once": PREAMBLE + "def solution(n):\n    work()\n    return n\n",
    "side stream": PREAMBLE
    + "def solution(n):\n    with torch.cuda.stream(torch.cuda.Stream()):\n        work()\n    return n\n",
    "replaces synchronize": PREAMBLE
    + "torch.cuda.synchronize = lambda *a: None\n\n\n"
    + "def solution(n):\n    work()\n    torch.cuda.synchronize()\n    return n\n",
}


def main() -> int:
    from pathlib import Path

    if not Path("/dev/nvidiactl").exists():
        print("no NVIDIA device here; nothing was measured", file=sys.stderr)
        return 3
    task = Task.make(
        "bench/gpu",
        reference=CANDIDATES["synchronises"],
        cases=[LiteralCase(input=number) for number in range(5)],
        libraries=("torch",),
        device="cuda",
        isolation="candidate",
    )
    times: dict[str, float] = {}
    with Session() as session:
        for name, source in CANDIDATES.items():
            measurement = session.time(source, task)
            assert measurement.seconds is not None, f"{name}: {measurement.verdict} {measurement.reason}"
            times[name] = measurement.seconds
    honest = times["synchronises"]
    worst = max(abs(value - honest) / honest for value in times.values())
    return 0 if report("gpu", "largest relative deviation from the honest time", worst, 0.05, **times) else 1


if __name__ == "__main__":
    sys.exit(main())
