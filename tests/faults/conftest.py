"""The faulty library, compiled once, and a host under it that all tests of the folder share."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import HERE, Driver

COMPILERS = ("c++", "g++", "clang++")
FLAGS = [
    "-std=c++17",
    "-O1",
    "-Wall",
    "-Wextra",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-threadsafe-statics",
    "-shared",
    "-fPIC",
]


@pytest.fixture(scope="session")
def faulty_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        pytest.skip(f"no C++ compiler here ({', '.join(COMPILERS)})")
    library = tmp_path_factory.mktemp("faulty") / "libfaulty.so"
    command = [compiler, *FLAGS, "-o", str(library), str(HERE / "faulty_calls.cpp"), "-ldl"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return library


@pytest.fixture(scope="session")
def driver(faulty_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    made = Driver(faulty_library, tmp_path_factory.mktemp("host"))
    yield made
    made.close()
