"""Environments (environments.py), each behind a runner process (runner.py).

The files that a runner needs are copied to a folder of its own, because an ordinary user may not be able to reach the
checkout. Without an interpreter that such a user can start the tests are skipped, and say so.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from environments import ENVIRONMENTS, Environment
from runner import Answer, Job
from users import NOBODY, library_paths, ordinary_python

from effibench.timing.lanes import LOCK_DIRECTORY_VARIABLE

__all__ = ["ENVIRONMENTS", "Arena"]

HERE = Path(__file__).parent
ANSWER_SECONDS = 120.0


class Arena:
    """One environment: a runner that lives until `close`."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self._folder = Path(tempfile.mkdtemp(prefix="effibench-arena-"))
        try:
            self._process = self._start(environment)
        except BaseException:
            shutil.rmtree(self._folder)
            raise
        self._pending = b""

    def _start(self, environment: Environment) -> subprocess.Popen[bytes]:
        become_other = environment.ordinary_user and os.geteuid() == 0
        for file in (*HERE.glob("*.py"), HERE.parent / "support" / "leftovers.py"):
            shutil.copy(file, self._folder)
        for file in HERE.glob("candidates/*/tasks.py"):
            (self._folder / "candidates" / file.parent.name).mkdir(parents=True)
            shutil.copy(file, self._folder / "candidates" / file.parent.name)
        locks = self._folder / "locks"
        locks.mkdir()
        self._folder.chmod(0o755)
        if become_other:
            os.chown(locks, NOBODY, NOBODY)
        options: dict[str, Any] = {
            "disable": environment.disable,
            "level": environment.level,
            "landlock_abi": environment.landlock_abi,
        }
        prefix = environment.prefix(str(HERE / "confine.py"), sys.executable)
        as_user: dict[str, Any] = (
            {"user": NOBODY, "group": NOBODY, "extra_groups": []} if become_other and not prefix else {}
        )
        variables = {**os.environ, LOCK_DIRECTORY_VARIABLE: str(locks), "PYTHONDONTWRITEBYTECODE": "1"}
        # A library of that user's own, which candidates may read like all others.
        self.library.parent.mkdir()
        self.renew_library()
        variables["PYTHONPATH"] = os.pathsep.join([library_paths(), str(self.library.parent)])
        python = ordinary_python() if become_other or environment.root else sys.executable
        if environment.root and not become_other:
            python = python or sys.executable
        if python is None:
            pytest.skip("no interpreter of this version that an ordinary user can start")
        return subprocess.Popen(
            [*prefix, python, str(self._folder / "runner.py"), json.dumps(options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self._folder,
            env=variables,
            start_new_session=True,
            **as_user,
        )

    @property
    def library(self) -> Path:
        """A file that candidates may read and that belongs to the user they run for."""
        return self._folder / "site-packages" / "library_of_the_user.py"

    def renew_library(self) -> None:
        """Makes the library what it was."""
        self.library.unlink(missing_ok=True)
        self.library.write_text("VALUE = 1\n")
        if self.environment.ordinary_user and os.geteuid() == 0:
            for path in (self.library.parent, self.library):
                os.chown(path, NOBODY, NOBODY)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The runner, which is the host of everything that it runs."""
        return self._process.pid

    def run(self, job: Job) -> Answer:
        """Has a candidate measured.

        Raises:
            AssertionError: the runner died or did not answer in time.
        """
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(job) + b"\n")
        self._process.stdin.flush()
        return msgspec.json.decode(self._line(), type=Answer)

    def _line(self) -> bytes:
        assert self._process.stdout is not None
        deadline = time.monotonic() + ANSWER_SECONDS
        while b"\n" not in self._pending:
            left = deadline - time.monotonic()
            ready, _, _ = select.select([self._process.stdout], [], [], max(0.0, left))
            if not ready:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
                raise AssertionError(f"no answer within {ANSWER_SECONDS:g} s")
            chunk = os.read(self._process.stdout.fileno(), 1 << 20)
            assert chunk, f"the runner ended with status {self._process.wait(10)}"
            self._pending += chunk
        line, _, self._pending = self._pending.partition(b"\n")
        return line

    def close(self) -> None:
        """Ends the runner; if it does not end by itself, with its process group."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            raise
        finally:
            self._process.stdout.close()
            shutil.rmtree(self._folder, ignore_errors=True)
