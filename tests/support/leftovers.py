"""What a call must not leave behind: processes, descriptors, cgroup members, files."""

from __future__ import annotations

import contextlib
import gc
import os
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from effibench.timing.native import NativeExecutor

PATIENCE_SECONDS = 5.0
# Descriptors of a judge that waits for its next question, by kind.
OF_A_JUDGE = {
    "/memfd:stream (deleted)": 2,
    "socket:[]": 2,
    "anon_inode:[pidfd]": 1,
    "/memfd:results (deleted)": 1,
}


def children(pid: int) -> list[int]:
    """Pids of the direct children of a process, by all its threads."""
    found: list[int] = []
    with contextlib.suppress(OSError):  # it has ended meanwhile
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                found += map(int, (thread / "children").read_text().split())
    return found


def descendants(pid: int) -> set[int]:
    """Pids of all processes below one."""
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        for child in children(waiting.pop()):
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found


def launchers(executor: NativeExecutor) -> list[int]:
    return [
        handle.zygote.launcher_pid for handle in executor.zygotes._handles.values() if handle.zygote.alive()
    ]


def zygote_pids(executor: NativeExecutor) -> list[int]:
    return [zygote for launcher in launchers(executor) for zygote in children(launcher)]


def idle_judges(executor: NativeExecutor) -> set[int]:
    return {judge._spawned.child.pid for _, judge in executor._judges._idle}


def descriptors(executor: NativeExecutor) -> Counter[str]:
    """Open descriptors of this process by kind: `socket:[]`, `/memfd:value`, `anon_inode:[pidfd]`, paths.

    Not counted: empty sinks that the executor keeps for reuse and idle judges, whose numbers are bounded, and the
    files of its cgroups, of which each slot has some from its first use on.
    """
    cgroup = executor.slots.cgroup
    groups = tuple(filter(None, cgroup.paths())) if cgroup is not None else ()
    kinds: Counter[str] = Counter()
    kinds["/memfd:stream (deleted)"] -= sum(len(kept) for kept in executor.slots._sinks.values())
    for kind, count in OF_A_JUDGE.items():
        kinds[kind] -= count * len(executor._judges._idle)
    for link in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):  # the descriptor of the listing itself
            target = str(link.readlink())
            if not target.startswith(groups):
                kinds[re.sub(r"\[\d+\]", "[]", target)] += 1
    return Counter({kind: count for kind, count in kinds.items() if count and not kind.startswith("/proc/")})


def cgroup_members(executor: NativeExecutor) -> set[int]:
    cgroup = executor.slots.cgroup
    if cgroup is None:
        return set()
    pids: set[int] = set()
    for path in filter(None, cgroup.paths()):
        for file in Path(path).glob("**/cgroup.procs"):
            with contextlib.suppress(OSError):
                pids |= set(map(int, file.read_text().split()))
    return pids


def scratch_files(executor: NativeExecutor) -> list[str]:
    """Files in any scratch folder, as the zygotes see them and as we do."""
    roots = [Path("/")]
    if any(line.name == "mount_namespace" and line.state == "on" for line in executor.protections()[1]):
        roots = [Path(f"/proc/{pid}/root") for pid in zygote_pids(executor)] or roots
    found: list[str] = []
    for root in roots:
        with contextlib.suppress(PermissionError):  # the zygotes' own mounts; only root can look there
            folder = root / str(executor.slots.root).lstrip("/")
            slots = [
                slot for slot in folder.glob("slot-*") if ".old-" not in slot.name
            ]  # these are waste already
            found += [str(file) for slot in slots for file in slot.iterdir()]
    return found


def strays(executor: NativeExecutor) -> set[int]:
    """Processes below this one that are no launcher, zygote or idle judge of the executor."""
    return descendants(os.getpid()) - {*launchers(executor), *zygote_pids(executor), *idle_judges(executor)}


def report(executor: NativeExecutor, before: Counter[str], others: set[int]) -> list[str]:
    """What is left, in words; empty if nothing is."""
    gc.collect()
    known = idle_judges(executor) | others
    left = []
    if processes := strays(executor) - others:
        left.append(f"processes {sorted(processes)}")
    if members := cgroup_members(executor) - known:
        left.append(f"in the cgroup: {sorted(members)}")
    if files := scratch_files(executor):
        left.append(f"files: {files[:5]}")
    if executor.live - {judge._spawned for _, judge in executor._judges._idle}:
        left.append("children that the executor takes for alive")
    if more := descriptors(executor) - before:  # fewer: a judge has ended
        left.append(f"descriptors: {dict(more)} more")
    return left


@contextlib.contextmanager
def nothing_left(executor: NativeExecutor) -> Iterator[None]:
    """Fails if its block leaves anything behind. Dying takes a moment, so the look is repeated for a while."""
    gc.collect()
    before, others = descriptors(executor), strays(executor)
    yield
    deadline = time.monotonic() + PATIENCE_SECONDS
    while left := report(executor, before, others):
        assert time.monotonic() < deadline, f"left behind: {'; '.join(left)}"
        time.sleep(0.01)
