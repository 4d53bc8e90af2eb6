"""Helpers of the benchmarks: interleaved measurement, tables, the line that says where figures come from."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from effibench.tasks.task import Task

DOUBLE = "def solution(input_data):\n    return input_data['x'] * 2.0\n"
INPUTS = """import numpy as np


def input_generator(seed, input_domain):
    return {"x": np.random.default_rng([seed, len(input_domain)]).normal(size=100)}
"""


def trivial_numpy_task(**fields: Any) -> Task:
    """A numpy task that costs next to nothing, with 39 cases at 13 per domain."""
    options = {
        "id": "bench/double",
        "reference": DOUBLE,
        "inputs": INPUTS,
        "domains": ("correctness-a", "correctness-bb", "stress-ccc"),
        "libraries": ("numpy",),
    }
    return Task.make(**{**options, **fields})


def interleaved(parts: dict[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Runs every part once per round, in turn, and returns each part's median."""
    samples: dict[str, list[float]] = {name: [] for name in parts}
    for _ in range(rounds):
        for name, part in parts.items():
            samples[name].append(part())
    return {name: statistics.median(values) for name, values in samples.items()}


def seconds(action: Callable[[], object]) -> float:
    """Wall time of one call."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def report(
    name: str, figure: str, value: float, bound: float, *, at_least: bool = False, **details: Any
) -> bool:
    """Prints one row and a JSON line; True if the bound is met."""
    met = value >= bound if at_least else value <= bound
    sign = "≥" if at_least else "≤"
    print(
        f"{'met   ' if met else 'MISSED'}  {name}: {figure} {value:.3g} (bound {sign} {bound:g})",
        file=sys.stderr,
    )
    machine = f"{platform.machine()}, {os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f}"
    print(
        json.dumps(
            {
                "bench": name,
                "figure": figure,
                "value": value,
                "bound": bound,
                "met": met,
                **details,
                "machine": machine,
            }
        )
    )
    return met
