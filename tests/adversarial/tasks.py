"""The tasks that attacks are tried on. Small on purpose: what is being tested is the harness.

`held` is for attempts that a protection must stop: a candidate tries, and returns "held" only if every try failed; any
other text, and with it a wrong answer, says what got through. It has three cases, so that a candidate can also try to
leave something behind for the process of the next case.
"""

from __future__ import annotations

from typing import Any

from effibench.model import Limits
from effibench.tasks.task import LiteralCase, ResultPolicy, Task

# Seconds are short where a candidate never ends, and long enough for a busy machine where it does.
LIMITS = Limits(call_seconds=5.0, import_seconds=20.0, memory_bytes=512 << 20)

_SUM_INPUTS = """
import random

def input_generator(seed, input_domain):
    generator = random.Random(seed)
    return {"values": [generator.randrange(1000) for _ in range(100)]}
"""

_WORK_INPUTS = """
def input_generator(seed, input_domain):
    return {"seed": seed, "count": 200_000}
"""

# What honest candidates of `work` do, too: some 20 ms in which every step needs the one before.
WORK = """
def solution(input_data):
    state = input_data["seed"]
    for _ in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
    return state
"""

_SORT_INPUTS = """
import numpy

def input_generator(seed, input_domain):
    return {"values": numpy.random.default_rng(seed).standard_normal(200_000)}
"""

_FRAME_INPUTS = """
import numpy
import pandas

def input_generator(seed, input_domain):
    generator = numpy.random.default_rng(seed)
    return pandas.DataFrame(
        {"key": generator.integers(0, 50, 20_000), "value": generator.standard_normal(20_000)}
    )
"""

_FRAME = """
import pandas

def solution(input_data):
    return input_data.groupby("key", as_index=False)["value"].sum()
"""

_POLARS_INPUTS = """
import numpy
import polars

def input_generator(seed, input_domain):
    generator = numpy.random.default_rng(seed)
    return polars.DataFrame(
        {"key": generator.integers(0, 50, 20_000), "value": generator.standard_normal(20_000)}
    )
"""

_POLARS = """
import polars

def solution(input_data):
    return input_data.group_by("key").agg(polars.col("value").sum()).sort("key")
"""

_TENSOR_INPUTS = """
import torch

def input_generator(seed, input_domain):
    torch.manual_seed(seed)
    return torch.randn(300, 300)
"""

_WORDS_INPUTS = """
import random

def input_generator(seed, input_domain):
    generator = random.Random(seed)
    return [generator.choice(("alpha", "beta", "gamma", "delta")) + str(generator.randrange(9)) for _ in range(500)]
"""

_WORDS = """
def solution(input_data):
    counts = {}
    for word in input_data:
        counts[word] = counts.get(word, 0) + 1
    return counts
"""


def _generated(
    name: str, reference: str, inputs: str, libraries: tuple[str, ...] = (), **fields: Any
) -> Task:
    return Task.make(
        f"adversarial/{name}",
        reference=reference,
        inputs=inputs,
        domains=("correctness-small",),
        libraries=libraries,
        limits=LIMITS,
        **fields,
    )


def _held(name: str, libraries: tuple[str, ...] = (), **fields: Any) -> Task:
    return Task.make(
        f"adversarial/{name}",
        reference="def solution(input_data):\n    return 'held'\n",
        cases=[LiteralCase(input={"case": number}) for number in range(3)],
        libraries=libraries,
        limits=LIMITS,
        **fields,
    )


TASKS: dict[str, Task] = {
    "sum": _generated(
        "sum", "def solution(input_data):\n    return sum(input_data['values'])\n", _SUM_INPUTS
    ),
    "work": _generated("work", WORK, _WORK_INPUTS),
    "words": _generated("words", _WORDS, _WORDS_INPUTS),
    "sort": _generated(
        "sort",
        "import numpy\ndef solution(input_data):\n    return numpy.sort(input_data['values'])\n",
        _SORT_INPUTS,
        ("numpy",),
    ),
    "frame": _generated("frame", _FRAME, _FRAME_INPUTS, ("numpy", "pandas")),
    "polars": _generated("polars", _POLARS, _POLARS_INPUTS, ("numpy", "polars"), cores=1),
    "tensor": _generated(
        "tensor",
        "import torch\ndef solution(input_data):\n    return input_data @ input_data.T\n",
        _TENSOR_INPUTS,
        ("torch",),
        result=ResultPolicy(rtol=1e-4, atol=1e-4),
    ),
    "held": _held("held"),
    "held-numpy": _held("held-numpy", ("numpy",)),
    "held-subprocesses": _held("held-subprocesses", result=ResultPolicy(subprocesses=True)),
}
