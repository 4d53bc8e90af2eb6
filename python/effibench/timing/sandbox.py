"""What a child may see and use here, and how strong that is.

Every optional protection is tried once, by a probe child that goes through the real set-up; what failed there is
switched off for all later children and stands in the capability report with its reason. The level is derived from
the report:

    strong    seccomp, a boundary that does not depend on this program's rules (a pid and mount namespace or a separate
              user), files shut by Landlock or read-only mounts, and a cgroup that bounds memory
    standard  seccomp and Landlock, limits by rlimits and a watchdog
    weak      less than that; must be asked for
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from effibench.errors import UsageError
from effibench.model import Limits, Protection
from effibench.tasks.load import bundled_root

Level = Literal["strong", "standard", "weak"]
LEVELS: tuple[Level, ...] = ("weak", "standard", "strong")
FEATURES = ("namespaces", "cgroup", "landlock", "separate_user", "priority")

# Other people's processes on the lane's CPUs then hardly ever get in; ours on other CPUs are not affected.
NICE = -20
_TRUNCATION_ABI, _SIGNAL_ABI = 3, 6  # of Landlock, from which it controls them
_SLACK_BYTES = 64 << 20  # interpreter, decoded input and encoded result, on top of the candidate's budget
_ADDRESS_SLACK_BYTES = 16 << 30  # address space that allocators and thread stacks reserve without using it
_ANSWERS_AT_ONCE = 2  # in the result file: one that was kept, and the one that is compared with it
_FIRST_UID = 61184  # the range that systemd keeps for transient users
_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/sbin", "/proc", "/sys/devices/system")
_SYSTEM_FILES = (
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/passwd",
    "/etc/mime.types",
)
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def package_root() -> Path:
    """The folder that holds the effibench package."""
    return Path(__file__).resolve().parent.parent.parent


def readable_paths() -> list[str]:
    """What a child may read: the interpreter, its libraries, this package, a few system files. Not: tasks, homes."""
    python = [sys.prefix, sys.base_prefix, sys.exec_prefix, str(Path(sys.executable).resolve().parent.parent)]
    libraries = [entry for entry in sys.path if entry and Path(entry).is_dir() and _is_library(Path(entry))]
    # In a source checkout the tasks lie beside the package; only the package itself is opened.
    package = str(package_root() / "effibench")
    paths = [*python, *libraries, package, *_SYSTEM, *_SYSTEM_FILES]
    return _outermost(path for path in paths if Path(path).exists())


def hidden_paths() -> list[str]:
    """Folders that are closed to every child though they may lie below a readable one: the bundled tasks."""
    root = bundled_root()
    return [str(root)] if root.is_dir() else []


def _is_library(path: Path) -> bool:
    return any(
        part in {"site-packages", "dist-packages", "lib-dynload"} for part in path.parts
    ) or path.name.startswith("python3")


def _outermost(paths: Iterable[str]) -> list[str]:
    """Drops paths that lie below another one."""
    kept: list[Path] = []
    for path in sorted({Path(path) for path in paths}, key=lambda path: len(path.parts)):
        if path != Path("/") and not any(path.is_relative_to(outer) for outer in kept):
            kept.append(path)
    return [str(path) for path in kept]


def unreachable_for_others(paths: Iterable[str]) -> str | None:
    """The first path that an unprivileged user cannot reach because a folder above it is closed; None if all can be."""
    for path in map(Path, paths):
        for folder in [*reversed(path.resolve().parents), path.resolve()]:
            mode = folder.stat().st_mode
            needed = stat.S_IXOTH if stat.S_ISDIR(mode) else stat.S_IROTH
            if not mode & needed:
                return f"{folder} is closed to other users (mode {stat.S_IMODE(mode):o})"
    return None


class Sandbox:
    """The policy for one host process: which features are on, and the set-up of each child."""

    def __init__(self, disabled: Iterable[str], landlock_abi: int) -> None:
        self.disabled = frozenset(disabled)
        if unknown := sorted(self.disabled - set(FEATURES)):
            raise UsageError(
                f"disable = {unknown} (argument `disable`): expected names out of {', '.join(FEATURES)}"
            )
        self.landlock_abi = 0 if "landlock" in self.disabled else landlock_abi
        self.read_only = readable_paths()
        self.hidden = hidden_paths()
        self._devices = [path for path in _DEVICES if Path(path).exists()]
        self.uid_reason = self._why_no_separate_user()
        self.separate_user = self.uid_reason is None
        # Known once the probe has been through the set-up; until then nothing is taken for granted.
        self.counts_memory = self.read_only_root = False

    def _why_no_separate_user(self) -> str | None:
        if "separate_user" in self.disabled:
            return "switched off"
        if os.geteuid() != 0:
            return "only root can give a child a user of its own"
        return unreachable_for_others(self.read_only)

    def namespaces(self) -> str:
        """Namespaces to ask the launcher for. A user namespace maps one user only, so it excludes separate ones."""
        if "namespaces" in self.disabled:
            return "none"
        return "mount,pid,net,ipc,uts" if self.separate_user else "user,mount,pid,net,ipc,uts"

    def spec(
        self,
        role: str,
        *,
        cpus: Iterable[int],
        slot: int,
        scratch: str,
        limits: Limits,
        cpu_seconds: float,
        device: str = "cpu",
        allow_subprocess: bool = False,
        urgent: bool = False,
    ) -> dict[str, Any]:
        """The set-up of one child, in the form the core takes.

        Args:
            urgent: it is being timed on a lane that nobody else of ours uses, so it keeps the zygote's priority.
        """
        gpu = device == "cuda"
        return {
            "role": role,
            "cpus": list(cpus),
            "nice": NICE if urgent else 0,
            "cpu_seconds": int(cpu_seconds) + 1,
            # A CUDA context maps far more than it uses; there the watchdog and the cgroup bound memory.
            "memory_bytes": 0 if gpu else limits.memory_bytes + _SLACK_BYTES,
            "address_slack_bytes": -1 if gpu else _ADDRESS_SLACK_BYTES,
            "file_bytes": max(limits.file_bytes, _ANSWERS_AT_ONCE * limits.result_bytes + (1 << 20)),
            "open_files": limits.open_files,
            "stack_bytes": limits.stack_bytes,
            "uid": _FIRST_UID + slot if self.separate_user else -1,
            "scratch": scratch,
            "landlock_abi": self.landlock_abi,
            "read_only": self.read_only,
            "read_write": self.devices(gpu=gpu),
            "hidden": self.hidden,
            "seccomp": True,
            "allow_subprocess": allow_subprocess,
            # What nothing else forbids here, the filter does.
            "allow_memfd": self.counts_memory,
            "allow_metadata": self.read_only_root,
            "allow_truncation": self.read_only_root or self.landlock_abi >= _TRUNCATION_ABI,
            "signal_others": self.separate_user or self.landlock_abi >= _SIGNAL_ABI,
        }

    def devices(self, *, gpu: bool) -> list[str]:
        """Device files that a child may write to."""
        if not gpu:
            return self._devices
        return [*self._devices, *sorted(str(path) for path in Path("/dev").glob("nvidia*"))]

    def cgroup_bytes(self, limits: Limits) -> int:
        """The memory limit of a child's cgroup."""
        return limits.memory_bytes + _SLACK_BYTES


def level_of(protections: Iterable[Protection]) -> Level:
    """Derives the level from the report (module docstring)."""
    on = {protection.name for protection in protections if protection.state == "on"}
    if "seccomp" not in on or "capabilities" not in on:
        return "weak"
    boundary = {"pid_namespace", "mount_namespace"} <= on or "separate_user" in on
    if boundary and on & {"landlock", "read_only_root"} and "cgroup" in on:
        return "strong"
    return "standard" if "landlock" in on else "weak"
