"""Going over the tasks of a benchmark for hours: what one task cannot give ends nothing, and nothing found is lost."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from effibench.errors import EffibenchError, HostError

INTERRUPTED = "interrupted"
_MOST_IN_A_ROW = 3  # tasks that the machine fails; then it is not about the task

Found = TypeVar("Found")


class HostFailure(msgspec.Struct, frozen=True, kw_only=True):
    """A task that could not be finished, by its own fault or by that of the machine; nothing is known about it."""

    problem: str
    reason: str


@dataclass(frozen=True, slots=True)
class Walked(Generic[Found]):
    """What came of a walk.

    Attributes:
        found: of the tasks that were finished, in their order.
        failed: tasks that could not be finished; those that the machine failed on may be tried again.
        not_reached: tasks that come after the end.
        ended: why it ended before the last task; empty if it did not.
    """

    found: tuple[Found, ...]
    failed: tuple[HostFailure, ...] = ()
    not_reached: tuple[str, ...] = ()
    ended: str = ""


def walk(names: Sequence[str], run: Callable[[int], Found]) -> Walked[Found]:
    """Runs each task by its number, until an interrupt (Ctrl-C) or several failures of the machine in a row.

    What is wrong with a task costs that task, however many there are. An error in effibench itself is taken as a
    failure of the machine: the hours before it are not to be lost, and one that meets every task ends the walk soon.

    Raises:
        Exception: the machine failed on every task there was; the last of these errors.
        KeyboardInterrupt: there was one before the first task was finished.
    """
    found: list[Found] = []
    failed: list[HostFailure] = []
    in_a_row = 0
    for number, name in enumerate(names):
        try:
            found.append(run(number))
            in_a_row = 0
        except KeyboardInterrupt:
            if not found:
                raise
            return Walked(tuple(found), tuple(failed), tuple(names[number:]), INTERRUPTED)
        except Exception as error:
            failed.append(HostFailure(problem=name, reason=_said(error)))
            if _is_the_tasks(error):
                in_a_row = 0
                continue
            in_a_row += 1
            rest = names[number + 1 :]
            if in_a_row == len(failed) and not found and (not rest or in_a_row == _MOST_IN_A_ROW):
                raise
            if in_a_row == _MOST_IN_A_ROW:
                why = f"the machine failed on {in_a_row} tasks in a row, the last time with: {_said(error)}"
                return Walked(tuple(found), tuple(failed), tuple(rest), why if rest else "")
    return Walked(tuple(found), tuple(failed))


def _is_the_tasks(error: Exception) -> bool:
    return isinstance(error, EffibenchError) and not isinstance(error, HostError)


def _said(error: Exception) -> str:
    if isinstance(error, EffibenchError):
        return str(error)
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}, line {place.lineno}"
    return f"an error in effibench ({where}): {type(error).__name__}: {error}"
