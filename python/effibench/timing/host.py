"""Facts about the machine that every result carries."""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from importlib import metadata
from pathlib import Path

import effibench
from effibench.model import Host


def describe(lane: tuple[int, ...] = (), libraries: tuple[str, ...] = ()) -> Host:
    """Describes this machine, the lane that was used and the versions of the libraries a task preloads."""
    return Host(
        node=platform.node(),
        cpu=_cpu_model(),
        cpus=os.cpu_count() or 0,
        kernel=platform.release(),
        python=f"{platform.python_implementation()} {sys.version.split()[0]}",
        effibench=effibench.__version__,
        lane=lane,
        libraries={name: version for name in libraries if (version := _version(name))},
    )


@cache
def _cpu_model() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.machine()
    for line in text.splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


@cache
def _version(module: str) -> str:
    name = module.partition(".")[0]
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
