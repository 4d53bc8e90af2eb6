"""The zygote's program: import the libraries, then only fork (theory of operation in csrc/zygote.hpp)."""

from __future__ import annotations

import gc
import importlib
import sys

from effibench import _core, values
from effibench.timing import worker


def main(control: int, libraries: list[str]) -> None:
    """Imports `libraries`, greets the host on the socket `control` and serves forks until the host hangs up."""
    try:
        for library in libraries:
            importlib.import_module(library)
    except Exception as error:
        _core.greet(
            control, f"cannot import {library!r} (task field `libraries`): {type(error).__name__}: {error}"
        )
        sys.exit(1)
    # Whatever a child would otherwise do first, and pay for, is done once here.
    values.preload()
    values.decode(values.encode({"warm": [0]}))
    _core.timed_call(len, ([],))
    # What exists now is never garbage; without the freeze every collection in a child would copy all its pages.
    gc.collect()
    gc.freeze()
    _core.greet(control, "ok")
    child = _core.serve_zygote(control)
    if child is not None:
        worker.main(child["role"], child["scratch"])
