"""What the tests of this folder share: a small task, and a bench that checks what every call leaves behind."""

from __future__ import annotations

import textwrap

from leftovers import nothing_left

from effibench.model import Limits, Measurement
from effibench.tasks.task import LiteralCase, Task
from effibench.timing.native import NativeExecutor
from effibench.timing.session import Session

ADD_UP = "def solution(input_data):\n    return sum(input_data['values'])\n"


def add_up(
    *, libraries: tuple[str, ...] = (), limits: dict[str, float] | None = None, **fields: object
) -> Task:
    """The task of most tests: the sum of a short list."""
    return Task.make(
        "test/add-up",
        reference=ADD_UP,
        cases=[LiteralCase(input={"values": [1, 2, 3, 4]})],
        libraries=libraries,
        limits=Limits(**(limits or {})),  # type: ignore[arg-type]
        **fields,
    )


class Bench:
    """Runs candidates on tasks and fails if a call leaves anything behind."""

    def __init__(self, session: Session) -> None:
        assert isinstance(session.executor, NativeExecutor)
        self.session, self.executor = session, session.executor
        self._warm: set[str] = set()

    def warm(self, task: Task) -> None:
        """Has the task's reference pass as a candidate: from then on a call opens nothing that stays open."""
        if task.digest not in self._warm:
            honest = self.session.time(task.reference, task)
            assert honest.passed, honest.reason
            self._warm.add(task.digest)

    def run(self, source: str, task: Task | None = None) -> Measurement:
        task = task or add_up()
        self.warm(task)
        with nothing_left(self.executor):
            return self.session.time(textwrap.dedent(source), task)
