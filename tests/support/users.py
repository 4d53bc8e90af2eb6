"""Becoming an ordinary user in a test that runs as root."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path

import msgspec

from effibench.timing.sandbox import package_root

NOBODY = 65534


def library_paths() -> str:
    """PYTHONPATH under which another interpreter of this version finds the package and all libraries of this one."""
    return os.pathsep.join([str(package_root()), str(Path(msgspec.__file__).resolve().parent.parent)])


@functools.cache
def ordinary_python() -> str | None:
    """An interpreter of this version that an ordinary user can start; None if there is none.

    The one that runs the tests often lies below a closed home; then the system's own of the same version does.
    """
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (sys.executable, f"/usr/bin/{version}"):
        if Path(candidate).exists() and _usable(candidate):
            return candidate
    return None


def _usable(python: str) -> bool:
    try:
        done = subprocess.run(
            [python, "-c", "import msgspec, effibench._core"],
            env={"PYTHONPATH": library_paths(), "PATH": "/usr/bin:/bin"},
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
            cwd="/",
            capture_output=True,
            check=False,
        )
    except PermissionError:  # it lies behind a closed folder
        return False
    return done.returncode == 0
