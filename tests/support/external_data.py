"""Where the data of public benchmarks lie, for tests that read them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

VARIABLE = "EFFIBENCH_DATA"
BESIDE = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "data"


def data_folder(name: str) -> Path:
    """The folder of one benchmark's data; skips the test where it is absent."""
    folder = Path(os.environ.get(VARIABLE) or BESIDE) / name
    if not folder.is_dir():
        pytest.skip(f"no data of {name} here; set {VARIABLE} to the folder that holds them")
    return folder
