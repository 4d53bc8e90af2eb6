"""Processes that die: at each of their own steps, and at each message of the host to or from anybody."""

from __future__ import annotations

import pytest
from driver import Driver
from points import chosen
from rules import check

# What a process does at each step of the protocol.
STEPS: dict[tuple[str, str], str] = {
    ("call", "zygote"): "recvmsg mkdir fork pidfd_open sendmsg poll waitid wait4 rename",
    ("call", "fork"): "prctl setsid",
    ("call", "candidate"): "dup2 setrlimit seccomp recvmsg sendmsg ftruncate64",
    ("call", "judge"): "recvmsg mmap64 sendmsg",
    ("new", "generator"): "setrlimit recvmsg sendmsg write",
    ("new", "reference"): "seccomp recvmsg sendmsg write",
    ("new", "judge"): "close_range recvmsg sendmsg",
    ("start", "launcher"): "setsid signalfd clone pidfd_open write poll waitid",
    ("start", "program"): "prctl read mount write execve",
    ("start", "zygote"): "read eventfd send poll",
    ("start", "probe"): "setrlimit sendmsg",
    ("compare", "canary"): "recvmsg sendmsg",
}
POINTS = [(scenario, role, name) for (scenario, role), names in STEPS.items() for name in names.split()]
MESSAGES = ("sendmsg", "recvmsg", "recv", "ppoll")
VICTIMS = ("launcher", "zygote", "judge", "candidate")


@pytest.mark.parametrize(("scenario", "role", "function"), POINTS, ids=["-".join(point) for point in POINTS])
def test_death_at_a_step(driver: Driver, scenario: str, role: str, function: str) -> None:
    count = driver.counts(scenario).get(role, {}).get(function, 0)
    if count == 0:
        pytest.skip(f"{role} does not call {function} here")
    numbers = chosen(count, 5 if scenario == "call" else 2)
    check(driver.trials(numbers, scenario=scenario, role=role, function=function, action="kill"))


@pytest.mark.parametrize("function", MESSAGES)
@pytest.mark.parametrize("victim", VICTIMS)
def test_death_while_the_host_sends_or_waits(driver: Driver, victim: str, function: str) -> None:
    count = driver.counts("call")["host"][function]
    check(
        driver.trials(
            chosen(count, 6), scenario="call", role="host", function=function, action="notify", victim=victim
        )
    )


@pytest.mark.parametrize("victim", ["generator", "reference", "judge", "zygote"])
def test_death_while_a_task_is_new(driver: Driver, victim: str) -> None:
    for function in MESSAGES[:3]:
        count = driver.counts("new")["host"][function]
        check(
            driver.trials(
                chosen(count, 3),
                scenario="new",
                role="host",
                function=function,
                action="notify",
                victim=victim,
            )
        )


def test_a_dead_candidate_is_told_from_a_dead_zygote(driver: Driver) -> None:
    """The same moment, two victims: one is the candidate's failure, the other one the host's."""
    count = driver.counts("call")["candidate"]["recvmsg"]
    order = {"scenario": "call", "function": "sendmsg", "action": "notify", "role": "host"}
    last = driver.counts("call")["host"]["sendmsg"] - 2  # the case, before the two messages to the judge
    assert count >= 4
    (own,) = driver.trials([last], **order, victim="candidate")
    assert own.fields["verdict"] == "runtime_error", own
    assert "killed by SIGKILL" in own.fields["reason"]
    (theirs,) = driver.trials([last], **order, victim="zygote")
    assert theirs.fields["error"] == "HostError", theirs
