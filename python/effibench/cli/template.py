"""The example that `effibench tasks new` writes: small, complete, and passing `tasks check`."""

from __future__ import annotations

import datetime
from pathlib import Path

_TOML = """id = "{id}"
title = "Running total"
library = "{library}"
libraries = ["{library}"]                 # preloaded before candidates run
domains = ["correctness-small", "correctness-corner-case", "stress-large"]
created = {today}
taxonomy = "OPU/Direct Primitive Call"    # the main lever
difficulty = "easy"

[source]
kind = "original"
licence = "Apache-2.0"

[limits]
seconds = 5.0                             # per call
memory_mib = 1024

[run]
cores = 1
device = "cpu"
isolation = "case"                        # "candidate" = all cases in one process (solutions that compile)

[result]
dtype = "exact"                           # exact | kind | any
order = "exact"                           # exact | any
laziness = "reject"                       # reject | materialise
subprocesses = false
"""

_PROMPT = """# Running total

Given a vector of numbers, return the vector of its running totals: element *i* of the answer is the sum of the
elements 0 to *i* of the input.

## Input
A dict with `x`: numpy array, float64, shape (n,), n ≥ 1.

## Output
numpy array, float64, shape (n,).

## Example
`{"x": array([1.0, 2.0, 4.0])}` → `array([1.0, 3.0, 7.0])`
"""

_INPUTS = """import numpy as np

SIZES = {"correctness-small": 8, "correctness-corner-case": 1, "stress-large": 200_000}


def input_generator(seed, input_domain):
    if input_domain not in SIZES:
        raise ValueError(f"unknown domain {input_domain!r}")
    rng = np.random.default_rng([seed, list(SIZES).index(input_domain)])
    return {"x": rng.normal(size=SIZES[input_domain])}
"""

_REFERENCE = """import numpy as np


def solution(input_data):
    return np.cumsum(input_data["x"])
"""

_VALIDATOR = """from effibench.tasks.comparison import compare


def output_validator(pred_output, ref_output):
    return compare(pred_output, ref_output, rtol=1e-6, atol=1e-9)
"""

_SPECTRUM = {
    "naive": """# taxonomy: L2V/Bulk Array Operation
# style: naive
import numpy as np


def solution(input_data):
    total, totals = 0.0, []
    for value in input_data["x"]:
        total += value
        totals.append(total)
    return np.array(totals)
""",
    "ordinary": """# taxonomy: CRC/Pass Fusion / Early Exit
# style: ordinary
from itertools import accumulate

import numpy as np


def solution(input_data):
    return np.array(list(accumulate(input_data["x"].tolist())))
""",
    "fast": """# taxonomy: OPU/Thin Dispatch Selection
# style: fast
import numpy as np


def solution(input_data):
    return np.add.accumulate(input_data["x"])
""",
}

_WRONG = {
    "exclusive": """# wrong: leaves out the element itself
import numpy as np


def solution(input_data):
    x = input_data["x"]
    return np.cumsum(x) - x
""",
    "single_precision": """# wrong: loses precision on the way
import numpy as np


def solution(input_data):
    return np.cumsum(input_data["x"], dtype=np.float32).astype(np.float64)
""",
}


def write_template(directory: Path, library: str) -> None:
    """Writes the example into `directory`, which is made."""
    toml = _TOML.format(
        id=f"{library}/{directory.resolve().name}", library=library, today=datetime.date.today().isoformat()
    )
    files = {
        "task.toml": toml,
        "prompt.md": _PROMPT,
        "inputs.py": _INPUTS,
        "reference.py": _REFERENCE,
        "validator.py": _VALIDATOR,
        **{f"spectrum/{name}.py": text for name, text in _SPECTRUM.items()},
        **{f"wrong/{name}.py": text for name, text in _WRONG.items()},
    }
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
