"""Peak memory: a candidate that allocates and touches 100 MB for a millisecond must be seen within 5 %.

python bench/memory.py
"""

from __future__ import annotations

import sys

from common import DOUBLE, report, trivial_numpy_task
from effibench.timing.session import Session

SPIKE_BYTES = 100_000_000
SPIKE = f"""import time
import numpy as np


def solution(input_data):
    block = np.ones({SPIKE_BYTES}, dtype=np.uint8)
    time.sleep(0.001)
    del block
    return input_data["x"] * 2.0
"""


def main() -> int:
    task = trivial_numpy_task()
    with Session(cases_per_domain=3) as session:
        base = session.time(DOUBLE, task)
        spike = session.time(SPIKE, task)
    assert base.passed, base.reason
    assert spike.passed, spike.reason
    errors = []
    for case in spike.cases:
        assert case.peak_memory_bytes is not None
        errors.append(abs(case.peak_memory_bytes - SPIKE_BYTES) / SPIKE_BYTES)
    details = {"plain_peak_bytes": base.peak_memory_bytes, "spike_peak_bytes": spike.peak_memory_bytes}
    return (
        0 if report("memory", "relative error of the peak, worst case", max(errors), 0.05, **details) else 1
    )


if __name__ == "__main__":
    sys.exit(main())
