"""Processes that stop: nothing is waited for without end, and a zygote that is silent is replaced."""

from __future__ import annotations

import pytest
from driver import Driver
from rules import broken, check

STOPS = [
    ("call", "zygote", "recvmsg", 1),  # asked for a child
    ("call", "zygote", "fork", 1),
    ("call", "zygote", "sendmsg", 1),  # about to say that it has started
    ("call", "zygote", "sendmsg", 2),  # about to report the end
    ("call", "fork", "setsid", 1),
    ("call", "candidate", "setrlimit", 1),
    ("call", "candidate", "recvmsg", 1),
    ("call", "candidate", "sendmsg", 2),  # loaded
    ("call", "candidate", "sendmsg", 3),  # answered
    ("call", "judge", "recvmsg", 1),
    ("call", "judge", "sendmsg", 1),
    ("new", "generator", "recvmsg", 1),
    ("new", "generator", "sendmsg", 2),
    ("new", "reference", "sendmsg", 2),
    ("new", "judge", "sendmsg", 2),
    ("start", "launcher", "clone", 1),
    ("start", "launcher", "poll", 5),
    ("start", "program", "mount", 1),
    ("start", "zygote", "eventfd", 1),
    ("start", "probe", "sendmsg", 1),
]


@pytest.mark.parametrize(
    ("scenario", "role", "function", "number"), STOPS, ids=["-".join(map(str, stop)) for stop in STOPS]
)
def test_a_process_that_stops(driver: Driver, scenario: str, role: str, function: str, number: int) -> None:
    check(driver.trials([number], scenario=scenario, role=role, function=function, action="stop"))


def test_a_stopped_candidate_is_over_its_time(driver: Driver) -> None:
    (outcome,) = driver.trials([3], scenario="call", role="candidate", function="sendmsg", action="stop")
    assert not broken(outcome), outcome
    assert outcome.fields["verdict"] == "time_limit", outcome
