"""`doctor --fix` and `--undo`: changes settings of the machine, and only those that can be put back.

What another tool of this kind left behind made a machine slow for weeks, across reboots, without anybody knowing why.
So: nothing is changed that cannot be undone by writing the old value to the same file; the old values are on disk,
synced, before the first write; a second `--fix` on top of a first is refused, because its old values would be the
first one's new ones; and undoing leaves alone what somebody else has changed since (or a reboot has reset).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath
from typing import Literal, NamedTuple

import msgspec

from effibench.errors import UsageError
from effibench.timing.doctor.kernel import interrupts_on, parse_mask
from effibench.timing.doctor.rows import Machine, Missing, Tree, cpu_list, parse_cpus, selected

UNDO_FILE = "/var/lib/effibench/doctor-undo.json"
_CPUFREQ = "/sys/devices/system/cpu/cpu[0-9]*/cpufreq"
_PAGES = "/sys/kernel/mm/transparent_hugepage"
_IRQ_LISTS = "/proc/irq/[0-9]*/smp_affinity_list"
_IRQ_DEFAULT = "/proc/irq/default_smp_affinity"


class Change(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One setting: `row` is the line of the doctor's table that it mends."""

    path: str
    row: str
    before: str
    after: str


class Undo(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an undo file holds."""

    schema: Literal[1] = 1
    changes: tuple[Change, ...]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a change.

    Attributes:
        now: the setting's value afterwards, None if it cannot be read.
        state: `changed`; `restored`; `already` at the old value; `left`, because its value is neither the old nor the
            new one; `refused` by the kernel, with the reason.
    """

    path: str
    row: str
    before: str
    now: str | None
    state: Literal["changed", "restored", "already", "left", "refused"]
    reason: str = ""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """All outcomes; `undo_file` is None where there is nothing to undo."""

    undo_file: str | None
    outcomes: tuple[Outcome, ...]

    @property
    def complete(self) -> bool:
        """Whether nothing was refused."""
        return all(outcome.state != "refused" for outcome in self.outcomes)


# The wanted value of a setting whose value is the second argument; None = it stays.
Wanted = Callable[[Machine, str], str | None]


class Knob(NamedTuple):
    """A kind of setting: the row it belongs to and the files that hold it."""

    row: str
    pattern: str
    wanted: Wanted


def _fixed(value: str) -> Wanted:
    return lambda machine, now: None if now == value else value


def _not_always(machine: Machine, now: str) -> str | None:
    del machine
    return "madvise" if now == "always" else None


def _no_balancing(machine: Machine, now: str) -> str | None:
    several = len(machine.tree.cpus("/sys/devices/system/node/online")) > 1
    return "0" if several and now != "0" else None


def _list_off_the_lane(machine: Machine, now: str) -> str | None:
    if not machine.helpers:
        return None
    cpus = set(parse_cpus(now, "smp_affinity_list"))
    if not cpus & set(machine.lane):
        return None
    return cpu_list(cpus - set(machine.lane) or machine.helpers)


def _mask_off_the_lane(machine: Machine, now: str) -> str | None:
    cpus = parse_mask(now)
    rest = cpus - set(machine.lane)
    if not rest or rest == cpus:
        return None
    bits = sum(1 << cpu for cpu in rest)
    digits = f"{bits:0{len(now.replace(',', ''))}x}"  # the kernel pads to the number of CPUs it was built for
    first = len(digits) % 8
    groups = [digits[:first]] * bool(first) + [digits[at : at + 8] for at in range(first, len(digits), 8)]
    return ",".join(groups)


# In the order of writing. The preference comes before the governor: the governor `performance` locks it.
KNOBS = (
    Knob("energy preference", f"{_CPUFREQ}/energy_performance_preference", _fixed("performance")),
    Knob("CPU governor", f"{_CPUFREQ}/scaling_governor", _fixed("performance")),
    Knob("ASLR", "/proc/sys/kernel/randomize_va_space", _fixed("2")),
    Knob("huge pages", f"{_PAGES}/enabled", _not_always),
    Knob("huge page defragmentation", f"{_PAGES}/defrag", _not_always),
    Knob("NUMA balancing", "/proc/sys/kernel/numa_balancing", _no_balancing),
    Knob("zone reclaim", "/proc/sys/vm/zone_reclaim_mode", _fixed("0")),
    Knob("NMI watchdog", "/proc/sys/kernel/nmi_watchdog", _fixed("0")),
    Knob("interrupt affinity", _IRQ_DEFAULT, _mask_off_the_lane),
    Knob("interrupt affinity", _IRQ_LISTS, _list_off_the_lane),
)


def plan(machine: Machine) -> list[Change]:
    """Returns what `fix` would change, in order. Changes nothing."""
    changes = []
    for knob in KNOBS:
        for path in _paths(machine, knob):
            try:
                now = selected(machine.tree.text(path))
                wanted = knob.wanted(machine, now)
            except Missing:
                continue  # unreadable here: its row says so
            if wanted is not None:
                changes.append(Change(path=path, row=knob.row, before=now, after=wanted))
    # The default of interrupts to come is worth a change only together with those that are there.
    if not interrupts_on(machine, set(machine.lane)):
        changes = [change for change in changes if change.path != _IRQ_DEFAULT]
    return changes


def _paths(machine: Machine, knob: Knob) -> list[str]:
    """The files of a knob; of those that exist once a CPU, only what concerns CPUs that this process may use."""
    if not knob.pattern.startswith(_CPUFREQ):
        return machine.tree.glob(knob.pattern)
    found = (knob.pattern.replace("[0-9]*", str(cpu)) for cpu in machine.allowed)
    return [path for path in found if machine.tree.at(path).is_file()]


def fix(machine: Machine | None = None) -> Result:
    """Changes what `plan` says, after the old values are safely on disk.

    Raises:
        UsageError: not root, or an earlier fix was not undone, or the undo file cannot be written. Nothing was changed.
    """
    machine = machine or Machine.of()
    _require_root(machine.tree, "--fix")
    changes = plan(machine)
    if not changes:
        return Result(undo_file=None, outcomes=())
    _save(machine.tree.at(UNDO_FILE), changes)
    outcomes = tuple(_apply(machine.tree, change) for change in changes)
    return Result(undo_file=str(machine.tree.at(UNDO_FILE)), outcomes=outcomes)


def undo(file: Path, tree: Tree | None = None) -> Result:
    """Puts back what a fix changed, last change first, and removes the file once all is done.

    Raises:
        UsageError: not root, or the file is no undo file. Nothing was changed.
    """
    tree = tree or Tree()
    _require_root(tree, "--undo")
    changes = _load(file)
    outcomes = tuple(_restore(tree, change) for change in reversed(changes))
    result = Result(undo_file=str(file), outcomes=outcomes)
    if result.complete:
        file.unlink()
        return Result(undo_file=None, outcomes=outcomes)
    return result


def _require_root(tree: Tree, flag: str) -> None:
    if tree.root == Path("/") and os.geteuid() != 0:
        raise UsageError(f"doctor {flag}: only root may change these settings (now user {os.geteuid()})")


def _save(file: Path, changes: Iterable[Change]) -> None:
    """Writes the undo file and waits until it and its name are on disk."""
    text = msgspec.json.format(msgspec.json.encode(Undo(changes=tuple(changes))), indent=2) + b"\n"
    if file.exists():
        raise UsageError(
            f"doctor --fix: {file} holds the values from before an earlier fix; put them back first: "
            f"effibench doctor --undo {file}"
        )
    try:
        file.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        fd = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            with os.fdopen(fd, "wb") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(fd)
            _sync_folder(file.parent)
        except BaseException:
            file.unlink()  # half a file would stand in the way of the next fix and be no use to it
            raise
    except OSError as error:
        raise UsageError(
            f"doctor --fix: cannot write the undo file, so nothing was changed: {error}"
        ) from error


def _sync_folder(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _load(file: Path) -> tuple[Change, ...]:
    try:
        changes = msgspec.json.decode(file.read_bytes(), type=Undo).changes
    except OSError as error:
        raise UsageError(f"doctor --undo: {error}") from error
    except msgspec.MsgspecError as error:
        raise UsageError(f"doctor --undo {file}: not an undo file: {error}") from error
    for change in changes:
        path = PurePosixPath(change.path)
        # A component can be neither empty nor `..` here, so nothing but these settings is ever written.
        if not any(path.match(knob.pattern) for knob in KNOBS):
            raise UsageError(f"doctor --undo {file}: {change.path} is no setting that --fix changes")
    return changes


def _apply(tree: Tree, change: Change) -> Outcome:
    return _write(tree, change, change.after, "changed")


def _restore(tree: Tree, change: Change) -> Outcome:
    text = tree.maybe(change.path)
    now = None if text is None else selected(text)
    state: Literal["already", "left"] | None = None
    reason = ""
    if now is None:
        state, reason = "left", "it is not there any more"
    elif now == change.before:
        state = "already"
    elif now != change.after:
        state, reason = "left", f"it was set to {now} by somebody else"
    if state is not None:
        return Outcome(
            path=change.path, row=change.row, before=change.after, now=now, state=state, reason=reason
        )
    return _write(tree, change, change.before, "restored")


def _write(tree: Tree, change: Change, value: str, done: Literal["changed", "restored"]) -> Outcome:
    """Writes a setting that exists (it is never created) and reads it back: the kernel can accept and ignore it."""
    reason = ""
    try:
        fd = os.open(tree.at(change.path), os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC)
        with os.fdopen(fd, "wb", buffering=0) as stream:
            stream.write(value.encode())
    except OSError as error:
        reason = error.strerror or str(error)
    text = tree.maybe(change.path)
    now = None if text is None else selected(text)
    if not reason and now != value:
        reason = f"the kernel made it {now}"
    old = change.before if done == "changed" else change.after
    return Outcome(
        path=change.path,
        row=change.row,
        before=old,
        now=now,
        state="refused" if reason else done,
        reason=reason,
    )
