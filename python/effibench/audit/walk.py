"""Going over the tasks of a benchmark for hours: what one task cannot give ends nothing, and nothing found is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from effibench.errors import HostError

INTERRUPTED = "interrupted"
_MOST_IN_A_ROW = 3  # tasks that the machine fails; then it is not about the task

Found = TypeVar("Found")


class HostFailure(msgspec.Struct, frozen=True, kw_only=True):
    """A task that the machine or the harness failed on; nothing is known about it."""

    problem: str
    reason: str


@dataclass(frozen=True, slots=True)
class Walked(Generic[Found]):
    """What came of a walk.

    Attributes:
        found: of the tasks that were finished, in their order.
        failed: tasks that the machine failed on, which may be tried again.
        not_reached: tasks that come after the end.
        ended: why it ended before the last task; empty if it did not.
    """

    found: tuple[Found, ...]
    failed: tuple[HostFailure, ...] = ()
    not_reached: tuple[str, ...] = ()
    ended: str = ""


def walk(names: Sequence[str], run: Callable[[int], Found]) -> Walked[Found]:
    """Runs each task by its number, until an interrupt (Ctrl-C) or several failures of the machine in a row.

    Raises:
        HostError: the machine failed on every task there was.
        KeyboardInterrupt: there was one before the first task was finished.
    """
    found: list[Found] = []
    failed: list[HostFailure] = []
    in_a_row = 0
    for number, name in enumerate(names):
        try:
            found.append(run(number))
            in_a_row = 0
        except HostError as error:
            failed.append(HostFailure(problem=name, reason=str(error)))
            in_a_row += 1
            rest = names[number + 1 :]
            if not found and (not rest or in_a_row == _MOST_IN_A_ROW):
                raise
            if in_a_row == _MOST_IN_A_ROW:
                why = f"the machine failed on {in_a_row} tasks in a row, the last time with: {error}"
                return Walked(tuple(found), tuple(failed), tuple(rest), why if rest else "")
        except KeyboardInterrupt:
            if not found:
                raise
            return Walked(tuple(found), tuple(failed), tuple(names[number:]), INTERRUPTED)
    return Walked(tuple(found), tuple(failed))
