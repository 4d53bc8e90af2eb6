"""Tasks of this folder: one whose inputs can be recognised in memory, and two with numba in the zygote."""

from __future__ import annotations

from tasks import LIMITS, TASKS as COMMON
from tasks import WORK

from effibench.tasks.task import Task

_TOKENS = """
import hashlib

def input_generator(seed, input_domain):
    return {"case": seed, "token": "fig-" + hashlib.sha256(str(seed).encode()).hexdigest()[:16]}
"""

TASKS: dict[str, Task] = {
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
