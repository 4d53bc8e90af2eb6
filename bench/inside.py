"""How much slower libraries run inside the sandbox than outside of it: the same program on both sides of a comparison.

    python bench/inside.py [SECONDS]

One side is a sandboxed process as every candidate has it; the other one is forked from a zygote outside of all
namespaces, without seccomp, Landlock, control group and a user of its own. They take turns under the paired protocol,
so load and drift meet both alike.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from common import report
from effibench.tasks.task import Task
from effibench.timing.executor import B, CaseInput, Lane, Pair, Program
from effibench.timing.native import NativeExecutor
from effibench.timing.pair import NativePair
from effibench.timing.paired_plan import PairedSettings
from effibench.timing.runner import NativeRunner
from effibench.timing.sandbox import FEATURES
from effibench.timing.session import Session

BOUND_PERCENT = 1.0
INPUTS = """
import numpy as np


def input_generator(seed, input_domain):
    generator = np.random.default_rng(seed)
    return {"keys": generator.integers(0, 100, 30_000), "values": generator.standard_normal(30_000)}
"""
WORKLOADS = {
    "numpy": """
import numpy as np

def solution(data):
    order = np.argsort(data["values"], kind="stable")
    return float(np.cumsum(data["values"][order])[::7].sum())
""",
    "pandas": """
import pandas as pd

def solution(data):
    frame = pd.DataFrame(data)
    return float(frame.groupby("keys")["values"].agg(["sum", "max"]).to_numpy().sum())
""",
    "polars": """
import polars as pl

def solution(data):
    frame = pl.DataFrame(data)
    return float(frame.group_by("keys").agg(pl.col("values").sum()).sort("keys")["values"][0])
""",
    "torch": """
import torch

def solution(data):
    matrix = torch.from_numpy(data["values"])[:22_500].reshape(150, 150)
    well_posed = matrix @ matrix.T + 200 * torch.eye(150, dtype=torch.float64)
    return float(torch.linalg.qr(well_posed)[1].diagonal().abs().sum())
""",
}


class HalfOutside(NativeExecutor):
    """Side b of every pair comes from an executor without protections."""

    def __init__(self) -> None:
        super().__init__()
        self._outside = NativeExecutor(level="weak", disable=FEATURES)
        spec = self._outside.sandbox.spec

        def without_seccomp(*arguments: Any, **options: Any) -> dict[str, Any]:
            return {**spec(*arguments, **options), "seccomp": False}

        self._outside.sandbox.spec = without_seccomp  # type: ignore[method-assign]

    def pair(
        self, programs: tuple[Program, Program], cases: Sequence[CaseInput], lane: Lane, layout: int
    ) -> Pair:
        """Replaces one of the two processes before they start."""
        pair = NativePair(self, programs, cases, lane, layout)
        pair._runners[B].close()
        pair._runners[B] = NativeRunner(self._outside, programs[B], lane, layout=layout)
        return pair

    def close(self) -> None:
        """Closes both executors."""
        self._outside.close()
        super().close()


def main() -> int:
    budget = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    settings = PairedSettings(budget_seconds=budget, precision=0.002, margin=0.002, max_groups=3000)
    met = []
    with Session(executor=HalfOutside(), paired=settings) as session:
        for library, source in WORKLOADS.items():
            task = Task.make(
                f"bench/{library}",
                reference=source,
                inputs=INPUTS,
                domains=("correctness-a",),
                libraries=("numpy", library),
            )
            found = session.compare(source + "\n# inside", source + "\n# outside", task)
            assert found.ratio is not None, found.reason
            percent = 100 * (found.ratio - 1)
            details = {
                "interval": found.interval,
                "rounds": len(found.rounds),
                "verdict": found.verdict.value,
                "flags": found.flags,
            }
            met.append(report("inside", f"% slower inside, {library}", percent, BOUND_PERCENT, **details))
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
