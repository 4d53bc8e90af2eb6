"""The detector of leftovers detects: every kind of thing that a call could leave behind makes it fail."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import leftovers
import pytest
from benches import Bench, add_up


@contextlib.contextmanager
def descriptor(bench: Bench) -> Iterator[None]:
    number = os.open(os.devnull, os.O_RDONLY)
    yield
    os.close(number)


@contextlib.contextmanager
def process(bench: Bench) -> Iterator[None]:
    with subprocess.Popen(["/bin/sleep", "100"], stdout=subprocess.DEVNULL) as sleeper:
        yield
        sleeper.kill()


@contextlib.contextmanager
def member(bench: Bench) -> Iterator[None]:
    cgroup = bench.executor.slots.cgroup
    if cgroup is None:
        pytest.skip(f"no control group here: {bench.executor.slots.cgroup_reason}")
    procs = next(Path(cgroup.paths()[0]).glob("slot-*/cgroup.procs"))
    with subprocess.Popen(["/bin/sleep", "100"], stdout=subprocess.DEVNULL) as sleeper:
        procs.write_text(str(sleeper.pid))
        yield
        sleeper.kill()


@contextlib.contextmanager
def file(bench: Bench) -> Iterator[None]:
    root = Path(f"/proc/{leftovers.zygote_pids(bench.executor)[0]}/root")
    folder = next((root / str(bench.executor.slots.root).lstrip("/")).glob("slot-*"))
    left = folder / "left"
    left.write_text("x")
    yield
    left.unlink()


@pytest.mark.root
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can look into a zygote's file system")
@pytest.mark.parametrize(
    ("leave", "words"),
    [(descriptor, "descriptors"), (process, "processes"), (member, "in the cgroup"), (file, "files")],
)
def test_a_leftover_is_found(bench: Bench, monkeypatch: pytest.MonkeyPatch, leave, words: str) -> None:
    monkeypatch.setattr(leftovers, "PATIENCE_SECONDS", 0.2)
    bench.warm(add_up())
    with contextlib.ExitStack() as later:
        with pytest.raises(AssertionError, match=words):
            with leftovers.nothing_left(bench.executor):
                later.enter_context(leave(bench))
