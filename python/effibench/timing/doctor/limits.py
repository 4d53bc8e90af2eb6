"""What this process may use: control groups, memory, swap; and how much of the machine others use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from effibench.model import Limits
from effibench.timing.doctor.rows import (
    Finding,
    Machine,
    Missing,
    Row,
    Tree,
    cpu_list,
    fail,
    info,
    ok,
    run_checks,
    warn,
)
from effibench.units import format_bytes

GROUP = "limits"
_NONE_V1 = 1 << 62  # version 1 says "no limit" with the largest multiple of a page
_BUSY_PERCENT = 1.0
_LOAD_PER_CPU = 0.25


def rows(machine: Machine) -> Iterator[Row]:
    """Yields the rows about limits and load. Read before the doctor makes load of its own."""
    yield from run_checks(
        GROUP,
        machine,
        (
            ("CPU quota", _quota),
            ("CPU set", _cpuset),
            ("memory", _memory),
            ("swap", _swap),
            ("CPU pressure", lambda found: _pressure(found, "cpu", "timed calls wait for a CPU")),
            ("memory pressure", lambda found: _pressure(found, "memory", "timed calls wait for memory")),
            ("I/O pressure", lambda found: _pressure(found, "io", "loading and importing wait for the disk")),
            ("load", _load),
        ),
    )


def group_folders(tree: Tree, controller: str) -> tuple[int, list[str]]:
    """The folders of this process's control group, from its own up to the mount, and the version of the hierarchy.

    A controller that is mounted as version 1 is there and nowhere else. What a container may not see of the path
    above its own group is not there to be read.

    Raises:
        Missing: no hierarchy has that controller.
    """
    paths: dict[str, str] = {}
    for line in tree.text("/proc/self/cgroup").splitlines():
        _, names, path = line.split(":", 2)
        for name in names.split(","):
            paths[name] = path
    for line in tree.text("/proc/self/mountinfo").splitlines():
        fields, _, rest = line.partition(" - ")
        kind, _, options = [*rest.split(" ", 2), "", ""][:3]
        root, point = fields.split()[3:5]
        if kind == "cgroup" and controller in options.split(",") and controller in paths:
            return 1, _upwards(point, root, paths[controller])
        if kind == "cgroup2" and controller not in paths and "" in paths:
            return 2, _upwards(point, root, paths[""])
    raise Missing(f"no control group hierarchy with the {controller} controller is mounted")


def _upwards(point: str, root: str, path: str) -> list[str]:
    inside = PurePosixPath(path)
    # A group beside or above what is mounted here cannot be seen; the mount's own folder is the nearest that can.
    seen = ".." not in inside.parts and inside.is_relative_to(root)
    below = inside.relative_to(root).parts if seen else ()
    return [str(PurePosixPath(point, *below[:length])) for length in range(len(below), -1, -1)]


def _quota(machine: Machine) -> Finding:
    tree = machine.tree
    version, folders = group_folders(tree, "cpu")
    allowances: list[float] = []
    seen = False
    throttled = 0
    for folder in folders:
        name = "cpu.max" if version == 2 else "cpu.cfs_quota_us"
        text = tree.maybe(f"{folder}/{name}")
        if text is None:
            continue  # the root group of version 2 has none
        seen = True
        quota, _, period = text.partition(" ")
        if version == 1:
            period = tree.text(f"{folder}/cpu.cfs_period_us")
        if quota not in {"max", "-1"}:
            allowances.append(int(quota) / int(period))
            found = re.search(
                r"^nr_throttled (\d+)$", tree.maybe(f"{folder}/cpu.stat") or "", flags=re.MULTILINE
            )
            throttled += int(found[1]) if found else 0
    if not allowances:
        if not seen and version == 2 and len(folders) > 1:
            raise Missing(f"{folders[0]} has no cpu.max: its parent does not hand the cpu controller down")
        return ok("none")
    least = min(allowances)
    value = f"{least:g} CPUs" + (f", stopped {throttled} times so far" if throttled else "")
    mend = "give this container or service more CPU time (docker --cpus, systemd CPUQuota=), or none by quota"
    if least >= len(machine.allowed):
        return ok(value)
    if least < 1:
        return fail(
            value, "a call that computes longer than the quota stops for the rest of the period", mend
        )
    return warn(
        value, f"with more than {least:g} CPUs busy, everything stops for the rest of the period", mend
    )


def _cpuset(machine: Machine) -> Finding:
    online = machine.tree.cpus("/sys/devices/system/cpu/online")
    value = f"CPUs {cpu_list(machine.allowed)} of {cpu_list(online)}"
    if len(machine.allowed) == len(online):
        return ok(value)
    return info(value, "others may run on these CPUs too, unless the set is exclusive")


def _memory(machine: Machine) -> Finding:
    tree = machine.tree
    found = re.search(r"^MemAvailable:\s+(\d+) kB$", tree.text("/proc/meminfo"), flags=re.MULTILINE)
    if not found:
        raise Missing("/proc/meminfo has no MemAvailable")
    free = int(found[1]) * 1024
    limit = _memory_limit(tree)
    value = f"{format_bytes(free)} available, limit {'none' if limit is None else format_bytes(limit)}"
    usable = free if limit is None else min(free, limit)
    needed = Limits().memory_bytes
    mend = "stop other programs, or raise the container's memory limit"
    if usable < needed:
        return fail(
            value, f"a candidate may use {format_bytes(needed)} and would be killed by the kernel", mend
        )
    if usable < 2 * needed:
        return warn(value, "candidate and judge together can run out of memory", mend)
    return ok(value)


def _memory_limit(tree: Tree) -> int | None:
    try:
        version, folders = group_folders(tree, "memory")
    except Missing:
        return None
    limits = []
    for folder in folders:
        for name in ("memory.max", "memory.high") if version == 2 else ("memory.limit_in_bytes",):
            text = tree.maybe(f"{folder}/{name}")
            if text is not None and text.isdecimal() and int(text) < _NONE_V1:
                limits.append(int(text))
    return min(limits, default=None)


def _swap(machine: Machine) -> Finding:
    tree = machine.tree
    areas = [line.split() for line in tree.text("/proc/swaps").splitlines()[1:]]
    if not areas:
        return ok("none")
    total, used = (sum(int(area[column]) for area in areas) * 1024 for column in (2, 3))
    swappiness = tree.maybe("/proc/sys/vm/swappiness")
    value = f"{format_bytes(used)} of {format_bytes(total)} used, swappiness {swappiness or 'not stated'}"
    if not used:
        return info(value, "memory that runs short is swapped out instead of refused")
    return warn(
        value, "a page that was swapped out costs milliseconds inside a timed call", "sudo swapoff -a"
    )


def _pressure(machine: Machine, resource: str, consequence: str) -> Finding:
    path = f"/proc/pressure/{resource}"
    found = re.search(r"^some avg10=([\d.]+) avg60=([\d.]+)", machine.tree.text(path), flags=re.MULTILINE)
    if not found:
        raise Missing(f"{path} has no line of the form 'some avg10=…'")
    recent = float(found[1])
    value = f"{recent:g} % of the last 10 s, {float(found[2]):g} % of the last minute"
    if recent < _BUSY_PERCENT:
        return ok(value)
    # Anywhere on the machine; what of it reaches the lane, the jitter shows. So this alone is no failure.
    return warn(value, consequence, "wait until the machine is quiet, or stop what else runs")


def _load(machine: Machine) -> Finding:
    text = machine.tree.text("/proc/loadavg")
    found = re.match(r"([\d.]+) ([\d.]+) ([\d.]+) (\d+)/", text)
    if not found:
        raise Missing(f"/proc/loadavg: {text[:40]!r}")
    value = f"{found[1]}, {found[2]}, {found[3]} in 1, 5, 15 min; {found[4]} runnable"
    if float(found[1]) <= _LOAD_PER_CPU * len(machine.allowed):
        return ok(value)
    return warn(
        value, "others compute on this machine", "wait until the machine is quiet, or stop what else runs"
    )
