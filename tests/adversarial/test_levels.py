"""In every environment: an honest candidate passes, the level is as documented, and the capability report is the truth.

The truth is what the kernel says about a candidate while it is in its timed call (observing.py). Where only an attempt
can tell (Landlock), the candidate made it.
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from arenas import Arena
from environments import ALL, LANDLOCK_ABIS
from observing import Observed, observe
from runner import Job
from tasks import TASKS

from effibench import _core
from effibench.timing.sandbox import LEVELS, NICE

SLACK = 64 << 20
LIMITS = TASKS["held"].limits
FIRST_UID, LAST_UID = 61184, 65519
CAP_SETPCAP = 8
GLIBCS = 1 << 31 | 1 << 32
SIGPIPE, SIGUSR1, SIGXFSZ = 1 << 12, 1 << 9, 1 << 24  # in the masks of /proc/PID/status
needs_root = [
    pytest.mark.root,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can look at a process that hides"),
]


def mask(seen: Observed, name: str) -> int:
    return int(seen.candidate.status[name], 16)


def apart(kind: str) -> Callable[[Observed], bool]:
    return lambda seen: seen.candidate.namespaces[kind] != seen.host.namespaces[kind]


def other_device(folder: str) -> Callable[[Observed], bool]:
    return lambda seen: seen.candidate.devices[folder] != seen.host.devices[folder]


def scratch_root(seen: Observed) -> str:
    return str(Path(seen.candidate.folder).parent)


def in_scratch(seen: Observed) -> bool:
    folder = Path(seen.candidate.folder)
    return folder.name.startswith("slot-") and folder.parent.name.startswith("effibench-scratch-")


def tmpfs_scratch(seen: Observed) -> bool:
    return any(point == scratch_root(seen) and kind == "tmpfs" for point, kind, _ in seen.candidate.mounts)


def own_session(seen: Observed) -> bool:
    group, session = seen.candidate.stat[2:4]
    return int(group) == int(session) == seen.candidate.pid


def few_descriptors(seen: Observed) -> bool:
    """Three streams, the socket, the result file, and the input's, which the mapping holds a second time."""
    others = {number: name for number, name in seen.candidate.descriptors.items() if number > 2}
    sockets = [name for name in others.values() if name.startswith("socket:")]
    files = [name for name in others.values() if name.startswith("/memfd:")]
    return sockets == [others[3]] and len(sockets) + len(files) == len(others) <= 4


def own_group(seen: Observed) -> bool:
    elsewhere = seen.candidate.memory_group != seen.host.memory_group
    return elsewhere and seen.candidate.memory_limit == ERRAND_BYTES + SLACK


def own_user(seen: Observed) -> bool:
    users = {*seen.candidate.status["Uid"].split(), *seen.candidate.status["Gid"].split()}
    return (
        len(users) == 1
        and FIRST_UID <= int(users.pop()) <= LAST_UID
        and not seen.candidate.status["Groups"].split()
    )


def limited(seen: Observed) -> bool:
    limits = seen.candidate.limits
    none = (
        "Max core file size",
        "Max locked memory",
        "Max msgqueue size",
        "Max nice priority",
        "Max realtime priority",
    )
    some = ("Max cpu time", "Max file size", "Max data size", "Max address space", "Max stack size")
    return (
        not any(limits[name] for name in none)
        and all(limits[name] is not None for name in some)
        and limits["Max open files"] == LIMITS.open_files
    )


def bounded(seen: Observed) -> bool:
    """To empty the set takes a capability; without that no_new_privs makes it worthless."""
    may_empty_it = int(seen.zygote.status["CapEff"], 16) & 1 << CAP_SETPCAP
    return not may_empty_it or not mask(seen, "CapBnd")


