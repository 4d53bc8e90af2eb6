"""Fuzz target for the Python side of decoding, to be run with atheris (libFuzzer).

    python tests/fuzz/decode_values.py --seeds CORPUS                write the seed corpus
    python tests/fuzz/decode_values.py -max_total_time=60 CORPUS     fuzz

An input is the body of a document; the target puts it under a header that fits, since random bytes never have the
right checksum. A body must be refused with DecodeError, or read as a value that is sound, can be compared with itself
and can be encoded again. Anything else, a crash included, is a finding.
"""

from __future__ import annotations

import datetime as dt
import sys
from collections import Counter, OrderedDict, deque
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import atheris
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import scipy.sparse as sp
import torch

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "support")]

with atheris.instrument_imports(include=["effibench"]):
    from soundness import unsound
    from values_framing import framed

    from effibench import values
    from effibench.tasks.comparison import compare
    from effibench.values import (  # noqa: F401  (instrumented here: they are loaded late otherwise)
        arrow_,
        masked_,
        numpy_,
        pandas_,
        pandas_columns,
        polars_,
        scipy_,
        stdlib_,
        torch_,
    )

HEADER = 24
MAX_BYTES = 1 << 16  # libFuzzer grows inputs; what is refused for its size alone teaches nothing


def seeds() -> list[Any]:
    """One value of each kind that travels."""
    frame = pd.DataFrame({"i": [1, 2], "s": ["x", None], "c": pd.Categorical(["u", "v"]), "f": [1.5, np.nan]})
    moment = dt.datetime(2020, 1, 1, tzinfo=ZoneInfo("Europe/Berlin"))
    table = pl.DataFrame({"l": [[1.0], []], "s": [{"a": 1}, None], "t": [moment, None], "x": ["a", "b"]})
    dense = np.array([[0, 1.0, 2], [3, 0, 0]])
    return [
        [
            None,
            True,
            -5,
            2**70,
            1.5,
            1j,
            "é",
            b"b",
            bytearray(b"a"),
            (1,),
            {1: "a"},
            {1, 2},
            frozenset("a"),
            ...,
        ],
        [range(5), slice(1, 2), dt.date(2024, 1, 1), moment, dt.timedelta(1), dt.time(1), dt.UTC],
        [Decimal("1.5"), Fraction(1, 3), OrderedDict(a=1), Counter("aab"), deque([1], 3)],
        [
            dense,
            dense.astype("f4"),
            np.array(["a"]),
            np.array([1, "x"], object),
            np.array([(1, 2.0)], "i4,f8"),
        ],
        [np.float32(1), np.ma.array([1, 2], mask=[0, 1]), np.array(["2020"], "M8[D]"), np.array(3)],
        frame,
        frame.set_index(["i", "s"]),
        frame["c"],
        pd.Series(pd.date_range("2020", periods=2, tz="UTC")),
        pd.Series([[1], None], dtype=pd.ArrowDtype(pa.list_(pa.int64()))),
        pd.Series([1, None], dtype="Int64"),
        [pd.Timestamp("2020"), pd.NaT, pd.NA, pd.Period("2020"), pd.Interval(0, 1), pd.RangeIndex(3)],
        table,
        pl.Series(["a", None], dtype=pl.Categorical),
        [torch.tensor(dense), torch.tensor([True]), torch.tensor(dense).to_sparse(), torch.float32],
        torch.tensor(dense).to_sparse_csr(),
        *(getattr(sp, f"{form}_array")(dense) for form in ("csr", "csc", "coo", "bsr", "dia", "dok", "lil")),
        sp.csr_array((2, 3)),
    ]


def write_seeds(folder: Path) -> int:
    """Writes one file a seed; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    bodies = [values.encode(value)[HEADER:] for value in seeds()]
    for number, body in enumerate(bodies):
        (folder / f"seed-{number:02}").write_bytes(body)
    return len(bodies)


def test_one_input(data: bytes) -> None:
    """Raises for a document that is neither refused properly nor read as a sound value."""
    try:
        value = values.decode(framed(data), max_bytes=MAX_BYTES)
    except values.DecodeError:
        return
    fault = unsound(value)
    if fault:
        raise AssertionError(fault)
    again = values.encode(value)
    if values.encode(values.decode(again)) != again:
        raise AssertionError("the value does not come back as it was")
    compare(value, values.decode(again))


def main() -> None:
    """Runs as described above."""
    if sys.argv[1:2] == ["--seeds"]:
        print(f"{write_seeds(Path(sys.argv[2]))} seeds in {sys.argv[2]}")
        return
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
