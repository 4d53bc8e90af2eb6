"""A warm `time()` against fresh interpreters, and against the bare limit of the forks that it makes.

python bench/warm.py [ROUNDS]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from common import DOUBLE, interleaved, report, seconds, trivial_numpy_task
from effibench.timing.session import Session

CASES = 39
# What a zygote is, without the rest of effibench: the imports of the same library set, then fork, exit, wait.
FORKS = """
import gc, os, sys, time
sys.path.append(sys.argv[1])
import numpy
from effibench import values
from effibench.timing import worker
values.preload()
gc.collect(); gc.freeze()
for line in sys.stdin:
    began = time.perf_counter()
    for _ in range(int(line)):
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
    print(time.perf_counter() - began, flush=True)
"""


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    task = trivial_numpy_task()
    import effibench

    root = str(Path(effibench.__file__).resolve().parent.parent)
    forker = subprocess.Popen(
        [sys.executable, "-c", FORKS, root],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert forker.stdin is not None
    assert forker.stdout is not None
    stdin, stdout = forker.stdin, forker.stdout

    def forks() -> float:
        stdin.write(f"{CASES}\n")
        stdin.flush()
        return float(stdout.readline())

    def fresh() -> float:
        command = [sys.executable, "-c", "import numpy"]
        return seconds(lambda: [subprocess.run(command, check=True) for _ in range(3)]) * CASES / 3

    with Session(cases_per_domain=CASES // 3) as session:
        measurement = session.time(DOUBLE, task)
        assert measurement.passed, measurement.reason
        assert measurement.cases_total == CASES
        medians = interleaved(
            {"warm": lambda: seconds(lambda: session.time(DOUBLE, task)), "forks": forks, "fresh": fresh},
            rounds,
        )
    stdin.close()
    forker.wait()
    details = {f"{name}_s": value for name, value in medians.items()}
    met = report(
        "warm",
        "× faster than fresh interpreters",
        medians["fresh"] / medians["warm"],
        50,
        at_least=True,
        **details,
    )
    return (
        0
        if report("warm", "× of its bare forks", medians["warm"] / medians["forks"], 2, **details) and met
        else 1
    )


if __name__ == "__main__":
    sys.exit(main())
