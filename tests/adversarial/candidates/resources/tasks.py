"""Tasks with short limits, with a process that lives on, and on a CUDA device."""

from __future__ import annotations

import msgspec
from tasks import LIMITS
from tasks import TASKS as COMMON

from effibench.tasks.task import LiteralCase, ResultPolicy, Task

_SUM = "def solution(input_data):\n    return sum(input_data['values'])\n"
_CUDA_INPUTS = """
import torch

def input_generator(seed, input_domain):
    return torch.randn(300, 300, generator=torch.Generator().manual_seed(seed)).cuda()
"""

TASKS: dict[str, Task] = {
    "impatient": Task.make(
        "adversarial/impatient",
        reference=_SUM,
        inputs=COMMON["sum"].inputs,
        domains=("correctness-small",),
        limits=msgspec.structs.replace(LIMITS, import_seconds=5.0),
    ),
    "lasting-sum": Task.make(
        "adversarial/lasting-sum",
        reference=_SUM,
        cases=[LiteralCase(input={"values": list(range(number))}) for number in (3, 4, 5)],
        isolation="candidate",
        limits=LIMITS,
    ),
    "cuda-held": Task.make(
        "adversarial/cuda-held",
        reference="def solution(input_data):\n    return 'held'\n",
        cases=[LiteralCase(input={"case": number}) for number in range(3)],
        libraries=("torch",),
        device="cuda",
        limits=msgspec.structs.replace(LIMITS, call_seconds=20.0, memory_bytes=8 << 30),
    ),
    "cuda-product": Task.make(
        "adversarial/cuda-product",
        reference="def solution(input_data):\n    return input_data @ input_data.T\n",
        inputs=_CUDA_INPUTS,
        domains=("correctness-small",),
        libraries=("torch",),
        device="cuda",
        isolation="candidate",
        result=ResultPolicy(rtol=1e-3, atol=1e-3),
        limits=msgspec.structs.replace(LIMITS, call_seconds=20.0, memory_bytes=8 << 30),
    ),
}
