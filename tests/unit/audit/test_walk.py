"""Going over tasks: nothing that was found is lost, whatever ends the walk."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from effibench.audit.walk import INTERRUPTED, HostFailure, walk
from effibench.errors import DatasetError, HostError, TaskError, UsageError

NAMES = tuple("abcdef")


def run(**outcomes: BaseException) -> Callable[[int], str]:
    """Each task finds its own name, or raises what is given for it."""

    def one(number: int) -> str:
        name = NAMES[number]
        if name in outcomes:
            raise outcomes[name]
        return name

    return one


def test_all_tasks() -> None:
    walked = walk(NAMES, run())
    assert walked.found == NAMES
    assert (walked.failed, walked.not_reached, walked.ended) == ((), (), "")


def test_a_failure_of_the_machine_costs_one_task() -> None:
    walked = walk(NAMES, run(a=HostError("no memory"), d=HostError("no process")))
    assert walked.found == ("b", "c", "e", "f")
    assert walked.failed == (
        HostFailure(problem="a", reason="no memory"),
        HostFailure(problem="d", reason="no process"),
    )
    assert (walked.not_reached, walked.ended) == ((), "")


def test_three_in_a_row_end_the_walk() -> None:
    walked = walk(NAMES, run(b=HostError("1"), c=HostError("2"), d=HostError("3")))
    assert walked.found == ("a",)
    assert [failure.problem for failure in walked.failed] == ["b", "c", "d"]
    assert walked.not_reached == ("e", "f")
    assert "3 tasks in a row" in walked.ended
    assert walked.ended.endswith("3")


def test_two_and_then_two_are_not_three_in_a_row() -> None:
    walked = walk(NAMES, run(b=HostError("1"), c=HostError("2"), e=HostError("3"), f=HostError("4")))
    assert (walked.found, walked.not_reached) == (("a", "d"), ())


def test_an_interrupt_keeps_what_there_is() -> None:
    walked = walk(NAMES, run(b=HostError("1"), d=KeyboardInterrupt()))
    assert walked.found == ("a", "c")
    assert walked.not_reached == ("d", "e", "f")
    assert walked.ended == INTERRUPTED


@pytest.mark.parametrize(
    "outcomes",
    [
        {"a": KeyboardInterrupt()},
        {"a": HostError("1"), "b": KeyboardInterrupt()},
        {name: HostError(name) for name in NAMES[:3]},
        {name: ZeroDivisionError(name) for name in NAMES[:3]},
    ],
)
def test_where_nothing_was_found_the_cause_is_raised(outcomes: dict[str, BaseException]) -> None:
    with pytest.raises(type(list(outcomes.values())[-1])):
        walk(NAMES, run(**outcomes))


def test_the_only_task_fails() -> None:
    with pytest.raises(HostError, match="no memory"):
        walk(NAMES[:1], run(a=HostError("no memory")))


def test_what_is_wrong_with_tasks_costs_these_tasks_however_many() -> None:
    walked = walk(NAMES, run(a=TaskError("1"), b=UsageError("2"), c=DatasetError("3"), d=TaskError("4")))
    assert walked.found == ("e", "f")
    reasons = {failure.problem: failure.reason for failure in walked.failed}
    assert reasons == {"a": "1", "b": "2", "c": "3", "d": "4"}
    assert (walked.not_reached, walked.ended) == ((), "")


def test_nothing_is_raised_for_tasks_that_are_all_wrong() -> None:
    walked = walk(NAMES[:2], run(a=TaskError("1"), b=TaskError("2")))
    assert (walked.found, len(walked.failed), walked.ended) == ((), 2, "")
    walked = walk(NAMES[:2], run(a=TaskError("1"), b=HostError("2")))
    assert (walked.found, len(walked.failed)) == ((), 2)


def test_an_error_in_effibench_loses_nothing_and_is_named() -> None:
    walked = walk(NAMES, run(b=ZeroDivisionError("division by zero")))
    assert walked.found == ("a", "c", "d", "e", "f")
    (failure,) = walked.failed
    assert failure.problem == "b"
    assert "an error in effibench (test_walk.py, line " in failure.reason
    assert failure.reason.endswith("ZeroDivisionError: division by zero")


def test_an_error_in_effibench_that_meets_every_task_ends_the_walk() -> None:
    walked = walk(NAMES, run(b=KeyError(1), c=HostError("2"), d=KeyError(3)))
    assert walked.found == ("a",)
    assert walked.not_reached == ("e", "f")
    assert walked.ended.endswith("KeyError: 3")


def test_no_tasks() -> None:
    assert walk((), run()).found == ()
