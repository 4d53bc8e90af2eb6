"""Hosts that lack something: protections, rights, disk, descriptors, lanes, libraries, a sound task."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from benches import ADD_UP, add_up
from helpers import PACKAGE, PREAMBLE, run
from leftovers import nothing_left
from users import NOBODY, library_paths, ordinary_python

from effibench.errors import ProtectionError, UsageError
from effibench.timing.native import NativeExecutor
from effibench.timing.sandbox import FEATURES
from effibench.timing.session import Session

# --- protections ---


@pytest.mark.parametrize("feature", FEATURES)
def test_without_one_protection(feature: str) -> None:
    with Session(disable=[feature]) as session:
        m = session.time(ADD_UP, add_up())
        assert m.passed, m.reason
        assert m.level in {"strong", "standard"}
        states = {protection.name: protection.state for protection in m.protections}
        affected = (
            ("pid_namespace", "mount_namespace", "net_namespace") if feature == "namespaces" else (feature,)
        )
        assert all(states[name] == "off" for name in affected)
        assert states["seccomp"] == "on"
        for protection in m.protections:
            assert protection.state == "on" or protection.reason
        refused = session.time("import os\ndef solution(d):\n    os.fork()\n", add_up())
        assert "PermissionError" in refused.reason


def test_without_any_protection_that_can_be_missing() -> None:
    with Session(disable=FEATURES, level="weak") as session:
        m = session.time(ADD_UP, add_up())
        assert m.passed
        assert m.level == "weak"
        bomb = session.time(
            "def solution(d):\n    return len([bytearray(1 << 20) for _ in range(10_000)])\n",
            add_up(limits={"memory_bytes": 128 << 20}),
        )
        assert bomb.verdict.value == "memory_limit"
        mapped = session.time(
            "import mmap\ndef solution(d):\n    area = mmap.mmap(-1, 10 << 30)\n"
            "    for at in range(0, 10 << 30, 4096):\n        area[at] = 1\n",
            add_up(limits={"memory_bytes": 128 << 20}),
        )
        assert mapped.verdict.value == "memory_limit"


@pytest.mark.parametrize("disable", [FEATURES, ("namespaces", "separate_user", "landlock")])
def test_weak_must_be_asked_for(disable: tuple[str, ...]) -> None:
    with pytest.raises(
        ProtectionError, match=r"protection here is 'weak', but 'standard' is asked for.*switched off"
    ):
        Session(disable=disable)


def test_standard_is_not_strong() -> None:
    with pytest.raises(ProtectionError, match="protection here is 'standard', but 'strong' is asked for"):
        Session(disable=["cgroup"], level="strong")


def test_a_refused_session_leaves_nothing(session: Session) -> None:
    assert isinstance(session.executor, NativeExecutor)
    with nothing_left(session.executor):
        for _ in range(3):
            with pytest.raises(ProtectionError):
                Session(disable=FEATURES)


def test_unknown_feature() -> None:
    with pytest.raises(UsageError, match=r"'selinux'.*landlock"):
        Session(disable=["selinux"])


# --- users ---


@pytest.mark.root
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_as_an_ordinary_user(tmp_path: Path) -> None:
    if (python := ordinary_python()) is None:
        pytest.skip("no interpreter of this version that an ordinary user can start")
    folder = Path("/tmp") / f"effibench-test-{os.getpid()}"
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    text = """
        import os
        assert os.geteuid() != 0
        with Session() as session:
            m = session.time(HONEST, add_up())
            assert m.passed, m.reason
            states = {p.name: (p.state, p.reason) for p in m.protections}
            assert states["separate_user"] == ("off", "only root can give a child a user of its own"), states
            assert states["landlock"][0] == states["seccomp"][0] == "on", states
            assert session.time("import os\\ndef solution(d):\\n    os.fork()\\n", add_up()).verdict == "runtime_error"
            assert session.time(ENDLESS, add_up(call_seconds=0.3)).verdict == "time_limit"
            bomb = "def solution(d):\\n    return len([bytearray(1 << 20) for _ in range(10_000)])\\n"
            assert session.time(bomb, add_up(memory_bytes=128 << 20)).verdict == "memory_limit"
            print(m.level)
        """
    try:
        done = subprocess.run(
            [python, "-c", PREAMBLE + textwrap.dedent(text)],
            env={
                "PYTHONPATH": library_paths(),
                "PATH": "/usr/bin:/bin",
                "TMPDIR": str(folder),
                "EFFIBENCH_LOCK_DIR": str(folder / "lanes"),
            },
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
            cwd="/",
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() in {"strong", "standard"}
        assert list(folder.glob("effibench-scratch-*")) == []
    finally:
        shutil.rmtree(folder)


# --- disk, descriptors ---


def test_nowhere_to_put_scratch(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    out = run(
        """
        import tempfile
        tempfile.tempdir = MISSING
        try:
            Session()
        except effibench.HostError as error:
            print(error)
        """.replace("MISSING", repr(str(missing)))
    )
    assert "cannot make a scratch directory in" in out
    assert str(missing) in out
    assert "TMPDIR" in out


@pytest.mark.root
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_full_disk() -> None:
    """A file system without a single free block or inode, in a mount namespace of its own."""
    text = """
        import os, tempfile
        folder = tempfile.mkdtemp()
        assert os.system(f"mount -t tmpfs -o size=4k,nr_inodes=1 none {folder}") == 0
        tempfile.tempdir = folder
        try:
            Session()
        except effibench.HostError as error:
            print(error)
        tempfile.tempdir = None
        os.system(f"umount {folder}")
        os.rmdir(folder)
        """
    done = subprocess.run(
        ["/usr/bin/unshare", "--mount", sys.executable, "-c", PREAMBLE + textwrap.dedent(text)],
        env={**os.environ, "PYTHONPATH": PACKAGE},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if "unshare failed" in done.stderr:
        pytest.skip(f"no mount namespaces here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    assert "No space left on device" in done.stdout
    assert "TMPDIR" in done.stdout


def test_few_descriptors() -> None:
    """Whatever the limit, a call passes or says which limit it hit; afterwards the process is as it was."""
    out = run(
        """
        import os, resource
        with Session() as session:
            assert session.time(HONEST, add_up()).passed  # everything is imported
        session = None
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        opened = lambda: len(os.listdir("/proc/self/fd"))
        outcomes = set()
        for limit in range(opened() + 1, opened() + 60, 3):
            before = opened()
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            try:
                with Session() as session:
                    outcomes.add(session.time(HONEST, add_up()).verdict.value)
            except effibench.HostError as error:
                assert "Too many open files" in str(error), error
                outcomes.add("refused")
            session = None
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            import gc; gc.collect()
            assert opened() <= before, (limit, before, sorted(os.listdir("/proc/self/fd")))
        print(*sorted(outcomes))
        """
    )
    assert out.split() == ["pass", "refused"]