def no_capabilities(seen: Observed) -> bool:
    return not any(mask(seen, name) for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"))


def plain_signals(seen: Observed) -> bool:
    """Two are glibc's, which nobody can change. The candidate itself blocked SIGUSR1, and waits for it."""
    ignored = mask(seen, "SigIgn") & ~GLIBCS
    return ignored == SIGPIPE | SIGXFSZ and not mask(seen, "SigBlk") & ~SIGUSR1 and not mask(seen, "SigCgt")


def one_more_filter(seen: Observed) -> bool:
    filters = [int(process.status["Seccomp_filters"]) for process in (seen.candidate, seen.host)]
    return seen.candidate.status["Seccomp"] == "2" and filters[0] == filters[1] + 1


ERRAND_BYTES = 256 << 20
# Name in the report -> whether it is so.
TRUTHS: dict[str, Callable[[Observed], bool]] = {
    "priority": lambda seen: seen.zygote.nice == NICE,
    "user_namespace": apart("user"),
    "pid_namespace": apart("pid"),
    "net_namespace": apart("net"),
    "ipc_namespace": apart("ipc"),
    "mount_namespace": apart("mnt"),
    "uts_namespace": apart("uts"),
    "proc_mount": other_device("/proc"),
    "read_only_root": lambda seen: seen.candidate.read_only,
    "scratch_tmpfs": tmpfs_scratch,
    "private_shm": other_device("/dev/shm"),
    "parent_death_signal": lambda seen: seen.said["death_signal"] == 9,
    "session": own_session,
    "descriptors": few_descriptors,
    "signals": plain_signals,
    "cgroup": own_group,
    "affinity": lambda seen: affinity(seen) == set(seen.measurement.host.lane),
    "nice": lambda seen: seen.candidate.nice in {0, NICE},
    "limits": limited,
    "scratch": in_scratch,
    "separate_user": own_user,
    "bounding_set": bounded,
    "capabilities": no_capabilities,
    "parent_death_signal_again": lambda seen: seen.said["death_signal"] == 9,
    "not_dumpable": lambda seen: seen.said["dumpable"] == 0,
    "no_new_privileges": lambda seen: seen.candidate.status["NoNewPrivs"] == "1",
    "landlock": lambda seen: seen.said["read"] == errno.EACCES,
    "seccomp": one_more_filter,
}


def affinity(seen: Observed) -> set[int]:
    return {
        cpu
        for part in seen.candidate.status["Cpus_allowed_list"].split(",")
        for cpu in range(int(part.partition("-")[0]), int(part.rpartition("-")[2]) + 1)
    }


@pytest.fixture(scope="session")
def open_file() -> Iterator[str]:
    """A file that everybody may read by its mode and that lies outside of every sandbox."""
    with tempfile.TemporaryDirectory(prefix="effibench-outside-") as folder:
        Path(folder).chmod(0o755)
        file = Path(folder) / "file"
        file.write_text("x")
        yield str(file)


@pytest.fixture(scope="session")
def observed(arena: Callable[[str], Arena], open_file: str) -> Callable[[str], Observed]:
    known: dict[str, Observed] = {}

    def get(environment: str) -> Observed:
        if environment not in known:
            known[environment] = observe(arena(environment), open_file)
        return known[environment]

    return get


@pytest.mark.parametrize("environment", ALL)
def test_an_honest_candidate_passes(environment: str, arena: Callable[[str], Arena]) -> None:
    answer = arena(environment).run(Job(source=TASKS["sum"].reference, task="sum", folder="levels"))
    assert not answer.error, answer.error
    assert answer.measurement is not None
    assert answer.measurement.passed, answer.measurement.reason
    assert answer.measurement.seconds is not None
    assert answer.measurement.level == ALL[environment].level


def with_root(environments: object) -> list[object]:
    return [pytest.param(environment, marks=needs_root) for environment in environments]  # type: ignore[attr-defined]


@pytest.mark.parametrize("environment", with_root(ALL))
def test_the_report_is_true(environment: str, observed: Callable[[str], Observed]) -> None:
    seen = observed(environment)
    report = {protection.name: protection for protection in seen.measurement.protections}
    assert report.keys() == TRUTHS.keys()
    wrong = {name: line for name, line in report.items() if (line.state == "on") is not TRUTHS[name](seen)}
    assert not wrong, (
        f"not as the report says: {wrong}\n{seen.said}\n{seen.candidate.descriptors}\n{seen.candidate}"
    )
    assert not [line.name for line in report.values() if line.state != "on" and not line.reason]


@pytest.mark.parametrize("environment", with_root(["strong"]))
def test_none_of_the_truths_is_always_true(environment: str, observed: Callable[[str], Observed]) -> None:
    """Each is denied of the host or of the zygote, which were not shut in."""
    seen = observed(environment)
    said = {"death_signal": 0, "dumpable": 1, "read": 0, "rename": 0}
    free = [
        seen._replace(candidate=process, zygote=seen.host, said=said) for process in (seen.host, seen.zygote)
    ]
    cannot_be_told = {"nice", "affinity"} if os.cpu_count() == 1 else {"nice"}
    believed = {name for name, truth in TRUTHS.items() if all(truth(process) for process in free)}
    assert believed <= cannot_be_told


@pytest.mark.parametrize("environment", with_root(ALL))
def test_nothing_is_left_of_the_privileges(environment: str, observed: Callable[[str], Observed]) -> None:
    seen = observed(environment)
    assert bounded(seen)
    assert seen.candidate.status["NoNewPrivs"] == "1"
    assert seen.candidate.pid != seen.zygote.pid


@pytest.mark.parametrize("environment", with_root(ALL))
def test_what_is_mounted_is_read_only(environment: str, observed: Callable[[str], Observed]) -> None:
    seen = observed(environment)
    on = {line.name for line in seen.measurement.protections if line.state == "on"}
    writable = {point for point, _, options in seen.candidate.mounts if "ro" not in options.split(",")}
    if "read_only_root" in on:
        assert writable <= {scratch_root(seen), "/proc"}
    else:
        assert "/" in writable


@pytest.mark.parametrize(
    ("environment", "asked"),
    [
        (name, asked)
        for name, environment in ALL.items()
        for asked in LEVELS[LEVELS.index(environment.level) + 1 :]  # type: ignore[arg-type]
        if not name.startswith("landlock-") or name == "landlock-0"
    ],
)
def test_less_must_be_asked_for(environment: str, asked: str) -> None:
    known = ALL[environment].or_skip()
    arena = Arena(known._replace(level=asked))
    try:
        answer = arena.run(Job(source="", task="sum", folder="levels"))
    finally:
        arena.close()
    assert answer.measurement is None
    assert answer.error.startswith(
        f"ProtectionError: protection here is {known.level!r}, but {asked!r} is asked for"
    )


@pytest.mark.parametrize("abi", with_root(LANDLOCK_ABIS))
def test_landlock_is_that_of_the_kernel(abi: int, observed: Callable[[str], Observed]) -> None:
    """Files from ABI 1 on, moves across folders from ABI 2 on; the other tables try what came later."""
    seen = observed(f"landlock-{abi}")
    [line] = [line for line in seen.measurement.protections if line.name == "landlock"]
    assert (line.state, line.reason) == (
        ("on", f"ABI {abi}") if abi else ("off", "this kernel has no Landlock")
    )
    assert seen.said["read"] == (errno.EACCES if abi else 0)
    assert seen.said["rename"] == (errno.EXDEV if abi == 1 else 0)


def test_the_kernels_own_landlock_is_among_them() -> None:
    assert _core.landlock_abi() in LANDLOCK_ABIS or _core.landlock_abi() > max(LANDLOCK_ABIS)
