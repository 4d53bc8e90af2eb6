"""Anonymous files: how inputs, answers and captured output travel between processes."""

from __future__ import annotations

import fcntl
import functools
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from effibench.errors import HostError

if TYPE_CHECKING:
    from effibench.timing.executor import Output

_CHUNK = 1 << 20
_P = ParamSpec("_P")
_R = TypeVar("_R")


def _doing(what: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """What the system refuses in a function is the host's failure: a full tmpfs, no memory, no descriptor left."""

    def decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
        @functools.wraps(function)
        def wrapped(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            try:
                return function(*args, **kwargs)
            except OSError as error:
                failure = HostError(f"cannot {what}: {error}")
                failure.errno = error.errno or 0
                raise failure from error

        return wrapped

    return decorate


class Memfile:
    """An owned memfd. Closed by `close`, at the latest when the last reference goes.

    What the system refuses is a HostError, in every method.
    """

    _fresh: tuple[int, ...] | None = None

    @_doing("make an anonymous file (limit on open files, ulimit -n)")
    def __init__(self, name: str) -> None:
        """Makes an empty file.

        Raises:
            HostError: this process may not open another one.
        """
        self.fd = os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)

    @classmethod
    @_doing("fill an anonymous file")
    def of(cls, data: bytes) -> Memfile:
        """A sealed file with these contents: nobody can change it any more, whoever holds it."""
        file = cls("value")
        view = memoryview(data)
        while view:
            view = view[os.write(file.fd, view) :]
        os.lseek(file.fd, 0, os.SEEK_SET)  # a program may read it as its stdin
        file.seal()
        return file

    @_doing("copy an anonymous file")
    def duplicate(self) -> Memfile:
        """A sealed copy, for one process: who shares a file can leave messages in its times, modes and locks."""
        copy, size = Memfile("value"), self.size
        done = 0
        while done < size:
            done += os.sendfile(copy.fd, self.fd, done, size - done)
        os.lseek(copy.fd, 0, os.SEEK_SET)
        copy.seal()
        return copy

    @classmethod
    @_doing("make a file for output")
    def capture(cls, capacity_bytes: int) -> Memfile:
        """A sink of fixed size for a stream: writing beyond it fails, and untouched parts cost nothing."""
        file = cls("stream")
        os.ftruncate(file.fd, capacity_bytes)
        seals = fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
        fcntl.fcntl(file.fd, fcntl.F_ADD_SEALS, seals)
        file._fresh = file._state()
        return file

    def seal(self) -> None:
        """Forbids every change from now on."""
        seals = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
        fcntl.fcntl(self.fd, fcntl.F_ADD_SEALS, seals)

    @property
    @_doing("look at an anonymous file")
    def size(self) -> int:
        """Length in bytes."""
        return os.fstat(self.fd).st_size

    @_doing("look at captured output")
    def written(self) -> int:
        """Bytes a stream wrote so far: the file offset, which writer and reader share."""
        return os.lseek(self.fd, 0, os.SEEK_CUR)

    @_doing("look at captured output")
    def untouched(self) -> bool:
        """Whether a sink is as it was made: no byte written at any place, and no message in its times or modes."""
        return self._state() == self._fresh

    def _state(self) -> tuple[int, ...]:
        status = os.fstat(self.fd)
        flags = fcntl.fcntl(self.fd, fcntl.F_GETFL)
        return (
            self.written(),
            flags,
            status.st_blocks,
            status.st_mode,
            status.st_atime_ns,
            status.st_mtime_ns,
            status.st_ctime_ns,
        )

    @_doing("read captured output")
    def read_written(self) -> bytes:
        """Everything that a stream wrote."""
        return os.pread(self.fd, min(self.written(), self.size), 0)

    @_doing("read captured output")
    def text(self, limit: int = 20_000) -> str:
        """The first bytes that were written, as text."""
        return os.pread(self.fd, min(self.written(), limit), 0).decode("utf-8", "replace")

    def close(self) -> None:
        """Closes the descriptor; safe to call again."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def __del__(self) -> None:
        if getattr(self, "fd", -1) >= 0:
            os.close(self.fd)


class Slice:
    """A part of a Memfile that holds one encoded value. Keeps the file open as long as it lives."""

    __slots__ = ("file", "length", "offset")

    def __init__(self, file: Memfile, offset: int, length: int) -> None:
        self.file, self.offset, self.length = file, offset, length

    @classmethod
    def of(cls, data: bytes) -> Slice:
        """A sealed file of its own for one value."""
        return cls(Memfile.of(data), 0, len(data))

    @property
    def place(self) -> dict[str, int]:
        """Where in the file it is, for a message that the file rides along with."""
        return {"offset": self.offset, "length": self.length}

    @_doing("read an answer")
    def read(self) -> bytes:
        """The encoded bytes."""
        return os.pread(self.file.fd, self.length, self.offset)

    def copy(self) -> Slice:
        """A sealed copy, for a file whose writer is still alive."""
        return Slice.of(self.read())

    @_doing("compare answers")
    def same_as(self, other: Output) -> bool:
        """Whether both hold the same bytes."""
        if not isinstance(other, Slice) or self.length != other.length:
            return False
        for start in range(0, self.length, _CHUNK):
            count = min(_CHUNK, self.length - start)
            mine = os.pread(self.file.fd, count, self.offset + start)
            if mine != os.pread(other.file.fd, count, other.offset + start):
                return False
        return True
