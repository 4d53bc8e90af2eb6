"""Tasks of this folder: secrets that can be recognised in memory, and answers that a sloppy comparison would accept."""

from __future__ import annotations

from typing import Any

from tasks import LIMITS

from effibench.model import Limits
from effibench.tasks.task import ResultPolicy, Task

_VAULT_INPUTS = """
# sloe-5d0f3c9a7b1e2468
def input_generator(seed, input_domain):
    return {"case": seed}
"""

_VAULT = """
import hashlib

# plum-0123456789abcdef
def solution(input_data):
    return {"answer": "held", "secret": "quince-" + hashlib.sha256(repr(input_data).encode()).hexdigest()[:16]}
"""

_VAULT_VALIDATOR = """
# medlar-fedcba9876543210
def output_validator(pred_output, ref_output):
    return pred_output in (ref_output, ref_output["answer"]), f"result: {pred_output!r}"
"""

_LIST_INPUTS = """
import random

def input_generator(seed, input_domain):
    generator = random.Random(seed)
    return [generator.randrange(40) for _ in range(300)]
"""

_VALUES_INPUTS = """
import numpy

def input_generator(seed, input_domain):
    return numpy.random.default_rng(seed).standard_normal((60, 5))
"""

# A direction is known up to its sign; anything else is another subspace.
_DIRECTION = """
import numpy

def solution(input_data):
    centred = input_data - input_data.mean(axis=0)
    return numpy.linalg.svd(centred, full_matrices=False)[2][0]
"""

_DIRECTION_VALIDATOR = """
import numpy

def output_validator(pred_output, ref_output):
    assert type(pred_output) is numpy.ndarray and pred_output.shape == ref_output.shape
    assert pred_output.dtype == ref_output.dtype
    return min(abs(pred_output - ref_output).max(), abs(pred_output + ref_output).max()) <= 1e-6
"""


def _task(name: str, reference: str, inputs: str, validator: str = "", **fields: Any) -> Task:
    settings: dict[str, Any] = {"limits": LIMITS, **fields}
    return Task.make(
        f"adversarial/{name}",
        reference=reference,
        inputs=inputs,
        validator=validator,
        domains=("correctness-small",),
        **settings,
    )


TASKS: dict[str, Task] = {
    "vault": _task("vault", _VAULT, _VAULT_INPUTS, _VAULT_VALIDATOR),
    "ascending": _task("ascending", "def solution(input_data):\n    return sorted(input_data)\n", _LIST_INPUTS),
    "multiset": _task(
        "multiset",
        "def solution(input_data):\n    return [value * value for value in input_data]\n",
        _LIST_INPUTS,
        result=ResultPolicy(order="any"),
    ),
    "floats": _task(
        "floats",
        "def solution(input_data):\n    return [value / 7.0 for value in input_data]\n",
        _LIST_INPUTS,
        result=ResultPolicy(order="any", rtol=0.3),
        limits=Limits(call_seconds=5.0, import_seconds=20.0, memory_bytes=512 << 20, result_bytes=8 << 20),
    ),
    "centred": _task(
        "centred",
        "def solution(input_data):\n    return input_data - input_data.mean(axis=0)\n",
        _VALUES_INPUTS,
        libraries=("numpy",),
    ),
    "direction": _task(
        "direction", _DIRECTION, _VALUES_INPUTS, _DIRECTION_VALIDATOR, libraries=("numpy",)
    ),
    "small": _task(
        "small",
        "def solution(input_data):\n    return sum(input_data)\n",
        _LIST_INPUTS,
        limits=Limits(call_seconds=5.0, import_seconds=20.0, memory_bytes=512 << 20, result_bytes=4 << 20),
    ),
}
