"""Where the data of public benchmarks are: in EFFIBENCH_DATA, or beside the repository in shared/data."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[2].parent / "shared" / "data"


def data_folder(name: str) -> Path:
    """The folder of one benchmark; skips the test where it is absent."""
    folder = Path(os.environ.get("EFFIBENCH_DATA") or _BESIDE) / name
    if not folder.is_dir():
        pytest.skip(f"no benchmark data in {folder} (set EFFIBENCH_DATA)")
    return folder
