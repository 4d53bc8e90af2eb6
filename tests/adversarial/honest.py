"""The table of honest programs: `candidates/honest/honest.toml`, and the solutions that the bundled tasks come with."""

from __future__ import annotations

import msgspec
from catalogue import CANDIDATES

from effibench.tasks.load import list_tasks, load_task

FOLDER = CANDIDATES / "honest"


class Program(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file of the folder; it must pass without a flag.

    Attributes:
        file: its name.
        title: what it does that a harness might take amiss, in one line.
        task: name in tasks.py, or in the folder's own tasks.py.
    """

    file: str
    title: str
    task: str

    @property
    def id(self) -> str:
        return self.file.removesuffix(".py")

    @property
    def source(self) -> str:
        return (FOLDER / self.file).read_text(encoding="utf-8")


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """A correct solution of a bundled task."""

    task: str
    name: str
    source: str

    @property
    def id(self) -> str:
        return f"{self.task}/{self.name}"


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    honest: list[Program]


def programs() -> list[Program]:
    """All files of the table."""
    return msgspec.toml.decode((FOLDER / "honest.toml").read_bytes(), type=_Table).honest


def bundled_solutions() -> list[Solution]:
    """The references and spectra of all bundled tasks."""
    return [
        Solution(task=name, name=solution, source=source)
        for name in list_tasks()
        for solution, source in {"reference": load_task(name).reference, **load_task(name).spectrum}.items()
    ]
