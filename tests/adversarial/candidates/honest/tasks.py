"""Tasks for honest programs: small inputs, every kind of result. The bundled tasks are here by their ids, too."""

from __future__ import annotations

from typing import Any

from effibench.model import Limits
from effibench.tasks.load import list_tasks, load_task
from effibench.tasks.task import LiteralCase, ResultPolicy, Task

LIMITS = Limits(call_seconds=20.0, import_seconds=60.0, memory_bytes=1 << 30)

_NUMBERS = """
import random

def input_generator(seed, input_domain):
    generator = random.Random(seed)
    return {"values": [generator.randrange(1000) for _ in range(2000)]}
"""
_TOTAL = "def solution(input_data):\n    return sum(input_data['values'])\n"

_KINDS = """
import datetime
import decimal
import fractions

def solution(input_data):
    values = input_data["values"]
    return {
        "dict": {value % 7: value for value in values},
        "set": {value % 100 for value in values},
        "frozenset": frozenset(str(value) for value in values),
        "tuple": tuple(values[:5]),
        "bytes": bytes(value % 256 for value in values),
        "moment": datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(seconds=sum(values)),
        "day": datetime.date(2024, 1, 1) + datetime.timedelta(days=values[0]),
        "decimal": sum(decimal.Decimal(value) / 8 for value in values),
        "fraction": sum(fractions.Fraction(value, 3) for value in values[:50]),
        "big": 3 ** sum(values[:20]),
        "complex": complex(values[0], values[1]),
        "nothing": None,
    }
"""

_SETS = """
import random

def input_generator(seed, input_domain):
    generator = random.Random(seed)
    numbers = {generator.randrange(10**9) for _ in range(3000)}
    for number in sorted(numbers)[::2]:
        numbers.discard(number)
    words = {f"w{generator.randrange(10**6)}" for _ in range(500)}
    for word in sorted(words)[:400]:
        words.remove(word)
    return {"numbers": numbers, "words": words, "both": frozenset([*words, *sorted(numbers)[:50], None, (1, "x")])}
"""
_SETS_REFERENCE = """
def solution(input_data):
    return [sorted(input_data["numbers"]), sorted(input_data["words"]), len(input_data["both"])]
"""

_TABLE = """
import numpy

def input_generator(seed, input_domain):
    return numpy.random.default_rng(seed).standard_normal((300, 200))
"""
_TURNED = "import numpy\ndef solution(input_data):\n    return numpy.ascontiguousarray(input_data.T)\n"

_ARRAYS = """
import numpy

def input_generator(seed, input_domain):
    generator = numpy.random.default_rng(seed)
    count = 500
    return {
        "records": numpy.array(
            [(int(k), float(v), f"n{k}") for k, v in zip(generator.integers(0, 99, count), generator.random(count))],
            dtype=[("key", "i4"), ("value", "f8"), ("name", "U8")],
        ),
        "days": numpy.datetime64("2024-01-01") + generator.integers(0, 3000, count),
        "names": numpy.array([f"name {number}" for number in generator.integers(0, 50, count)]),
        "masked": numpy.ma.masked_less(generator.standard_normal(count), 0.0),
        "wave": generator.standard_normal(512).astype("float32"),
        "nothing": numpy.zeros((0, 3)),
    }
"""
_ARRAYS_REFERENCE = """
import numpy

def solution(input_data):
    return {
        "records": numpy.sort(input_data["records"], order=["key", "value"]),
        "months": input_data["days"].astype("datetime64[M]"),
        "upper": numpy.char.upper(input_data["names"]),
        "objects": numpy.array([name.split() for name in input_data["names"].tolist()] + [None], dtype=object),
        "filled": input_data["masked"].filled(-1.0),
        "spectrum": numpy.fft.fft(input_data["wave"]).astype("complex64"),
        "nothing": input_data["nothing"].sum(axis=1),
    }
"""

_PANDAS_INPUTS = """
import numpy
import pandas

def input_generator(seed, input_domain):
    generator = numpy.random.default_rng(seed)
    count = 2000
    return pandas.DataFrame(
        {
            "when": pandas.Timestamp("2024-01-01") + pandas.to_timedelta(generator.integers(0, 10**6, count), unit="s"),
            "city": generator.choice(["Oslo", "Rome", "Kyiv"], count),
            "size": pandas.array(generator.integers(0, 9, count), dtype="Int64"),
            "value": numpy.where(generator.random(count) < 0.1, 0.0, generator.standard_normal(count)),
        }
    )
"""
_PANDAS_REFERENCE = """
import pandas

def solution(input_data):
    frame = input_data.copy()
    frame["local"] = frame["when"].dt.tz_localize("UTC").dt.tz_convert("Europe/Oslo")
    frame["month"] = frame["when"].dt.to_period("M")
    frame["city"] = frame["city"].astype("category")
    frame["label"] = frame["size"].astype("string")
    frame["range"] = pandas.cut(frame["value"], [-10.0, -1.0, 1.0, 10.0])
    frame["sparse"] = frame["value"].astype(pandas.SparseDtype("float64", 0.0))
    return {"frame": frame, "means": frame.groupby(["city", "size"], observed=True)["value"].mean()}
"""

