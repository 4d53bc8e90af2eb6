"""Lanes: CPU lists, leases that exclude each other, and the wait for one."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from effibench import _core
from effibench.cli.options import parse_cpus
from effibench.errors import HostError, UsageError
from effibench.timing.lanes import LOCK_DIRECTORY_VARIABLE, Lanes

CPUS = _core.allowed_cpus()


@pytest.fixture(autouse=True)
def _own_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LOCK_DIRECTORY_VARIABLE, str(tmp_path / "locks"))


@pytest.mark.parametrize(
    ("text", "cpus"),
    [("0", [0]), ("0-3,8", [0, 1, 2, 3, 8]), ("3,1,1-2", [1, 2, 3]), (" 1 , 4-5 ", [1, 4, 5]), ("7-7", [7])],
)
def test_a_cpu_list_is_parsed(text: str, cpus: list[int]) -> None:
    assert parse_cpus(text) == cpus


@pytest.mark.parametrize(
    "text", ["", "a", "1-", "-1", "1--2", "1,,2", "1.5", "0x3", "3-1", "²", "0-99999999999"]
)
def test_another_text_is_shown_with_its_flag(text: str) -> None:
    with pytest.raises(UsageError, match="--lanes") as caught:
        parse_cpus(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("cpus", [(), (99_999,), (*CPUS, 99_999), (-1,)])
def test_a_cpu_that_may_not_be_used_is_refused(cpus: tuple[int, ...]) -> None:
    with pytest.raises(UsageError, match=r"argument `lanes`, flag --lanes") as caught:
        Lanes(cpus)
    assert str(sorted(cpus)) in str(caught.value)


def test_all_cpus_by_default() -> None:
    lanes = Lanes()
    assert lanes.logical_cpus == len(CPUS)
    assert 1 <= lanes.physical_cores <= lanes.logical_cpus
    assert set(lanes.harness_cpus()) <= set(CPUS)
    assert lanes.harness_cpus()


def test_one_cpu_is_enough() -> None:
    lanes = Lanes((CPUS[0],))
    assert (lanes.physical_cores, lanes.logical_cpus) == (1, 1)
    assert lanes.harness_cpus() == [CPUS[0]]
    with lanes.lease(1, exclusive=True) as lane:
        assert lane.cpus == (CPUS[0],)


def test_an_exclusive_lease_excludes_another() -> None:
    held = Lanes((CPUS[0],))
    waiting = Lanes((CPUS[0],), wait_seconds=0.05)
    with held.lease(1, exclusive=True):
        with (
            pytest.raises(HostError, match=r"no free lane of 1 cores within 0\.05 s; held by: .*\d"),
            waiting.lease(1, exclusive=True),
        ):
            raise AssertionError("both hold one core")
        with pytest.raises(HostError, match="no free lane"), waiting.lease(1, exclusive=False):
            raise AssertionError("a judge runs on a core that is timed on")
    with waiting.lease(1, exclusive=True) as lane:
        assert lane.cpus == (CPUS[0],)


def test_a_lease_is_given_back_after_a_failure() -> None:
    lanes = Lanes((CPUS[0],), wait_seconds=0.05)
    with pytest.raises(ZeroDivisionError), lanes.lease(1, exclusive=True):
        raise ZeroDivisionError
    with lanes.lease(1, exclusive=True):
        pass


def test_a_waiting_lease_gets_the_core_when_it_is_free() -> None:
    lanes = Lanes((CPUS[0],), wait_seconds=60)
    order: list[str] = []
    leased = threading.Event()

    def wait() -> None:
        leased.set()
        with lanes.lease(1, exclusive=True):
            order.append("second")

    with lanes.lease(1, exclusive=True):
        thread = threading.Thread(target=wait)
        thread.start()
        assert leased.wait(10)
        order.append("first")
    thread.join(30)
    assert not thread.is_alive()
    assert order == ["first", "second"]


@pytest.mark.skipif(len(_core.physical_cores(CPUS)) < 2, reason="needs two physical cores")
def test_two_leases_are_two_cores() -> None:
    lanes = Lanes()
    with lanes.lease(1, exclusive=True) as one, lanes.lease(1, exclusive=True) as other:
        assert not set(one.cpus) & set(other.cpus)


def test_a_lane_wider_than_the_machine_is_refused_at_once() -> None:
    with (
        pytest.raises(HostError, match=r"lane of 4096 cores was asked for \(task field `run\.cores`\)"),
        Lanes().lease(4096, exclusive=True),
    ):
        raise AssertionError("unreachable")
