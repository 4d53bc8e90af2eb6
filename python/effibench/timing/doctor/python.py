"""The interpreter: builds differ by more than most candidates do."""

from __future__ import annotations

import gc
import os
import platform
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from effibench.timing.doctor.rows import Finding, Row, info, ok, row, warn
from effibench.timing.zygotes import environment

GROUP = "python"


class Interpreter(NamedTuple):
    """Facts about an interpreter. `gil` and `jit` are None where it has no such choice."""

    name: str
    config: str | None
    compiler_flags: str
    debug: bool
    gil: bool | None
    jit: bool | None
    gc_thresholds: tuple[int, ...]
    children: Mapping[str, str]

    @classmethod
    def this(cls) -> Interpreter:
        """The running one, which is the children's too."""
        gil = getattr(sys, "_is_gil_enabled", None)
        jit = getattr(sys, "_jit", None)
        return cls(
            name=f"{platform.python_implementation()} {platform.python_version()}",
            config=sysconfig.get_config_var("CONFIG_ARGS"),
            compiler_flags=" ".join(
                str(sysconfig.get_config_var(name) or "") for name in ("PY_CFLAGS", "PY_CORE_LDFLAGS")
            ),
            debug=hasattr(sys, "gettotalrefcount"),
            gil=None if gil is None else bool(gil()),
            jit=None if jit is None else bool(jit.is_enabled()),
            gc_thresholds=gc.get_threshold(),
            children=dict(entry.split("=", 1) for entry in environment(1)),
        )


def rows(interpreter: Interpreter) -> Iterator[Row]:
    """Yields the rows about the interpreter."""
    yield row(GROUP, "build", _build(interpreter))
    yield row(GROUP, "GIL", _gil(interpreter))
    if interpreter.jit is not None:
        yield row(GROUP, "JIT", _jit(interpreter))
    yield row(
        GROUP, "hash seed", info(f"{interpreter.children.get('PYTHONHASHSEED', 'random')} in every child")
    )
    thresholds = ", ".join(map(str, interpreter.gc_thresholds))
    yield row(GROUP, "garbage collector", info(f"thresholds {thresholds}; on during timed calls"))
    yield row(GROUP, "allocator", _allocator(interpreter))


def _build(interpreter: Interpreter) -> Finding:
    if interpreter.debug:
        return warn(
            f"{interpreter.name}, debug build",
            "everything that Python itself does is several times slower than for a user",
            "use a release build",
        )
    words = (interpreter.config or "") + interpreter.compiler_flags
    guided = "--enable-optimizations" in words or "-fprofile-use" in words
    linked = "--with-lto" in words or "-flto" in words
    kind = f"{'' if guided else 'not '}profile-guided, {'' if linked else 'not '}link-time optimised"
    value = f"{interpreter.name}, {kind}"
    if guided:
        return ok(value)
    return warn(
        value,
        "pure Python is slower than in the usual builds, compiled libraries are not: ratios shift",
        "use a build made with --enable-optimizations --with-lto",
    )


def _gil(interpreter: Interpreter) -> Finding:
    if interpreter.gil is None:
        return ok("always on")
    if interpreter.gil:
        return info("on, in a build that can do without", "single threads are slower than in the usual build")
    return info("off", "single threads are slower than with it; threads run in parallel within the lane")


def _jit(interpreter: Interpreter) -> Finding:
    if interpreter.jit:
        return info("on", "the first calls are slower than later ones")
    return ok("off")


def _allocator(interpreter: Interpreter) -> Finding:
    names = [
        name for name in interpreter.children if name.startswith(("PYTHONMALLOC", "MALLOC_", "LD_PRELOAD"))
    ]
    set_here = [name for name in os.environ if name.startswith(("PYTHONMALLOC", "MALLOC_", "LD_PRELOAD"))]
    value = ", ".join(f"{name}={interpreter.children[name]}" for name in names) or "default in every child"
    ignored = [name for name in set_here if name not in names]
    return info(f"{value} ({', '.join(ignored)} of this process is not passed on)" if ignored else value)
