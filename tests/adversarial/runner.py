"""A process that measures candidates in an environment of its own, so that one test run can be several users.

    python runner.py OPTIONS

OPTIONS is a JSON object of Session's arguments, and `landlock_abi`: unless null, what the kernel is taken to answer when
it is asked for the ABI of its Landlock. The rules are then those for that older kernel, and this one keeps to them.
Jobs arrive as lines of JSON on stdin (`Job`), answers leave as lines on stdout (`Answer`); it ends with its stdin.
Whoever starts it chooses the user, the limits and the filters.
"""

from __future__ import annotations

import json
import secrets
import sys
import traceback

import msgspec
from catalogue import tasks_of
from leftovers import nothing_left

from effibench import _core
from effibench.candidate import Candidate
from effibench.errors import EffibenchError
from effibench.model import Measurement
from effibench.tasks.task import Task
from effibench.timing.native import NativeExecutor
from effibench.timing.session import Session


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One candidate to measure; if not `timed`, with one call of each case and without a time."""

    source: str
    task: str
    folder: str
    protocol: str = "paper"
    timed: bool = True


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A measurement, or what the host had to say instead; and what was left behind."""

    measurement: Measurement | None = None
    error: str = ""
    left: str = ""


class Runner:
    """Sessions and tasks that have been warmed up."""

    def __init__(self, options: dict[str, object]) -> None:
        abi = options.pop("landlock_abi", None)
        if abi is not None:
            assert isinstance(abi, int)
            _core.landlock_abi = lambda: abi
        self._options = options
        self._sessions: dict[str, Session] = {}
        self._warm: set[tuple[str, str]] = set()

    def close(self) -> None:
        for session in self._sessions.values():
            session.close()

    def run(self, job: Job) -> Answer:
        task = tasks_of(job.folder)[job.task]
        try:
            session = self._session(job.protocol)
            self._warm_up(session, task, job)
            assert isinstance(session.executor, NativeExecutor)
            measurement = None
            try:
                with nothing_left(session.executor):
                    measurement = self._measure(session, job.source, task, timed=job.timed)
            except AssertionError as left:
                return Answer(measurement=measurement, left=str(left))
        except EffibenchError as error:
            return Answer(error=f"{type(error).__name__}: {error}")
        except Exception:  # no candidate may bring a host to this
            return Answer(error=traceback.format_exc())
        return Answer(measurement=measurement)

    def _session(self, protocol: str) -> Session:
        if protocol not in self._sessions:
            self._sessions[protocol] = Session(
                protocol=protocol,
                cases_per_domain=2,
                base_seed=secrets.randbelow(1 << 30),  # as whoever scores strangers' code should choose it
                lane_wait_seconds=60.0,
                **self._options,  # type: ignore[arg-type]
            )
        return self._sessions[protocol]

    @staticmethod
    def _measure(session: Session, source: str, task: Task, *, timed: bool) -> Measurement:
        if timed:
            return session.time(source, task)
        return session._judge_only(Candidate(source=source), task, session._protocol)

    def _warm_up(self, session: Session, task: Task, job: Job) -> None:
        """The reference has to pass as a candidate; from then on a call opens nothing that stays open."""
        if (job.protocol, task.digest) in self._warm:
            return
        honest = self._measure(session, task.reference, task, timed=job.timed)
        assert honest.passed, f"the reference of {task.id}: {honest.verdict}: {honest.reason}"
        self._warm.add((job.protocol, task.digest))


def main() -> None:
    answers = sys.stdout.buffer
    runner = Runner(json.loads(sys.argv[1]))
    try:
        for line in sys.stdin.buffer:
            answers.write(msgspec.json.encode(runner.run(msgspec.json.decode(line, type=Job))) + b"\n")
            answers.flush()
    finally:
        runner.close()


if __name__ == "__main__":
    main()
