"""Driving a host under test (host.py) from outside: orders, answers, and finding out when it hangs or dies."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from leftovers import descendants

import effibench

HERE = Path(__file__).resolve().parent
PAGE_BYTES = 1 << 16
DEADLINE_SECONDS = 90.0  # of one trial; used up only by what hangs
PACKAGE = Path(effibench.__file__).resolve().parent.parent


class Outcome:
    """One trial: what was armed and what came of it."""

    def __init__(self, armed: dict[str, Any], fields: dict[str, Any]) -> None:
        self.armed, self.fields = armed, fields

    def __str__(self) -> str:
        what = [f"{key}={value}" for key, value in self.armed.items() if value != ""]
        return f"{' '.join(what)}: {self.fields}"


class Driver:
    """Keeps one host alive; a host that hangs is ended and the next order starts another one."""

    def __init__(self, library: Path, folder: Path) -> None:
        self._library, self._folder = library, folder
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._counts: dict[str, dict[str, dict[str, int]]] = {}

    def counts(self, scenario: str) -> dict[str, dict[str, int]]:
        """How often each role calls each function in a scenario in which nothing fails."""
        if scenario not in self._counts:
            self._send({"scenario": scenario, "counts": True})
            answer = self._receive()
            assert answer is not None, f"scenario {scenario}: no answer without any fault"
            assert "counts" in answer, answer
            self._counts[scenario] = answer["counts"]
        return self._counts[scenario]

    def trials(self, numbers: list[int], **order: str) -> list[Outcome]:
        """Runs a trial for each of these calls. A hang is an outcome, too, and the last one."""
        self._send({**order, "numbers": numbers})
        outcomes: list[Outcome] = []
        armed: dict[str, Any] = {**order, "number": "before the first"}
        while True:
            answer = self._receive()
            if answer is None or "dead" in answer:
                words = "the host died" if answer else f"hangs:\n{self._where_it_hangs()}"
                self.close()
                return [*outcomes, Outcome(armed, {"hang": words})]
            if "end" in answer:
                return outcomes
            if "armed" in answer:
                armed = answer["armed"]
            else:
                outcomes.append(Outcome(armed, answer))

    def close(self) -> None:
        """Ends the host and all below it."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            for pid in {*descendants(process.pid), process.pid}:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            process.wait(20)

    # --- the process ---

    def _send(self, order: dict[str, Any]) -> None:
        if self._process is None:
            self._start()
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any] | None:
        try:
            return self._answers.get(timeout=DEADLINE_SECONDS)
        except queue.Empty:
            return None

    def _start(self) -> None:
        control = self._folder / "control" / "page"
        control.parent.mkdir(exist_ok=True)
        control.write_bytes(bytes(PAGE_BYTES))
        scratch = self._folder / "tmp"
        scratch.mkdir(exist_ok=True)
        environment = {
            **os.environ,
            "LD_PRELOAD": str(self._library),
            "FAULTY_CONTROL": str(control),
            "FAULTY_HOST": "1",
            "TMPDIR": str(scratch),
            "EFFIBENCH_LOCK_DIR": str(self._folder / "lanes"),
            "PYTHONPATH": os.pathsep.join(map(str, [PACKAGE, HERE.parent / "support"])),
        }
        with (self._folder / "stderr").open("w") as stderr:
            self._process = subprocess.Popen(
                [sys.executable, str(HERE / "host.py")],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            )
        self._answers = queue.Queue()
        threading.Thread(target=_read, args=(self._process, self._answers), daemon=True).start()
        ready = self._receive()
        assert ready == {"ready": True}, (ready, self._words())

    def _where_it_hangs(self) -> str:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGUSR1)  # shows its stack on stderr
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(1)
        return self._words()

    def _words(self) -> str:
        return (self._folder / "stderr").read_text(errors="replace")[-3000:]


def _read(process: subprocess.Popen[str], answers: queue.Queue[dict[str, Any]]) -> None:
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            answers.put(json.loads(line))
    answers.put({"dead": True})
