"""Suites that a session has built, each once, whatever threads ask for it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from effibench.tasks.task import Task
from effibench.timing.executor import Executor, Lane
from effibench.timing.protocols import Protocol
from effibench.timing.suite import Suite, build_suite


class Suites:
    """The suites of one session, by task and protocol."""

    def __init__(
        self,
        executor: Executor,
        *,
        base_seed: int,
        count: int,
        report: Callable[[int, int, str], None],
        check: Callable[[], None],
    ) -> None:
        self._executor, self._base_seed, self._count = executor, base_seed, count
        self._report, self._check = report, check
        self._known: dict[tuple[str, str], Suite] = {}
        self._building: dict[tuple[str, str], threading.Lock] = {}
        self._lock = threading.Lock()

    def known(self, task: Task, protocol: Protocol) -> Suite | None:
        """The suite if it has been built already."""
        return self._known.get((task.digest, protocol.name.value))

    def get(self, task: Task, protocol: Protocol, lane: Lane) -> Suite:
        """Returns a suite; the first use builds it on the lane.

        Raises:
            TaskError: the task is broken.
        """
        key = (task.digest, protocol.name.value)
        with self._lock:
            building = self._building.setdefault(key, threading.Lock())
        with building:
            if key not in self._known:
                self._report(0, 1, f"preparing {task.id}")
                self._known[key] = build_suite(
                    self._executor,
                    task,
                    base_seed=self._base_seed,
                    count=self._count,
                    protocol=protocol,
                    lane=lane,
                    check=self._check,
                )
            return self._known[key]
