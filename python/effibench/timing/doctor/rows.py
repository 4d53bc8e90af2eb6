"""What the doctor's checks are made of: rows, the file tree they read, and the machine they judge.

A check is a function of the machine that returns a finding, or None where it does not apply (Intel's knobs on an AMD
machine). A file that it needs and that is not there ends it with `Missing`; its row is then `unknown` with that
reason. So no check has to decide what to do without its facts, and none can make them up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import msgspec

from effibench import _core
from effibench.errors import HostError


class State(StrEnum):
    """What a row means: nothing to do, look at it, no good time can come from this, not known, a plain fact."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"
    UNKNOWN = "unknown"
    INFO = "info"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the doctor's table.

    Attributes:
        group: the heading it stands under.
        value: what was found; None exactly where `state` is `unknown`.
        reason: why it is unknown.
        consequence: what this does to a measurement; always there for `warn` and `fail`.
        mend: a shell command, or what to do where no command does it; always there for `warn` and `fail`.
    """

    name: str
    group: str
    state: State
    value: str | None
    reason: str = ""
    consequence: str = ""
    mend: str = ""


class Finding(NamedTuple):
    """A row without its name and group."""

    state: State
    value: str
    consequence: str = ""
    mend: str = ""


def ok(value: str) -> Finding:
    """Nothing to do."""
    return Finding(State.OK, value)


def info(value: str, consequence: str = "") -> Finding:
    """A fact that is neither good nor bad."""
    return Finding(State.INFO, value, consequence)


def warn(value: str, consequence: str, mend: str) -> Finding:
    """Times get worse by this."""
    return Finding(State.WARN, value, consequence, mend)


def fail(value: str, consequence: str, mend: str) -> Finding:
    """Times cannot be trusted with this."""
    return Finding(State.FAIL, value, consequence, mend)


class Missing(Exception):  # noqa: N818  (a fact that is not there is no error)
    """A fact that cannot be had here; the message says why."""


class Tree:
    """The files below a root. Paths are absolute, as they are named on a running system."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root

    def at(self, path: str) -> Path:
        """Where a path really is."""
        return self.root / path.lstrip("/")

    def text(self, path: str) -> str:
        """Returns a file's text without surrounding white space.

        Raises:
            Missing: it is not there or may not be read.
        """
        try:
            return self.at(path).read_text(encoding="utf-8", errors="replace").strip()
        except OSError as error:
            raise Missing(f"{path}: {error.strerror or error}") from error

    def maybe(self, path: str) -> str | None:
        """The same, None where it is missing."""
        try:
            return self.text(path)
        except Missing:
            return None

    def integer(self, path: str) -> int:
        """Returns a file that holds one number.

        Raises:
            Missing: it is not there or holds something else.
        """
        text = self.text(path)
        if not re.fullmatch(r"-?\d+", text):
            raise Missing(f"{path}: {text[:40]!r} is no number")
        return int(text)

    def cpus(self, path: str) -> tuple[int, ...]:
        """Returns a file that holds a list of CPUs, like 0-3,8.

        Raises:
            Missing: it is not there or holds something else.
        """
        return parse_cpus(self.text(path), path)

    def glob(self, pattern: str) -> list[str]:
        """Returns the absolute paths that match, sorted, numbers by value."""
        found = ("/" + str(path.relative_to(self.root)) for path in self.root.glob(pattern.lstrip("/")))
        return sorted(found, key=lambda path: [int(part) for part in re.findall(r"\d+", path)] or [0])


def parse_cpus(text: str, origin: str) -> tuple[int, ...]:
    """Parses the kernel's notation for a set of CPUs.

    Raises:
        Missing: it is none; the message names `origin`.
    """
    try:
        return tuple(_core.parse_cpu_list(text))
    except HostError as error:
        raise Missing(f"{origin}: {error}") from error


def selected(text: str) -> str:
    """The choice in a file of the form `always [madvise] never`; a file without brackets holds just its value."""
    bracketed = re.search(r"\[(.+?)\]", text)
    return bracketed[1] if bracketed else text.strip()


@dataclass(frozen=True)
class Machine:
    """The machine under examination.

    Attributes:
        tree: its files.
        allowed: CPUs that this process may use.
        cores: the physical cores behind them.
    """

    tree: Tree
    allowed: tuple[int, ...]
    cores: tuple[_core.Core, ...]

    @classmethod
    def of(cls, root: Path = Path("/"), allowed: Iterable[int] | None = None) -> Machine:
        """Describes the machine whose /proc and /sys lie below `root`; `allowed` defaults to this process's CPUs."""
        cpus = tuple(_core.allowed_cpus() if allowed is None else sorted(allowed))
        return cls(Tree(root), cpus, tuple(_core.physical_cores(cpus, str(root / "sys"))))

    @property
    def lane(self) -> tuple[int, ...]:
        """CPUs of the core that is leased first for timing (order of csrc/lanes.cpp: isolated, then from the top)."""
        return tuple(max(self.cores, key=lambda core: (core.isolated, core.cpus[0])).cpus)

    @property
    def helpers(self) -> tuple[int, ...]:
        """The other CPUs that this process may use."""
        return tuple(cpu for cpu in self.allowed if cpu not in self.lane)

    def boot_options(self) -> dict[str, str]:
        """The kernel's command line by option; empty where it cannot be read. It can hold more than is ours to show."""
        words = (self.tree.maybe("/proc/cmdline") or "").split()
        return {name: value for name, _, value in (word.partition("=") for word in words)}


Check = Callable[[Machine], Finding | None]


def run_checks(group: str, machine: Machine, checks: Iterable[tuple[str, Check]]) -> Iterator[Row]:
    """Yields the rows of a group of checks."""
    for name, check in checks:
        try:
            finding = check(machine)
        except Missing as missing:
            yield unknown(group, name, str(missing))
            continue
        if finding is not None:
            yield row(group, name, finding)


def row(group: str, name: str, finding: Finding) -> Row:
    """Makes a row of a finding."""
    return Row(
        name=name,
        group=group,
        state=finding.state,
        value=finding.value,
        consequence=finding.consequence,
        mend=finding.mend,
    )


def unknown(group: str, name: str, reason: str) -> Row:
    """The row of a fact that cannot be had."""
    return Row(name=name, group=group, state=State.UNKNOWN, value=None, reason=reason)


def cpu_list(cpus: Iterable[int]) -> str:
    """CPUs in the kernel's notation."""
    return _core.format_cpu_list(sorted(cpus)) or "none"
