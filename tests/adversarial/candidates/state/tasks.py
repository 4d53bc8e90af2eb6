"""Tasks of this folder: inputs that can be recognised in memory, work short enough to be repeated often, numba."""

from __future__ import annotations

from tasks import LIMITS, WORK
from tasks import TASKS as COMMON

from effibench.tasks.task import Task

_TOKENS = """
import hashlib

def input_generator(seed, input_domain):
    return {"case": seed, "token": "fig-" + hashlib.sha256(str(seed).encode()).hexdigest()[:16]}
"""

_QUICK_INPUTS = """
def input_generator(seed, input_domain):
    return {"seed": seed, "count": 20_000}
"""

_QUICK_SORT_INPUTS = """
import numpy

def input_generator(seed, input_domain):
    return {"values": numpy.random.default_rng(seed).standard_normal(20_000)}
"""

TASKS: dict[str, Task] = {
    "work-quick": Task.make(
        "adversarial/work-quick",
        reference=WORK,
        inputs=_QUICK_INPUTS,
        domains=("correctness-small",),
        limits=LIMITS,
    ),
    "sort-quick": Task.make(
        "adversarial/sort-quick",
        reference=COMMON["sort"].reference,
        inputs=_QUICK_SORT_INPUTS,
        domains=("correctness-small",),
        libraries=("numpy",),
        limits=LIMITS,
    ),
    "tokens": Task.make(
        "adversarial/tokens",
        reference="def solution(input_data):\n    return 'held'\n",
        inputs=_TOKENS,
        domains=("correctness-small",),
        limits=LIMITS,
    ),
    "work-numba": Task.make(
        "adversarial/work-numba",
        reference=WORK,
        inputs=COMMON["work"].inputs,
        domains=("correctness-small",),
        libraries=("numpy", "numba"),
        limits=LIMITS,
    ),
    "held-numba": Task.make(
        "adversarial/held-numba",
        reference="def solution(input_data):\n    return 'held'\n",
        cases=COMMON["held"].cases,
        libraries=("numpy", "numba"),
        limits=LIMITS,
    ),
}
