"""The policy: levels by the report, and what a child may read."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from effibench.errors import HostError
from effibench.model import Limits, Protection
from effibench.tasks.load import bundled_root
from effibench.timing import sandbox
from effibench.timing.sandbox import (
    LEVELS,
    Sandbox,
    hidden_paths,
    level_of,
    readable_paths,
    unreachable_for_others,
)
from effibench.timing.zygotes import binary

MIB = 1 << 20


def level(*names: str) -> str:
    return level_of(Protection(name=name, state="on") for name in names)


NAMESPACES = ("pid_namespace", "mount_namespace")
MANDATORY = ("seccomp", "capabilities")


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        ((), "weak"),
        (("seccomp",), "weak"),
        (("capabilities", *NAMESPACES, "cgroup", "landlock"), "weak"),
        (("seccomp", *NAMESPACES, "cgroup", "landlock"), "weak"),
        (MANDATORY, "weak"),
        ((*MANDATORY, "landlock"), "standard"),
        ((*MANDATORY, "cgroup"), "weak"),
        ((*MANDATORY, *NAMESPACES), "weak"),
        ((*MANDATORY, *NAMESPACES, "landlock"), "standard"),
        ((*MANDATORY, "pid_namespace", "cgroup", "landlock"), "standard"),
        ((*MANDATORY, *NAMESPACES, "cgroup"), "weak"),  # nothing shuts files
        ((*MANDATORY, *NAMESPACES, "cgroup", "read_only_root"), "strong"),
        ((*MANDATORY, *NAMESPACES, "cgroup", "landlock"), "strong"),
        ((*MANDATORY, "separate_user", "cgroup"), "weak"),
        ((*MANDATORY, "separate_user", "cgroup", "landlock"), "strong"),
        ((*MANDATORY, "separate_user", "landlock"), "standard"),
    ],
)
def test_the_level_follows_from_the_report(names: tuple[str, ...], wanted: str) -> None:
    assert level(*names) == wanted


def test_only_what_is_on_counts() -> None:
    everything = (*MANDATORY, *NAMESPACES, "cgroup", "landlock", "separate_user")
    for state in ("off", "partial", "failed"):
        assert level_of(Protection(name=name, state=state) for name in everything) == "weak"


def test_more_protection_never_lowers_the_level() -> None:
    names = (*MANDATORY, *NAMESPACES, "cgroup", "landlock", "separate_user")
    for switches in product((False, True), repeat=len(names)):
        on = [name for name, switch in zip(names, switches, strict=True) if switch]
        for extra in set(names) - set(on):
            assert LEVELS.index(level(*on)) <= LEVELS.index(level(*on, extra)), (on, extra)


def test_nothing_private_is_readable() -> None:
    paths = [Path(path) for path in readable_paths()]
    assert paths == [path for path in paths if path.exists()]
    assert hidden_paths() == [str(bundled_root())]  # installed, the bundled tasks lie among the libraries
    for secret in (Path("/root"), Path("/home"), Path("/tmp"), Path("/etc/shadow")):
        above = [path for path in paths if secret == path or secret.is_relative_to(path)]
        assert not above, f"{secret} can be read through {above}"
    assert Path("/") not in paths
    assert not any(path.name == "tasks" and path.parent.name != "effibench" for path in paths)


def test_what_a_worker_needs_is_readable() -> None:
    paths = [Path(path) for path in readable_paths()]
    package = Path(sandbox.__file__).resolve().parent.parent
    for needed in (package, Path(os.__file__).resolve(), Path(sys.executable).resolve()):
        assert any(needed.is_relative_to(path.resolve()) for path in paths), needed


def test_readable_paths_do_not_nest() -> None:
    paths = [Path(path) for path in readable_paths()]
    assert len(set(paths)) == len(paths)
    for one, other in product(paths, repeat=2):
        assert one == other or not one.is_relative_to(other)


def test_a_users_folders_on_the_search_path_are_not_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "venv" / "site-packages"
    site.mkdir(parents=True)
    monkeypatch.setattr(sys, "path", [str(tmp_path), "", str(site), str(tmp_path / "absent"), *sys.path])
    paths = readable_paths()
    assert str(tmp_path) not in paths
    assert str(site) in paths


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody can reach; pytest's own are closed to other users."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name).resolve()


def test_a_closed_folder_is_named(open_folder: Path) -> None:
    inner = open_folder / "closed" / "inner"
    inner.mkdir(parents=True)
    file = inner / "file"
    file.write_text("x", encoding="utf-8")
    for folder in (inner, inner.parent):
        folder.chmod(0o755)
    file.chmod(0o644)
    if (above := unreachable_for_others([str(open_folder)])) is not None:
        pytest.skip(f"the folder of temporary files is closed itself: {above}")
    assert unreachable_for_others([str(file)]) is None
    file.chmod(0o640)
    assert unreachable_for_others([str(file)]) == f"{file} is closed to other users (mode 640)"
    file.chmod(0o644)
    inner.parent.chmod(0o700)
    assert (
        unreachable_for_others(["/usr", str(file)]) == f"{inner.parent} is closed to other users (mode 700)"
    )
    inner.parent.chmod(0o755)


def test_the_system_is_reachable() -> None:
    assert stat.S_IMODE(Path("/usr").stat().st_mode) & stat.S_IXOTH
    assert unreachable_for_others(["/usr"]) is None
    assert unreachable_for_others([]) is None


def spec(limits: Limits, device: str = "cpu") -> dict[str, object]:
    made = Sandbox((), landlock_abi=3)
    return made.spec(
        "candidate", cpus=(1,), slot=7, scratch="/s", limits=limits, cpu_seconds=1.5, device=device
    )


def test_a_childs_set_up_follows_its_limits() -> None:
    limits = Limits(memory_bytes=100 * MIB, result_bytes=10 * MIB, file_bytes=MIB, open_files=9)
    made = spec(limits)
    assert made["cpus"] == [1]
    assert made["cpu_seconds"] == 2
    assert made["memory_bytes"] == 164 * MIB
    assert made["file_bytes"] == 21 * MIB  # the result file is one of its files, with two answers
    assert made["open_files"] == 9
    assert made["seccomp"] is True
    assert made["allow_subprocess"] is False
    assert made["landlock_abi"] == 3
    assert made["hidden"] == hidden_paths()


def test_the_filter_covers_what_nothing_else_does() -> None:
    names = ("allow_memfd", "allow_metadata", "allow_truncation", "signal_others")

    def allowed(abi: int, **known: bool) -> tuple[object, ...]:
        made = Sandbox(("separate_user",), landlock_abi=abi)
        for name, value in known.items():
            setattr(made, name, value)
        built = made.spec("candidate", cpus=(), slot=0, scratch="", limits=Limits(), cpu_seconds=1)
        return tuple(built[name] for name in names)

    assert allowed(2) == (False, False, False, False)
    assert allowed(3) == (False, False, True, False)
    assert allowed(6) == (False, False, True, True)
    assert allowed(0, counts_memory=True, read_only_root=True, separate_user=True) == (True,) * 4


def test_a_gpu_context_may_map_what_it_likes() -> None:
    made = spec(Limits(), device="cuda")
    assert (made["memory_bytes"], made["address_slack_bytes"]) == (0, -1)


def test_features_can_be_switched_off() -> None:
    off = Sandbox(("landlock", "separate_user", "namespaces"), landlock_abi=3)
    assert off.landlock_abi == 0
    assert off.namespaces() == "none"
    assert off.uid_reason == "switched off"
    made = off.spec("candidate", cpus=(), slot=3, scratch="", limits=Limits(), cpu_seconds=1)
    assert made["uid"] == -1
    assert made["landlock_abi"] == 0


def test_a_separate_user_needs_no_user_namespace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    ordinary = Sandbox((), landlock_abi=0)
    assert ordinary.uid_reason == "only root can give a child a user of its own"
    assert ordinary.namespaces().split(",")[0] == "user"
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(sandbox, "unreachable_for_others", lambda paths: None)
    root = Sandbox((), landlock_abi=0)
    assert "user" not in root.namespaces().split(",")
    first = root.spec("candidate", cpus=(), slot=0, scratch="", limits=Limits(), cpu_seconds=1)
    second = root.spec("candidate", cpus=(), slot=1, scratch="", limits=Limits(), cpu_seconds=1)
    assert 0 < first["uid"] < second["uid"]


def test_a_missing_part_of_the_build_is_named() -> None:
    assert Path(binary("libeffibench-names.so")).is_file()
    with pytest.raises(HostError, match=r"no-such-part is missing; install effibench again"):
        binary("no-such-part")
