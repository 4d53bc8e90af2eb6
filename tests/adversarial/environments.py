"""Environments that candidates are tried in, by name: who runs, and what it has to do without.

Attacks are tried in two of them (ENVIRONMENTS); that each protection holds and that the capability report is true is
tried in all (ALL). What an environment lacks the kernel withholds (confine.py), unless only an option of the executor
can bring it about.

    strong                 root, with everything that the machine grants
    standard               an ordinary user with seccomp and Landlock only
    root-separate-user     root that may make no namespaces: a user of its own for each child, and a cgroup
    root-bare              the same on a kernel without Landlock
    root-cgroup            root whose children run as root, too: a cgroup, no namespaces
    root-cgroup-bare       the same on a kernel without Landlock
    user-namespaces        an ordinary user that may make user namespaces
    user-namespaces-bare   the same on a kernel without Landlock
    user                   an ordinary user that may not
    container-root         root in a container like Docker's: no namespaces, no mounts, a read-only cgroup tree
    container-user         an ordinary user in there
    landlock-N             `user` on a kernel whose Landlock has ABI N; 0: none
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import pytest
from users import NOBODY

from effibench import _core


class Environment(NamedTuple):
    """Who runs, and what it does without.

    Attributes:
        ordinary_user: it runs as somebody who is not root.
        disable: protections that the executor is told to leave out.
        level: what it must reach; it is also the level that the session asks for.
        confine: options of confine.py; None = it is not used.
        landlock_abi: an older kernel's, in place of this one's.
        root: it takes root to set it up; it is started by an interpreter that others can reach, too, if there is one,
            for else a child gets no user of its own.
    """

    ordinary_user: bool = False
    disable: tuple[str, ...] = ()
    level: str = "standard"
    confine: dict[str, Any] | None = None
    landlock_abi: int | None = None
    root: bool = False

    def why_not(self) -> str | None:
        """Why it cannot be set up here; None if it can."""
        if self.root and os.geteuid() != 0:
            return "only root can set it up"
        if (self.landlock_abi or 0) > _core.landlock_abi():
            return f"this kernel's Landlock has ABI {_core.landlock_abi()}"
        return None

    def or_skip(self) -> Environment:
        """Skips the test if this environment cannot be set up here."""
        if reason := self.why_not():
            pytest.skip(reason)
        return self

    def prefix(self, confine: str, python: str) -> list[str]:
        """What the runner's command line begins with."""
        if self.confine is None:
            return []
        import json

        become = {"user": NOBODY} if self.ordinary_user and os.geteuid() == 0 else {}
        return [python, confine, json.dumps({**self.confine, **become})]


# CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, SETGID, SETUID, SETPCAP, NET_BIND_SERVICE, NET_RAW, SYS_CHROOT, MKNOD,
# AUDIT_WRITE, SETFCAP
_DOCKER_CAPABILITIES = [0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31]
_CONTAINER = {
    "refuse": ["namespaces", "mounts", "rare"],
    "read_only": ["/sys/fs/cgroup"],
    "capabilities": _DOCKER_CAPABILITIES,
}
_NO_NAMESPACES = {"refuse": ["namespaces"]}
_BARE = {"refuse": ["namespaces", "landlock"]}
LANDLOCK_ABIS = range(8)

ENVIRONMENTS = {
    "strong": Environment(level="strong", root=True),
    "standard": Environment(ordinary_user=True, disable=("namespaces", "cgroup")),
}
ALL = {
    "strong": ENVIRONMENTS["strong"],
    "root-separate-user": Environment(level="strong", confine=_NO_NAMESPACES, root=True),
    "root-bare": Environment(level="weak", confine=_BARE, root=True),
    "root-cgroup": Environment(disable=("separate_user",), confine=_NO_NAMESPACES, root=True),
    "root-cgroup-bare": Environment(level="weak", disable=("separate_user",), confine=_BARE, root=True),
    "user-namespaces": Environment(ordinary_user=True),
    "user-namespaces-bare": Environment(ordinary_user=True, level="weak", confine={"refuse": ["landlock"]}),
    "user": Environment(ordinary_user=True, confine=_NO_NAMESPACES),
    "container-root": Environment(confine=_CONTAINER, root=True),
    "container-user": Environment(ordinary_user=True, confine=_CONTAINER, root=True),
    **{
        f"landlock-{abi}": Environment(
            ordinary_user=True,
            level="standard" if abi else "weak",
            confine=_NO_NAMESPACES if abi else _BARE,
            landlock_abi=abi or None,
        )
        for abi in LANDLOCK_ABIS
    },
}
