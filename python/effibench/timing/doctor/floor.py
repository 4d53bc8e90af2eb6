"""The noise floor: what comparing a program with itself gives here, and whether a known difference is found.

Three kernels that need no library are compared with themselves for a short fixed time: the interpreter, a stream
through memory, the allocator. The interpreter's interval is the machine's resolution: a difference inside it would go
unnoticed. Then a version of it with more iterations is compared, as the positive control: a machine on which nothing
is ever found different would pass the first part with honours.
"""

from __future__ import annotations

import math
import statistics

from effibench.tasks.task import LiteralCase, Task
from effibench.timing import paired_groups as groups
from effibench.timing.contest import Contest, contest
from effibench.timing.doctor.noise import NoiseFloor
from effibench.timing.executor import Executor, Lane, Program
from effibench.timing.paired_plan import PairedSettings
from effibench.timing.protocols import PAIRED
from effibench.timing.suite import Suite, build_suite

SECONDS = 0.5
_SHORT_SECONDS = 0.15
CONTROL = 0.10
_ITERATIONS = 10_000
_LOOP = """def solution(input_data):
    total = 0
    for _ in range({iterations}):
        total += 1
    return 0
"""
KERNELS = {
    "interpreter": _LOOP.format(iterations=_ITERATIONS),
    "memory": "BLOCK = bytes(4_000_000)\n\n\ndef solution(input_data):\n    bytearray(BLOCK)\n    return 0\n",
    "allocator": "def solution(input_data):\n    [[] for _ in range(5_000)]\n    return 0\n",
}
TASK = Task.make(
    "doctor/noise-floor",
    reference=KERNELS["interpreter"],
    cases=[LiteralCase(domain="stress-kernel", input=0, expected=0)],
)


def measure_floor(executor: Executor, lane: Lane) -> NoiseFloor:
    """Measures the noise floor on a lane; takes about 1.3 s.

    Raises:
        HostError: the harness has failed.
    """
    suite = build_suite(executor, TASK, base_seed=0, count=1, protocol=PAIRED, lane=lane, check=lambda: None)

    def beside(a: str, b: str, seconds: float) -> Contest:
        programs = Program(a, "reference", TASK), Program(b, "reference", TASK)
        return _compare(executor, programs, suite, lane, seconds)

    outcomes = {
        name: beside(source, source, SECONDS if name == "interpreter" else _SHORT_SECONDS)
        for name, source in KERNELS.items()
    }
    bounds = outcomes["interpreter"].paired.interval
    control = beside(
        _LOOP.format(iterations=round(_ITERATIONS * (1 + CONTROL))), KERNELS["interpreter"], SECONDS
    ).paired
    found = control.interval is not None and control.interval[0] > 1
    return NoiseFloor(
        kernels={name: spread(outcome) for name, outcome in outcomes.items()},
        seconds=SECONDS,
        resolvable=None if bounds is None else max(bounds[1] - 1, 1 - bounds[0]),
        control=CONTROL,
        control_measured=control.ratio - 1 if found and control.ratio is not None else None,
    )


def _compare(
    executor: Executor, programs: tuple[Program, Program], suite: Suite, lane: Lane, seconds: float
) -> Contest:
    settings = PairedSettings(
        # Never satisfied before the time is over, so that every machine is looked at for equally long.
        precision=1e-9,
        margin=1e-9,
        max_groups=10_000,
        budget_seconds=seconds,
        pairs=1,
        quiet_seconds=0.0,
    )
    return contest(executor, programs, suite, lane, settings)


def spread(outcome: Contest) -> float | None:
    """Standard error of the log of the ratio that the comparison gave; None with too few rounds.

    That of a median of independent rounds, with the spread taken from the median deviation (a normal one's is 0.6745
    standard deviations, and its median scatters 1.2533 times as much as its mean).
    """
    rounds = [taken for taken in outcome.paired.rounds if taken.group >= 0]
    logs = [math.log(a / b) for a, b in groups.times(rounds, "wall")]
    if len(logs) < 4:
        return None
    centre = statistics.median(logs)
    deviation = statistics.median(abs(value - centre) for value in logs) / 0.6745
    return 1.2533 * deviation / math.sqrt(len(logs))