_POLARS_INPUTS = """
import datetime
import numpy
import polars

def input_generator(seed, input_domain):
    generator = numpy.random.default_rng(seed)
    count = 20_000
    return polars.DataFrame(
        {
            "key": generator.integers(0, 500, count),
            "value": generator.integers(0, 1000, count),
            "name": [f"n{number}" for number in generator.integers(0, 5, count)],
            "when": [datetime.datetime(2024, 1, 1) + datetime.timedelta(seconds=int(s)) for s in generator.integers(0, 10**6, count)],
        }
    )
"""
_POLARS_KINDS = """
import polars

def solution(input_data):
    return input_data.head(500).select(
        polars.col("name").cast(polars.Categorical).alias("categorical"),
        polars.col("name").cast(polars.Enum(["n0", "n1", "n2", "n3", "n4"])).alias("enum"),
        polars.concat_list("key", "value").alias("list"),
        polars.struct("key", "name").alias("struct"),
        polars.col("value").cast(polars.Decimal(20, 2)).alias("decimal"),
        polars.col("when").dt.replace_time_zone("Europe/Oslo", ambiguous="earliest", non_existent="null").alias("local"),
        (polars.col("when") - polars.col("when").min()).alias("since"),
    )
"""
_POLARS_SUMS = """
import polars

def solution(input_data):
    return input_data.group_by("key").agg(polars.col("value").sum()).sort("key")
"""

_TENSORS = """
import torch

def input_generator(seed, input_domain):
    torch.manual_seed(seed)
    return torch.randn(400, 200)
"""
_SLOPE = """
import torch

def solution(input_data):
    x = input_data.double()
    return 2 * x.sum(dim=1, keepdim=True) * torch.ones_like(x)
"""

_FLOATS = """
import numpy

def input_generator(seed, input_domain):
    return numpy.random.default_rng(seed).standard_normal(400_000)
"""
_NORM = "import numpy\ndef solution(input_data):\n    return float(numpy.sqrt((input_data**2).sum()))\n"

_SPARSE = """
import numpy
import scipy.sparse

def input_generator(seed, input_domain):
    generator = numpy.random.default_rng(seed)
    return scipy.sparse.random(300, 300, density=0.03, random_state=generator, format="csr") + 10 * scipy.sparse.eye(
        300, format="csr"
    )
"""
_SOLVED = """
import numpy
import scipy.sparse.linalg

def solution(input_data):
    return scipy.sparse.linalg.spsolve(input_data.tocsc(), numpy.ones(300))
"""

_LOOSE = """
import numpy

def output_validator(pred_output, ref_output):
    return numpy.allclose(numpy.ravel(pred_output).astype(float), ref_output), "not the same numbers"
"""
_ROOTS = "import numpy\ndef solution(input_data):\n    return numpy.sqrt(numpy.abs(input_data))\n"


def _task(name: str, reference: str, inputs: str, libraries: tuple[str, ...] = (), **fields: Any) -> Task:
    return Task.make(
        f"honest/{name}",
        reference=reference,
        inputs=inputs,
        domains=("correctness-small",),
        libraries=libraries,
        limits=LIMITS,
        **fields,
    )


def _large(name: str, numbers: int) -> Task:
    return Task.make(
        f"honest/{name}",
        reference="import numpy\ndef solution(input_data):\n    return numpy.full(input_data, 1.5)\n",
        cases=[LiteralCase(input=numbers)],
        libraries=("numpy",),
        limits=LIMITS,
    )


_NEAR = ResultPolicy(rtol=1e-6, atol=1e-6)
TASKS: dict[str, Task] = {
    "total": _task("total", _TOTAL, _NUMBERS),
    "total-processes": _task("total-processes", _TOTAL, _NUMBERS, result=ResultPolicy(subprocesses=True)),
    "kinds": _task("kinds", _KINDS, _NUMBERS),
    "sets": _task("sets", _SETS_REFERENCE, _SETS),
    "turned": _task("turned", _TURNED, _TABLE, ("numpy",)),
    "arrays": _task("arrays", _ARRAYS_REFERENCE, _ARRAYS, ("numpy",)),
    "large": _large("large", 12_500_000),
    "larger": _large("larger", 17_500_000),
    "pandas-kinds": _task("pandas-kinds", _PANDAS_REFERENCE, _PANDAS_INPUTS, ("numpy", "pandas")),
    "polars-kinds": _task("polars-kinds", _POLARS_KINDS, _POLARS_INPUTS, ("numpy", "polars")),
    "polars-sums": _task("polars-sums", _POLARS_SUMS, _POLARS_INPUTS, ("numpy", "polars"), cores=2),
    "polars-any-order": _task(
        "polars-any-order",
        _POLARS_SUMS,
        _POLARS_INPUTS,
        ("numpy", "polars"),
        cores=2,
        result=ResultPolicy(order="any"),
    ),
    "slope": _task("slope", _SLOPE, _TENSORS, ("torch",), cores=2, result=_NEAR),
    "norm": _task("norm", _NORM, _FLOATS, ("numpy",), cores=2, result=_NEAR),
    "norm-numba": _task(
        "norm-numba", _NORM, _FLOATS, ("numpy", "numba"), cores=2, isolation="candidate", result=_NEAR
    ),
    "solved": _task("solved", _SOLVED, _SPARSE, ("numpy", "scipy"), result=_NEAR),
    "roots": _task("roots", _ROOTS, _FLOATS, ("numpy",), validator=_LOOSE),
    **{name: load_task(name) for name in list_tasks()},
}
