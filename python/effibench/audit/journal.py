"""The file an audit can be continued from: one line for its settings, then one for each finished task.

A line is written and synced when its task is done, so that what ends an audit costs one task at most. An audit goes on
only with the settings it was begun with: figures of different protocols do not belong into one table.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from effibench.audit.record import SCHEMA_VERSION, AuditSettings, PairAudit
from effibench.errors import DatasetError, HostError, UsageError


class _Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    schema: int
    benchmark: str
    settings: dict[str, Any]


class OfTask(Protocol):
    """What is found of one task."""

    @property
    def problem(self) -> str:
        """The task's id."""


Found = TypeVar("Found", bound=OfTask)


class Findings(Generic[Found]):
    """Findings on disk.

    Attributes:
        done: what earlier sessions have found, by task.
    """

    def __init__(
        self,
        path: Path,
        benchmark: str,
        settings: msgspec.Struct,
        *,
        kind: type[Found],
        schema: int,
        what: str,
    ) -> None:
        """Opens a journal or begins one.

        Args:
            kind: of findings.
            what: has made it, for messages.

        Raises:
            UsageError: the file is no such journal, or belongs to another benchmark or other settings.
            DatasetError: it cannot be opened.
            HostError: the disk does not take its first line.
        """
        self.done: dict[str, Found] = {}
        self._path, self._kind, self._what = path, kind, what
        head = _Head(schema=schema, benchmark=benchmark, settings=_plain(settings))
        try:
            kept = self._read(head) if path.exists() else b""
            self._file = path.open("r+b" if path.exists() else "x+b")
            self._file.seek(len(kept))
            self._file.truncate()  # a line that was cut off when an earlier session ended
        except OSError as error:
            raise DatasetError(f"cannot use the journal {path} (flag --journal): {error}") from error
        if not kept:
            self._write(head)

    def _read(self, head: _Head) -> bytes:
        data = self._path.read_bytes()
        if not data:  # just made, by somebody else or by a session that ended before its first line
            return b""
        whole = data[: data.rfind(b"\n") + 1]
        first, *rest = whole.splitlines() or [data]
        try:
            found = msgspec.json.decode(first, type=_Head)
            found_before = [msgspec.json.decode(line, type=self._kind) for line in rest]
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UsageError(
                f"{self._path} (flag --journal) is not the journal of {self._what}: {error}"
            ) from error
        if found != head:
            raise UsageError(
                f"{self._path} (flag --journal) was begun for {found.benchmark!r} with other settings; "
                "give them again, or another file"
            )
        self.done = {one.problem: one for one in found_before}
        return whole

    def add(self, found: Found) -> None:
        """Keeps one task's findings.

        Raises:
            HostError: the disk does not take them.
        """
        self.done[found.problem] = found
        self._write(found)

    def _write(self, record: object) -> None:
        try:
            self._file.write(msgspec.json.encode(record) + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise HostError(f"cannot write the journal {self._path} (flag --journal): {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError):  # what the disk did not take has been reported when it was added
            self._file.close()


class Journal(Findings[PairAudit]):
    """The journal of an audit."""

    def __init__(self, path: Path, benchmark: str, settings: AuditSettings) -> None:
        """Opens a journal or begins one.

        Raises:
            UsageError: the file is no such journal, or belongs to another benchmark or other settings.
            DatasetError: it cannot be opened.
            HostError: the disk does not take its first line.
        """
        super().__init__(path, benchmark, settings, kind=PairAudit, schema=SCHEMA_VERSION, what="an audit")


def _plain(settings: msgspec.Struct) -> dict[str, Any]:
    """As they come back from a file."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(settings))
    return plain
