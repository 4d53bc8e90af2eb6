"""The same sequential work behind answers of every kind, so that each kind can be promised instead of computed."""

from __future__ import annotations

from typing import Any

from tasks import LIMITS

from effibench.tasks.task import ResultPolicy, Task

INPUTS = """
def input_generator(seed, input_domain):
    return {"seed": seed, "count": 200_000}
"""

STATES = """
def states(input_data):
    found, state = [], input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            found.append(state)
    return found

"""

MATRICES = """
import torch

def input_generator(seed, input_domain):
    torch.manual_seed(seed)
    return torch.randn(1500, 1500) / 40
"""

PRODUCT = """
import torch

def solution(input_data):
    matrix = input_data.cuda()
    product = matrix
    for _ in range(200):
        product = torch.tanh(product @ matrix)
    return product
"""


def _task(name: str, answer: str, libraries: tuple[str, ...] = (), **fields: Any) -> Task:
    imports = "".join(f"import {library}\n" for library in libraries)
    return Task.make(
        f"adversarial/{name}",
        reference=f"{imports}{STATES}\ndef solution(input_data):\n    return {answer}\n",
        inputs=INPUTS,
        domains=("correctness-small",),
        libraries=libraries,
        limits=LIMITS,
        **fields,
    )


_LAZY_TOO = ResultPolicy(laziness="materialise")
_FRAME = 'pandas.DataFrame({"state": states(input_data)})'
_POLARS = 'polars.DataFrame({"state": states(input_data)})'

TASKS = {
    "states": _task("states", "states(input_data)"),
    "states-lazy": _task("states-lazy", "states(input_data)", result=_LAZY_TOO),
    "counted": _task("counted", "dict(enumerate(states(input_data)))"),
    "total": _task("total", "float(sum(states(input_data)))"),
    "text": _task("text", "' '.join(map(str, states(input_data)))"),
    "array": _task("array", "numpy.array(states(input_data))", ("numpy",)),
    "states-frame": _task("states-frame", _FRAME, ("numpy", "pandas")),
    "states-series": _task("states-series", "pandas.Series(states(input_data))", ("numpy", "pandas")),
    "states-polars": _task("states-polars", _POLARS, ("numpy", "polars")),
    "states-polars-lazy": _task("states-polars-lazy", _POLARS, ("numpy", "polars"), result=_LAZY_TOO),
    "states-tensor": _task("states-tensor", "torch.tensor(states(input_data))", ("torch",)),
    "states-subprocesses": _task(
        "states-subprocesses", "states(input_data)", result=ResultPolicy(subprocesses=True)
    ),
    "gpu-product": Task.make(
        "adversarial/gpu-product",
        reference=PRODUCT,
        inputs=MATRICES,
        domains=("correctness-small",),
        libraries=("torch",),
        limits=LIMITS,
        device="cuda",
        isolation="candidate",
        result=ResultPolicy(rtol=1e-3, atol=1e-3),
    ),
}
