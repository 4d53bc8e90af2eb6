"""Time to the verdict on a 10 % difference at about 1 ms a call: `compare` against pyperf and pytest-benchmark.

    python bench/verdict_time.py [TRIALS]

A trial lets each tool, in random order, answer "is a faster than b?" once, by its defaults: `compare`, satisfied
with any precision, in a session whose zygote is warm, both programs judged before they are timed; pyperf by
`pyperf timeit` for each program, then `pyperf compare_to`; pytest-benchmark in one run of pytest with both.
pytest-benchmark has no verdict; it has one here if its minima differ in the right direction.
"""

from __future__ import annotations

import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from common import report
from effibench.paired import Answer
from effibench.tasks.task import Task
from effibench.timing.paired_plan import PairedSettings
from effibench.timing.session import Session
from trials import Arena, loop_source, need, percent, run, share, table, trials, trials_wanted

DIFFERENCE = 0.10
OURS, PYPERF, PYTEST = "effibench compare", "pyperf", "pytest-benchmark"


def by_effibench(session: Session, task: Task, a: str, b: str) -> bool:
    """Whether `compare` finds a faster."""
    return session.compare(a, b, task).verdict is Answer.FASTER


def by_pyperf(folder: Path, a: str, b: str) -> bool:
    """Whether pyperf finds b significantly slower than a."""
    files = []
    for name, source in (("a", a), ("b", b)):
        files.append(folder / f"{name}.json")
        files[-1].unlink(missing_ok=True)
        command = [
            "timeit",
            "--quiet",
            "--name",
            "solution",
            "--setup",
            source,
            "-o",
            str(files[-1]),
            "solution(1)",
        ]
        _run("-m", "pyperf", *command)
    said = _run("-m", "pyperf", "compare_to", *map(str, files))
    return re.search(r"slower", said) is not None and "Not significant" not in said


def by_pytest_benchmark(folder: Path, a: str, b: str) -> bool:
    """Whether pytest-benchmark's minimum of a is smaller."""
    tests = "".join(
        source.replace("solution", name) + f"\n\ndef test_{name}(benchmark):\n    benchmark({name}, 1)\n\n\n"
        for name, source in (("a", a), ("b", b))
    )
    (folder / "test_both.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\n")
    out = folder / "pytest.json"
    _run(
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"--benchmark-json={out}",
        str(folder / "test_both.py"),
    )
    stats = {entry["name"]: entry["stats"]["min"] for entry in json.loads(out.read_text())["benchmarks"]}
    return bool(stats["test_a"] < stats["test_b"])


def _run(*arguments: str) -> str:
    return subprocess.run([sys.executable, *arguments], check=True, capture_output=True, text=True).stdout


def main() -> int:
    need("pyperf", "pyperf")
    need("pytest_benchmark", "pytest-benchmark")
    wanted = trials_wanted(10)
    seconds: dict[str, list[float]] = {name: [] for name in (OURS, PYPERF, PYTEST)}
    right: dict[str, list[bool]] = {name: [] for name in seconds}

    def measure() -> None:
        with Arena() as arena:
            iterations = arena.iterations(1.0)
        # Any precision will do: the question is who is faster.
        settings = PairedSettings(precision=1.0)
        with Session(paired=settings) as session, tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            a, b = (loop_source(round(iterations * share), "") for share in (1, 1 + DIFFERENCE))
            tools: dict[str, Callable[[], bool]] = {
                OURS: lambda: by_effibench(session, arena.task, a, b),
                PYPERF: lambda: by_pyperf(folder, a, b),
                PYTEST: lambda: by_pytest_benchmark(folder, a, b),
            }
            tools[OURS]()  # builds the suite
            for _ in trials(wanted, "trials"):
                for tool in random.sample(list(tools), len(tools)):
                    began = time.perf_counter()
                    right[tool].append(tools[tool]())
                    seconds[tool].append(time.perf_counter() - began)

    def conclude() -> bool:
        medians = {name: statistics.median(values) for name, values in seconds.items() if values}
        table(
            ("10 % at 1 ms", "median seconds", "right"),
            [(name, f"{medians[name]:.2f}", percent(right[name])) for name in medians],
        )
        if len(medians) < len(seconds):
            return False
        details = {
            "trials": len(seconds[OURS]),
            "median_seconds": medians,
            "right": {name: share(values) for name, values in right.items()},
        }
        quotient = medians[OURS] / medians[PYPERF]
        met = report("verdict_time", "× the time of pyperf's defaults", quotient, 1 / 50, **details)
        return (
            report(
                "verdict_time", "% of verdicts right", 100 * share(right[OURS]), 95, at_least=True, **details
            )
            and met
        )

    return run(measure, conclude)


if __name__ == "__main__":
    sys.exit(main())
