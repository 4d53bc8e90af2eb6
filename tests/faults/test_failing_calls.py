"""Every call of the harness that can fail, failing once: a table of failure points, walked through."""

from __future__ import annotations

import pytest
from driver import Driver
from points import LEFT_OUT, PLACES, chosen
from rules import check

POINTS = [(scenario, role, name) for (scenario, role), place in PLACES.items() for name in place.names()]


@pytest.mark.parametrize(("scenario", "role", "function"), POINTS, ids=["-".join(point) for point in POINTS])
def test_a_call_that_fails(driver: Driver, scenario: str, role: str, function: str) -> None:
    count = driver.counts(scenario).get(role, {}).get(function, 0)
    if count == 0:
        pytest.skip(f"{role} does not call {function} here")
    numbers = chosen(count, PLACES[scenario, role].at_most)
    check(driver.trials(numbers, scenario=scenario, role=role, function=function, action="fail"))


@pytest.mark.parametrize(("scenario", "role"), PLACES, ids=["-".join(place) for place in PLACES])
def test_calls_that_the_table_does_not_name(driver: Driver, scenario: str, role: str) -> None:
    if scenario in {"compare", "many"}:
        return  # the other scenarios have met them
    named = PLACES[scenario, role].names()
    for function, count in driver.counts(scenario).get(role, {}).items():
        if function not in named and (role, function) not in LEFT_OUT:
            numbers = chosen(count, 2)
            check(driver.trials(numbers, scenario=scenario, role=role, function=function, action="fail"))


@pytest.mark.parametrize(
    ("role", "function"),
    [
        ("judge", "sendmsg"),
        ("judge", "recvmsg"),
        ("judge", "mmap64"),
        ("host", "sendmsg"),
        ("host", "recv"),
        ("host", "ppoll"),
        ("host", "pread64"),
        ("zygote", "sendmsg"),
        ("candidate", "sendmsg"),
        ("candidate", "recvmsg"),
        ("candidate", "write"),
    ],
)
def test_no_failure_makes_a_wrong_answer_right(driver: Driver, role: str, function: str) -> None:
    count = driver.counts("wrong")[role][function]
    outcomes = driver.trials(chosen(count, 8), scenario="wrong", role=role, function=function, action="fail")
    check(outcomes, wrong=True)
    if role == "candidate" or (role, function) == ("judge", "sendmsg"):
        return
    assert any(outcome.fields["stage"] >= 0 for outcome in outcomes), "nothing failed"


def test_the_faults_are_real(driver: Driver) -> None:
    """What is armed happens, and its errno comes through to the error's text."""
    (outcome,) = driver.trials([1], scenario="call", role="zygote", function="fork", action="fail")
    assert outcome.fields["error"] == "HostError"
    assert "fork a child: " in outcome.fields["text"]
    (outcome,) = driver.trials([1], scenario="call", role="candidate", function="chdir", action="fail")
    assert "a candidate could not be set up: step scratch: chdir" in outcome.fields["text"]
