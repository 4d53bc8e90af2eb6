"""Who has priority: processes that are timed on a lane of their own, where the host may grant it; nobody else."""

from __future__ import annotations

import pytest

from effibench.model import Verdict
from effibench.tasks.task import LiteralCase, Task
from effibench.timing.native import NativeExecutor
from effibench.timing.sandbox import NICE
from effibench.timing.session import Session

TELL = "import os\n\n\ndef solution(input_data):\n    return os.getpriority(os.PRIO_PROCESS, 0)\n"


def answers(nice: int) -> Task:
    return Task.make("test/nice", cases=[LiteralCase(input=0, expected=nice)])


def test_a_process_that_is_timed_alone_has_priority(session: Session) -> None:
    executor = session.executor
    assert isinstance(executor, NativeExecutor)
    states = {protection.name: protection.state for protection in executor.protections()[1]}
    with executor.lane(1, exclusive=True) as lane:
        alone = executor.may_be_urgent(lane)
    if states["priority"] != "on" or not alone:
        pytest.skip("this host grants no priority, or has no CPU left for the harness")
    m = session.time(TELL, answers(NICE))
    assert m.verdict is Verdict.PASS, m.reason


def test_judging_and_a_host_that_wants_none_leave_priority_alone(session: Session) -> None:
    executor = session.executor
    assert isinstance(executor, NativeExecutor)
    with executor.lane(1, exclusive=False) as lane:
        assert not executor.may_be_urgent(lane)
    with Session(disable={"priority"}) as plain:
        m = plain.time(TELL, answers(0))
    assert m.verdict is Verdict.PASS, m.reason
    assert {p.name: p.reason for p in m.protections}["priority"] == "not requested"
