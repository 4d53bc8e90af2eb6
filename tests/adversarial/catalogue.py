"""The table of attacks: `attacks.toml` in each folder below `candidates/`, one entry for each file beside it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Literal

import msgspec
from tasks import TASKS

from effibench.model import Flag, Verdict
from effibench.tasks.task import Task

CANDIDATES = Path(__file__).parent / "candidates"

Way = Literal["import", "call", "thread", "ctypes", "internals", "result", "process"]


class Attack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file and what must become of it.

    Attributes:
        file: name of the file in the same folder.
        numbers: which attacks of the catalogue (names.toml) it carries out; empty if it goes beyond.
        title: what it tries, in one line.
        way: where it strikes.
        task: name in tasks.py, or in the folder's own tasks.py.
        verdicts: what may come out.
        flags: each must be there if it passes.
        may_flag: flags that may be there besides.
        honest_time: it does the reference's work and bends the time; what is reported must be the truth.
        flag_or_truth: without this flag the reported time must be the truth.
        defence: what stops it, in a few words (the table in SECURITY.md).
        control: for `held` tasks: run outside of the sandbox it must get through, or the attempt proves nothing.
            Otherwise the reason why that cannot be tried.
        protocol: how it is timed.
        environments: where it is tried; empty = everywhere.
        gpu: it needs a CUDA device.
        known_hole: why it still gets through, if it does; SECURITY.md says so, and what is demanded stays as it should be.
        hole_in: the environments of which that is true; empty = all.
    """

    file: str
    numbers: list[int] = []
    title: str
    way: Way
    task: str
    verdicts: list[Verdict]
    flags: list[Flag] = []
    may_flag: list[Flag] = []
    honest_time: bool = False
    flag_or_truth: Flag | None = None
    defence: str
    control: bool | str = True
    protocol: Literal["paper", "strict", "paired"] = "paper"
    environments: list[str] = []
    gpu: bool = False
    known_hole: str = ""
    hole_in: list[str] = []
    folder: str = ""

    @property
    def id(self) -> str:
        return f"{self.folder}/{self.file.removesuffix('.py')}"

    @property
    def source(self) -> str:
        return (CANDIDATES / self.folder / self.file).read_text()


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    attack: list[Attack]


def folders() -> list[Path]:
    return sorted(file.parent for file in CANDIDATES.glob("*/attacks.toml"))


def attacks() -> list[Attack]:
    """All attacks of all folders."""
    return [
        msgspec.structs.replace(attack, folder=folder.name)
        for folder in folders()
        for attack in msgspec.toml.decode((folder / "attacks.toml").read_bytes(), type=_Table).attack
    ]


def tasks_of(folder: str) -> dict[str, Task]:
    """The common tasks and the folder's own."""
    file = CANDIDATES / folder / "tasks.py"
    if not file.exists():
        return TASKS
    spec = importlib.util.spec_from_file_location(f"adversarial_{folder}_tasks", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    own: dict[str, Task] = module.TASKS
    assert not own.keys() & TASKS.keys(), f"{folder}/tasks.py names tasks that exist already"
    return {**TASKS, **own}
