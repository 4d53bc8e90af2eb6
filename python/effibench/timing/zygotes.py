"""Starting zygotes and keeping one per set of libraries and width of lane."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from effibench import _core
from effibench.errors import HostError
from effibench.model import Protection
from effibench.timing.memfile import Memfile
from effibench.timing.sandbox import package_root

_PROGRAM = "import sys; sys.path.append(sys.argv[1]); from effibench.timing.zygote import main; main(3, sys.argv[2:])"
_REPORT_SECONDS = 20.0
_IMPORT_SECONDS = 180.0
_CLOSE_SECONDS = 5.0
_THREAD_VARIABLES = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "NUMBA_NUM_THREADS",
    "POLARS_MAX_THREADS",
    "RAYON_NUM_THREADS",
    "PYTHON_CPU_COUNT",
)
_PADDING_STEP, _PADDING_MOST = 1237, 4096  # odd steps through a page
# How this machine's libraries are found and which kernels they may use; neutral to every candidate.
_INHERITED = (
    "PATH",
    "LD_LIBRARY_PATH",
    "PYTHONPATH",
    "OPENBLAS_CORETYPE",
    "CUDA_VISIBLE_DEVICES",
    "CUDA_HOME",
    "TZ",
)


def binary(name: str) -> str:
    """Path of a file that was built beside the core.

    Raises:
        HostError: it is not there. (The dynamic linker would go on without it, and only print that.)
    """
    path = Path(__file__).resolve().parent.parent / "bin" / name
    if not path.is_file():  # an editable install keeps what it builds elsewhere
        path = Path(_core.__file__).resolve().parent / "bin" / name
    if not path.is_file():
        raise HostError(f"{path} is missing; install effibench again")
    return str(path)


def environment(cores: int, layout: int = 0) -> list[str]:
    """The complete environment of a zygote: fixed before any library is imported, equal for all its children.

    A layout is a hash seed and a length of the environment, which shifts the stack: both can make code faster or slower
    by a percent (Mytkowicz et al., ASPLOS 2009), so comparisons take their samples under several.
    """
    variables = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    variables |= dict.fromkeys(_THREAD_VARIABLES, str(cores))
    variables |= {
        "HOME": "/",
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": str(layout),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_THREADING_LAYER": "workqueue",
        # Threads that have no work sleep at once: to spin looks like work, and takes the time of others.
        "OPENBLAS_THREAD_TIMEOUT": "4",
        "OMP_WAIT_POLICY": "PASSIVE",
        "KMP_BLOCKTIME": "0",
        "PYTORCH_NVML_BASED_CUDA_CHECK": "1",
        "LD_PRELOAD": binary("libeffibench-names.so"),
    }
    variables["LS_COLORS"] = "x" * (
        layout * _PADDING_STEP % _PADDING_MOST
    )  # read by nobody here, and often long
    return [f"{name}={value}" for name, value in variables.items()]


class ZygoteHandle:
    """One running zygote with the launcher's report."""

    def __init__(
        self,
        libraries: tuple[str, ...],
        cores: int,
        layout: int,
        *,
        namespaces: str,
        scratch: Path,
        scratch_bytes: int,
        hidden: list[str],
        nice: int,
    ) -> None:
        """Starts the zygote and waits until its imports are done.

        Raises:
            HostError: it could not be started or a library cannot be imported; the message has its last words.
        """
        argv = [binary("effibench-launcher"), "--control", "3", "--report", "4"]
        argv += ["--namespaces", namespaces]
        argv += ["--tmpfs", f"{scratch}:{scratch_bytes}"]
        argv += ["--nice", str(nice)]
        for folder in hidden:
            argv += ["--cover", folder]
        # Not -I: it would also ignore PYTHONHASHSEED. -P and -s with an environment made here are its equivalent.
        argv += ["--", sys.executable, "-P", "-s", "-c", _PROGRAM, str(package_root()), *libraries]
        self._stderr = Memfile.capture(1 << 20)
        try:
            self.zygote = _core.Zygote.launch(argv, environment(cores, layout), self._stderr.fd)
        except BaseException:
            self._stderr.close()
            raise
        try:
            self.protections = self._read_report()
            greeting = self.zygote.read_greeting(_IMPORT_SECONDS)
            if greeting != "ok":
                raise HostError(greeting or f"the zygote died during its imports: {self._last_words()}")
        except BaseException:
            self.close()
            raise

    def _read_report(self) -> tuple[Protection, ...]:
        protections = []
        for line in self.zygote.read_report(_REPORT_SECONDS).splitlines():
            name, state, reason = [*line.split("\t"), "", ""][:3]
            if name == "error":
                raise HostError(f"the launcher failed at {state}: {reason}")
            if name != "ready":
                protections.append(Protection(name=name, state=state, reason=reason))
        if not protections:
            raise HostError(f"the launcher ended without a report: {self._last_words()}")
        return tuple(protections)

    def _last_words(self) -> str:
        return self._stderr.text()[-2000:].strip() or "no output"

    def give_up(self) -> None:
        """Ends a zygote that does not answer, at once; the pool starts another one then."""
        self.zygote.close(0.0)

    def close(self) -> None:
        """Hangs up; the zygote and all its children end."""
        self.zygote.close(_CLOSE_SECONDS)
        self._stderr.close()


class ZygotePool:
    """Zygotes by (libraries, cores, layout), started on first use and again after one has died."""

    def __init__(
        self, *, namespaces: str, scratch: Path, scratch_bytes: int, hidden: list[str], nice: int
    ) -> None:
        self._options = {
            "namespaces": namespaces,
            "scratch": scratch,
            "scratch_bytes": scratch_bytes,
            "hidden": hidden,
            "nice": nice,
        }
        self._handles: dict[tuple[tuple[str, ...], int, int], ZygoteHandle] = {}
        self._starting: dict[tuple[tuple[str, ...], int, int], threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, libraries: tuple[str, ...], cores: int, layout: int = 0) -> ZygoteHandle:
        """Returns a living zygote; the first use of a library set waits for its imports."""
        key = (tuple(dict.fromkeys(libraries)), cores, layout)
        with self._lock:
            starting = self._starting.setdefault(key, threading.Lock())
        with starting:
            handle = self._handles.get(key)
            if handle is not None and handle.zygote.alive():
                return handle
            if handle is not None:
                handle.close()
            handle = ZygoteHandle(*key, **self._options)  # type: ignore[arg-type]
            self._handles[key] = handle
            return handle

    def close(self) -> None:
        """Ends all zygotes."""
        with self._lock:
            handles, self._handles = list(self._handles.values()), {}
        for handle in handles:
            handle.close()
