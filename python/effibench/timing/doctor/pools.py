"""Asks one library how many threads it would use; a program of its own, run by path in a fresh interpreter.

It imports nothing of effibench and writes one JSON object: `pools` (threads by pool, to be held against the lane),
`others` (threads that no variable of the lane governs), `threads` (alive in the process), or `error`.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import Any

# Symbols as in threadpoolctl (github.com/joblib/threadpoolctl): prefixes and suffixes differ between builds.
_OPENBLAS = [
    f"{prefix}openblas_get_num_threads{suffix}"
    for prefix in ("", "scipy_")
    for suffix in ("", "64_", "_64", "_64_")
]
_RUNTIMES = {
    "openblas": ("openblas", _OPENBLAS),
    "libblis": ("BLIS", ["bli_thread_get_num_threads"]),
    "libmkl_rt": ("MKL", ["MKL_Get_Max_Threads"]),
    "libgomp": ("OpenMP", ["omp_get_max_threads"]),
    "libomp": ("OpenMP", ["omp_get_max_threads"]),
    "libiomp": ("OpenMP", ["omp_get_max_threads"]),
}
# at::get_num_threads() and at::get_num_interop_threads(); importing torch whole takes seconds.
_TORCH_INTRA, _TORCH_INTER = "_ZN2at15get_num_threadsEv", "_ZN2at23get_num_interop_threadsEv"


def loaded_runtimes() -> dict[str, int]:
    """Threads of every known parallel runtime whose shared object is loaded, by its name."""
    found: dict[str, int] = {}
    lines = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    for path in sorted({line.split(maxsplit=5)[5] for line in lines if ".so" in line and " /" in line}):
        name = Path(path).name
        for part, (pool, symbols) in _RUNTIMES.items():
            if part in name:
                library = ctypes.CDLL(path)
                get = next((getattr(library, symbol) for symbol in symbols if hasattr(library, symbol)), None)
                if get is not None:
                    found[pool] = max(found.get(pool, 0), int(get()))
    return found


def _folder(library: str) -> Path:
    spec = importlib.util.find_spec(library)
    return Path(next(iter(spec.submodule_search_locations or ()), "") if spec is not None else "")


def _blas(library: str, extension: str) -> dict[str, Any]:
    """Loads the extension module that is linked with BLAS; importing the library whole takes ten times as long."""
    for path in _folder(library).glob(f"{extension}*.so"):
        try:
            ctypes.CDLL(str(path))
        except OSError:  # built in another way
            break
    if not loaded_runtimes():
        importlib.import_module(f"{library}.linalg")
    return {"pools": loaded_runtimes()}


def _numpy() -> dict[str, Any]:
    return _blas("numpy", "linalg/_umath_linalg")


def _scipy() -> dict[str, Any]:
    return _blas("scipy", "linalg/_fblas")


def _numexpr() -> dict[str, Any]:
    numexpr = importlib.import_module("numexpr")
    return {"pools": {"numexpr": int(numexpr.get_num_threads())}}


def _numba() -> dict[str, Any]:
    numba = importlib.import_module("numba")
    return {"pools": {"numba": int(numba.get_num_threads())}}


def _polars() -> dict[str, Any]:
    polars = importlib.import_module("polars")
    return {"pools": {"rayon": int(polars.thread_pool_size())}}


def _pyarrow() -> dict[str, Any]:
    pyarrow = importlib.import_module("pyarrow")
    return {"pools": {"compute": int(pyarrow.cpu_count())}, "others": {"I/O": int(pyarrow.io_thread_count())}}


def _torch() -> dict[str, Any]:
    try:
        library = ctypes.CDLL(str(_folder("torch") / "lib" / "libtorch_cpu.so"))
        intra, inter = int(library[_TORCH_INTRA]()), int(library[_TORCH_INTER]())
    except (OSError, AttributeError):  # built in another way: the slow road
        torch = importlib.import_module("torch")
        intra, inter = torch.get_num_threads(), torch.get_num_interop_threads()
    return {"pools": {"intra-op": intra}, "others": {"inter-op": inter}}


ASK = {
    "numpy": _numpy,
    "scipy": _scipy,
    "numexpr": _numexpr,
    "numba": _numba,
    "polars": _polars,
    "pyarrow": _pyarrow,
    "torch": _torch,
}


def main(library: str) -> None:
    """Writes the answer for one of `ASK` to standard output."""
    try:
        answer = ASK[library]()
        answer["threads"] = len(os.listdir("/proc/self/task"))  # noqa: PTH208
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    os.write(1, json.dumps(answer).encode())


if __name__ == "__main__":
    main(sys.argv[1])
