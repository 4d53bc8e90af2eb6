"""A host process in which, and below which, calls fail: reads orders from stdin, one JSON object a line, and answers.

Started by driver.py with libfaulty preloaded. An order names a scenario (what the host does), a role and a function
(whose calls fail), and an action; for every chosen call the fault is armed and the scenario run, and one line says what
came of it. A line `{"armed": ...}` comes before each, so that a hang can be told from a finished trial.
"""

from __future__ import annotations

import ctypes
import errno
import faulthandler
import gc
import json
import os
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from leftovers import descendants, descriptors, launchers, report, strays, zygote_pids
from parts import (
    HONEST,
    SETTINGS,
    WRONG,
    deadlines,
    described,
    name_of,
    open_files,
    preload_everywhere,
    task,
)
from points import FUNCTIONS, ROLES

from effibench import EffibenchError, Session
from effibench.model import Comparison, Measurement

ACTIONS = {"fail": 0, "kill": 1, "stop": 2, "notify": 3}
PATIENCE_SECONDS = 10.0

faulty = ctypes.CDLL(None)


class Host:
    """One session that the trials share, with what they do to it."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.warm: set[str] = set()
        self.settled = False  # nothing has happened since the last look at what is left
        self.groups: set[Path] = set()  # where control groups are made
        self.others: set[str] = set()
        self.numbers = iter(range(1, 10**9))

    def open(self) -> Session:
        if self.session is None:
            self.session = Session(cases_per_domain=1, paired=SETTINGS)
            cgroup = self.session.executor.slots.cgroup  # type: ignore[attr-defined]
            self.groups |= {Path(path).parent for path in filter(None, cgroup.paths() if cgroup else ())}
            for _ in range(2):
                assert self.session.time(HONEST, task()).passed
        return self.session

    def shut(self) -> None:
        if self.session is not None:
            self.session.close()
            self.session = None
            self.warm.clear()
            self.settled = False
        gc.collect()

    def forget(self) -> None:
        """Forgets what only the last trial needed."""
        if self.session is not None:
            self.session._suites._building.clear()
            known, keep = self.session._suites._known, task().digest
            for key in [key for key in known if key[0] != keep]:
                del known[key]
            self.session.executor._judges.close()  # type: ignore[attr-defined]

    # --- scenarios ---

    def call(self) -> Measurement:
        """The everyday call: all is known, a judge is waiting."""
        return self.open().time(HONEST, task())

    def wrong(self) -> Measurement:
        """A wrong candidate."""
        return self.open().time(WRONG, task())

    def new(self) -> Measurement:
        """A task that nobody has seen: generator, reference and judge are started."""
        return self.open().time(HONEST, task(next(self.numbers)))

    def many(self) -> Measurement:
        """Several calls in threads."""
        return self.open().time_many([(HONEST, task())] * 2)[-1]

    def compare(self) -> Comparison:
        return self.open().compare(HONEST, HONEST, task())

    def start(self) -> Measurement:
        """A session of its own, from start to end."""
        with Session(cases_per_domain=1) as session:
            return session.time(HONEST, task())

    # --- trials ---

    def prepare(self, scenario: str) -> None:
        if scenario == "start":
            self.shut()
            self.others = self.folders()
            return
        self.open()
        if not self.settled:
            self.forget()
            assert self.call().passed  # a judge waits
        self.settled = False
        if scenario in {"compare", "many"} and scenario not in self.warm:
            getattr(self, scenario)()
            self.warm.add(scenario)

    def folders(self) -> set[str]:
        """What a session has on disk: scratch folders and control groups."""
        groups = {str(path) for root in self.groups for path in root.glob(f"effibench-{os.getpid()}-*")}
        return groups | {str(path) for path in Path(os.environ["TMPDIR"]).glob("effibench-scratch-*")}

    def counts(self, scenario: str) -> dict[str, dict[str, int]]:
        """How often each role calls each function."""
        self.prepare(scenario)
        faulty.faulty_arm(-1, -1, 0, 0, 0)
        getattr(self, scenario)()
        faulty.faulty_disarm()
        table: dict[str, dict[str, int]] = {}
        for role in ROLES:
            for name in FUNCTIONS:
                if count := faulty.faulty_count(faulty.faulty_role(role.encode()), index(name)):
                    table.setdefault(role, {})[name] = count
        return table

    def victims(self, role: str) -> list[int]:
        """Pids of all processes of a role, as this process sees them."""
        if self.session is None:
            return []
        executor = self.session.executor
        if role in {"launcher", "zygote"}:
            return {"launcher": launchers, "zygote": zygote_pids}[role](executor)  # type: ignore[arg-type]
        return [pid for pid in descendants(os.getpid()) if name_of(pid) == f"eb-{role}"]

    def strike(self, role: str) -> None:
        """Kills all processes of a role and waits until they are dead."""
        pids = self.victims(role)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while any(name_of(pid) for pid in pids) and time.monotonic() < deadline:
            time.sleep(0.001)

    def trial(self, order: dict[str, Any], number: int, code: int) -> dict[str, Any]:
        scenario, role, name, action = (order[key] for key in ("scenario", "role", "function", "action"))
        self.prepare(scenario)
        notice = ctypes.CFUNCTYPE(None)(lambda: self.strike(order["victim"]))
        faulty.faulty_on_notice(notice)
        gc.collect()
        before, others = self.seen()
        faulty.faulty_arm(faulty.faulty_role(role.encode()), index(name), number, ACTIONS[action], code)
        began = time.monotonic()
        result: dict[str, Any]
        try:
            with deadlines(short=action == "stop"):
                outcome = getattr(self, scenario)()
                result = described(outcome)
                del outcome
        except EffibenchError as error:
            result = {"error": type(error).__name__, "text": str(error)}
        except BaseException:
            result = {"unexpected": traceback.format_exc()[-3000:]}
        result |= {"seconds": round(time.monotonic() - began, 2), "stage": faulty.faulty_stage()}
        faulty.faulty_disarm()
        # A session that passes has started, and so will the one of the next trial.
        result["next"] = "" if scenario == "start" and "verdict" in result else self.next(scenario)
        result["left"] = self.left(before, others)
        self.settled = self.session is not None and not result["left"]
        return result

    def next(self, scenario: str) -> str:
        """What comes of the call after: empty if all is well."""
        try:
            measured = self.start() if scenario == "start" else self.call()
        except BaseException:
            return traceback.format_exc()[-2000:]
        return "" if measured.passed and measured.seconds else f"{measured.verdict.value}: {measured.reason}"

    def seen(self) -> tuple[Any, set[int]]:
        if self.session is None:
            return open_files(), set()
        executor = self.session.executor
        return descriptors(executor), strays(executor)  # type: ignore[arg-type]

    def left(self, before: Any, others: set[int]) -> list[str]:
        if self.session is not None:
            self.forget()
            self.call()  # as before the trial: a judge waits
        deadline = time.monotonic() + PATIENCE_SECONDS
        while found := self.found(before, others):
            if time.monotonic() > deadline:
                break
            time.sleep(0.01)
        return found

    def found(self, before: Any, others: set[int]) -> list[str]:
        if self.session is not None:
            return report(self.session.executor, before, others)  # type: ignore[arg-type]
        gc.collect()
        found = [f"processes {sorted(pids)}"] if (pids := descendants(os.getpid())) else []
        if more := open_files() - before:
            found.append(f"descriptors {dict(more)} more")
        return found + [f"folder {folder}" for folder in self.folders() - self.others]


def index(name: str) -> int:
    number: int = faulty.faulty_function(name.encode())
    assert number >= 0, name
    return number


def main() -> None:
    faulthandler.register(signal.SIGUSR1)
    preload_everywhere()
    host = Host()
    gc.collect()
    gc.freeze()  # what is imported is never garbage: every look at what is left is quicker
    answer({"ready": True})
    for line in sys.stdin:
        order = json.loads(line)
        counts = host.counts(order["scenario"]) if "counts" in order else {}
        if "counts" in order:
            answer({"counts": counts})
            continue
        codes = FUNCTIONS[order["function"]]
        for number in order["numbers"]:
            code = codes[number % len(codes)] if order["action"] == "fail" else 0
            armed = {**order, "number": number, "errno": errno.errorcode.get(code, "")}
            armed.pop("numbers")
            answer({"armed": armed})
            answer(host.trial(order, number, code))
        answer({"end": True})
    host.shut()


def answer(fields: dict[str, Any]) -> None:
    print(json.dumps(fields), flush=True)


if __name__ == "__main__":
    main()
