"""Loading a solution's source and finding its entry point. Runs in the child; nothing here is trusted afterwards."""

from __future__ import annotations

import contextlib
import io
import linecache
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from effibench import _core

FILE_NAME = "solution.py"


class MissingEntryError(Exception):
    """The source loads but does not define the entry point."""


class Prepared(NamedTuple):
    """One call, ready for the timed window, and what its answer is.

    Attributes:
        function: called with `arguments` inside the window.
        answer: turns the call's return value into the answer, after the window.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    answer: Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


class Solution:
    """A loaded source with the entry point of one kind: solution, function, method or program."""

    def __init__(self, source: str, kind: str, name: str, owner: str, prelude: str = "") -> None:
        """Compiles and, unless it is a program, executes the source as a module, after the prelude."""
        self._kind, self._name, self._owner = kind, name, owner
        before = compile(prelude, "prelude.py", "exec", dont_inherit=True)
        source = source.removeprefix("\ufeff")
        if "numba" in sys.modules and os.environ.get("TMPDIR") == str(
            Path.cwd()
        ):  # its cache wants to see a file
            with contextlib.suppress(OSError, UnicodeEncodeError):
                Path(FILE_NAME).write_text(source, encoding="utf-8")
        # Tracebacks shall show the candidate's lines although there is no file.
        linecache.cache[FILE_NAME] = (len(source), None, source.splitlines(keepends=True), FILE_NAME)
        self._code: CodeType = compile(source, FILE_NAME, "exec", dont_inherit=True)
        self._before: CodeType = before
        self._target: Any = None
        if kind == "program":
            return
        module = ModuleType("solution")
        module.__file__ = FILE_NAME
        sys.modules["solution"] = module
        exec(before, module.__dict__)
        exec(self._code, module.__dict__)
        target = getattr(module, owner or name, None)
        if owner and target is not None and not hasattr(target, name):
            target = None
        if not callable(target):
            raise MissingEntryError(f"the source defines no {owner + '.' if owner else ''}{name}")
        self._target = target

    def prepare(self, value: Any) -> Prepared:
        """Binds one input to the entry point; what it builds is not part of the window."""
        if self._kind == "solution":
            return Prepared(self._target, (value,), _same)
        if self._kind == "function":
            return Prepared(self._target, tuple(value), _same)
        if self._kind == "method":
            return Prepared(getattr(self._target(), self._name), tuple(value), _same)
        return self._prepare_program(value)

    def _prepare_program(self, text: str) -> Prepared:
        """Puts the text on a fresh stdin and gives the program a fresh stdout, both as real descriptors."""
        for number, mode, content in ((0, "r", text), (1, "w", "")):
            descriptor = _nameless_file()
            os.write(descriptor, content.encode("utf-8", "surrogateescape"))
            os.lseek(descriptor, 0, os.SEEK_SET)
            os.dup2(descriptor, number)
            os.close(descriptor)
            raw = io.FileIO(number, mode, closefd=False)
            if mode == "r":
                sys.stdin = io.TextIOWrapper(
                    io.BufferedReader(raw), encoding="utf-8", errors="surrogateescape"
                )
            else:
                sys.stdout = io.TextIOWrapper(
                    io.BufferedWriter(raw), encoding="utf-8", errors="surrogateescape"
                )
        stdout = sys.stdout
        namespace = {"__name__": "__main__", "__builtins__": __builtins__, "__file__": FILE_NAME}
        exec(self._before, namespace)

        def answer(_: Any) -> str:
            size = os.fstat(1).st_size
            return os.pread(1, size, 0).decode("utf-8", "surrogateescape")

        return Prepared(_core.run_program, (self._code, namespace, stdout.flush), answer)


def _nameless_file() -> int:
    """A descriptor of an empty file; in memory unless memory files are refused because nothing would count them."""
    try:
        return os.memfd_create("stream")
    except OSError:
        name = "stream.tmp"
        descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        Path(name).unlink()
        return descriptor
