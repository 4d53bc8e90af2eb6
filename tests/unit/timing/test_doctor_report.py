"""The doctor's report: its order, its one line, and when a machine is fit."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from effibench.errors import HostError
from effibench.model import Host
from effibench.timing import doctor
from effibench.timing.doctor import NoiseFloor, Report, Row, State, in_groups, summarise
from effibench.timing.doctor.threads import Pools

HOST = Host(node="n", cpu="c", cpus=2, kernel="6.1", python="CPython 3.13", effibench="0")
FLOOR = NoiseFloor(
    kernels={"interpreter": 0.001}, seconds=0.5, resolvable=0.0042, control=0.01, control_measured=0.01
)


def made(name: str, state: str, group: str = "cpu") -> Row:
    value = None if state == "unknown" else "v"
    return Row(name=name, group=group, state=State(state), value=value, reason="" if value else "r")


def report(level: str = "strong", *states: str) -> Report:
    rows = tuple(made(str(number), state) for number, state in enumerate(states))
    return Report(host=HOST, rows=rows, level=level, protections=(), clock=None, jitter=None, summary="s")


@pytest.mark.parametrize(
    ("made_report", "fit"),
    [
        (report("strong", "ok", "info", "warn", "unknown"), True),
        (report("standard"), True),
        (report("weak", "ok"), False),
        (report("strong", "ok", "fail"), False),
    ],
)
def test_only_failures_and_a_weak_level_make_unfit(made_report: Report, fit: bool) -> None:
    assert made_report.fit is fit


def test_the_line() -> None:
    rows = [made("a", "ok"), made("b", "warn"), made("c", "warn"), made("d", "fail"), made("e", "unknown")]
    assert summarise("strong", rows, fixable=set(), floor=None) == "level strong; 1 failure; 2 warnings"
    assert summarise("weak", rows[:1], fixable={"a"}, floor=None) == "level weak; no failures; no warnings"
    assert summarise("strong", rows, fixable={"a", "b", "d"}, floor=FLOOR) == (
        "level strong; 1 failure; 2 warnings; sudo effibench doctor --fix mends 2; "
        "smallest difference this machine can resolve in 0.5 s: 0.42 %"
    )


def test_rows_stand_in_groups() -> None:
    rows = [
        made("1", "ok", "noise"),
        made("2", "ok", "cpu"),
        made("3", "ok", "limits"),
        made("4", "ok", "cpu"),
    ]
    assert [row.name for row in in_groups(rows)] == ["2", "4", "3", "1"]


def test_what_was_not_measured_has_no_place_in_the_json() -> None:
    text = msgspec.json.encode(report())
    assert b"noise_floor" not in text
    assert b'"jitter":null' in text
    assert msgspec.json.decode(text, type=Report) == report()


# --- on this machine, with its own locks; nothing here depends on how quiet it is ---


@pytest.fixture
def _short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EFFIBENCH_LOCK_DIR", str(tmp_path / "locks"))
    monkeypatch.setattr(doctor, "JITTER_SECONDS", 0.02)
    monkeypatch.setattr(doctor.threads, "LIBRARIES", ("numpy",))


@pytest.mark.usefixtures("_short")
def test_every_group_is_examined() -> None:
    found = doctor.examine()
    assert {row.group for row in found.rows} == {
        "cpu", "frequency", "kernel", "limits", "threads", "python", "gpu", "noise",
    }  # fmt: skip
    names = {row.name for row in found.rows}
    assert {"SMT", "CPU governor", "ASLR", "CPU quota", "numpy", "build", "jitter", "steal"} <= names
    assert not {"noise floor", "positive control"} & names
    assert len(names) == len(found.rows)
    assert found.jitter is not None
    assert found.jitter.wall_ns >= 20_000_000
    assert found.noise_floor is msgspec.UNSET
    assert "smallest difference" not in found.summary
    for row in found.rows:
        assert (row.value is None) is (row.state is State.UNKNOWN) is bool(row.reason), row
        if row.state in {State.WARN, State.FAIL}:
            assert row.consequence, row
            assert row.mend, row


@pytest.mark.usefixtures("_short")
def test_a_noise_floor_is_measured_where_there_is_a_way(monkeypatch: pytest.MonkeyPatch) -> None:
    found = doctor.examine(noise_floor=lambda executor, lane: FLOOR)
    assert found.noise_floor == FLOOR
    assert [row.name for row in found.rows[-2:]] == ["noise floor", "positive control"]
    assert found.summary.endswith("in 0.5 s: 0.42 %")


@pytest.mark.usefixtures("_short")
def test_a_lane_that_another_one_times_on_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from effibench.timing.lanes import Lanes

    def never(*arguments: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(doctor.noise, "measure", never)
    lanes = Lanes()
    with lanes.lease(lanes.physical_cores, exclusive=True):
        found = doctor.examine()
    assert (found.clock, found.jitter) == (None, None)
    row = next(row for row in found.rows if row.name == "jitter")
    assert row.state is State.UNKNOWN
    assert "held by" in row.reason


@pytest.mark.usefixtures("_short")
def test_where_nothing_can_be_run_nothing_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Pools] = []

    class Recorded(Pools):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            started.append(self)

    def unfit(**named: Any) -> Any:
        raise HostError("no seccomp here")

    monkeypatch.setattr(doctor, "Pools", Recorded)
    monkeypatch.setattr(doctor, "NativeExecutor", unfit)
    with pytest.raises(HostError, match="no seccomp here"):
        doctor.examine()
    assert len(started) == 1
    assert not started[0]._running
    assert not [thread for thread in threading.enumerate() if thread.name == "effibench-jitter"]
