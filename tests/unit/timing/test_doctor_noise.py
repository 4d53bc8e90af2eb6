"""What the doctor measures, judged on made-up measurements: jitter, clock, noise floor, what others did meanwhile."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from doctor_support import brief, by_name, grow, noisy_vm

from effibench.errors import HostError
from effibench.timing.doctor import noise
from effibench.timing.doctor.activity import Activity, Process, Snapshot
from effibench.timing.doctor.noise import ClockCost, Jitter, NoiseFloor
from effibench.timing.doctor.rows import State, Tree

MS = 1_000_000


def jitter(stolen_ns: int = 0, max_gap_ns: int = 60, switches: int = 0, counts: Any = None) -> Jitter:
    return Jitter(
        bounds_ns=(200, 1_000, 5_000, 20_000, 100_000, 1_000_000, 10_000_000),
        counts=counts or (999_990, 4, 0, 3, 2, 1, 0, 0),
        wall_ns=1000 * MS,
        stolen_ns=stolen_ns,
        max_gap_ns=max_gap_ns,
        involuntary_switches=switches,
    )


@pytest.mark.parametrize(
    ("stolen_ns", "max_gap_ns", "state"),
    [
        (0, 60, "ok"),
        (2 * MS - 1, 99_999, "ok"),
        (2 * MS, 99_999, "warn"),
        (2 * MS - 1, 100_000, "warn"),
        (20 * MS - 1, 999_999, "warn"),
        (20 * MS, 999_999, "fail"),
        (20 * MS - 1, 1 * MS, "fail"),
        (500 * MS, 20 * MS, "fail"),
    ],
)
def test_grades_of_jitter(stolen_ns: int, max_gap_ns: int, state: str) -> None:
    rows = by_name(noise.jitter_rows(jitter(stolen_ns, max_gap_ns), 3))
    assert rows["jitter"].state == state
    assert rows["gap histogram"].state is State.INFO


def test_jitter_in_words() -> None:
    rows = by_name(noise.jitter_rows(jitter(5 * MS, 259_000, switches=9), 3))
    assert rows["jitter"].value == "0.5 % stolen, longest gap 259 µs, 9 times preempted in 1.0 s on CPU 3"
    assert "busiest processes" in rows["jitter"].mend
    assert "isolcpus=3" in rows["jitter"].mend
    assert rows["gap histogram"].value == "<200 ns 100 %, <1 µs 4×, <20 µs 3×, <100 µs 2×, <1 ms 1×"
    last = by_name(noise.jitter_rows(jitter(counts=(1, 0, 0, 0, 0, 0, 0, 1)), 3))["gap histogram"]
    assert last.value == "<200 ns 50 %, ≥10 ms 1×"
    # Nobody was put in our place: it is the hypervisor or the interrupts.
    assert "interrupts and stolen time" in by_name(noise.jitter_rows(jitter(5 * MS), 3))["jitter"].mend


@pytest.mark.parametrize(("median", "state"), [(30, "ok"), (100, "ok"), (101, "warn"), (1001, "fail")])
def test_grades_of_the_clock(median: int, state: str) -> None:
    cost = ClockCost(min_ns=20, p50_ns=median, p99_ns=2_000, call_ns=81.6)
    rows = by_name(noise.clock_rows(cost))
    assert rows["clock cost"].state == state
    assert rows["clock cost"].value == f"20 ns (median {median}, p99 2000)"
    assert rows["shortest window"].value == "2.00 ms for a resolution of 0.1 %"
    assert rows["window cost"].value == "82 ns for an empty Python call, clock included"


def floor(resolvable: float = 0.004, measured: float | None = 0.0098) -> NoiseFloor:
    return NoiseFloor(
        kernels={"interpreter": 0.0012, "memory": 0.0031},
        seconds=0.5,
        resolvable=resolvable,
        control=0.01,
        control_measured=measured,
    )


def test_the_noise_floor() -> None:
    assert brief(noise.floor_rows(floor())) == {
        "noise floor": ("ok", "standard error of a ratio: interpreter 0.12 %, memory 0.31 %"),
        "positive control": ("ok", "1 % slower measured as 0.98 %"),
    }
    bad = by_name(noise.floor_rows(floor(0.013, None)))
    assert bad["noise floor"].state is State.WARN
    assert "below 1.3 % stay unresolved" in bad["noise floor"].consequence
    assert (bad["positive control"].state, bad["positive control"].value) == ("warn", "1 % slower not found")
    assert noise.resolution_line(floor()) == "smallest difference this machine can resolve in 0.5 s: 0.4 %"


def test_measuring_leaves_the_callers_affinity_alone() -> None:
    mine = os.sched_getaffinity(0)
    cost, measured = noise.measure(max(mine), 0.01)
    assert os.sched_getaffinity(0) == mine
    assert 0 <= cost.min_ns <= cost.p50_ns <= cost.p99_ns
    assert cost.call_ns > 0
    assert measured.wall_ns >= 10 * MS
    assert sum(measured.counts) > 0
    assert len(measured.counts) == len(measured.bounds_ns) + 1


def test_a_cpu_that_cannot_be_used_is_an_error() -> None:
    with pytest.raises(OSError, match="Invalid argument"):
        noise.measure(4095, 0.01)
    with pytest.raises(HostError, match="duration_ns"):
        noise.measure(min(os.sched_getaffinity(0)), 61.0)


# --- what others did ---


def stat(idle: int, steal: int) -> str:
    return "\n".join(f"cpu{cpu} 100 0 50 {idle} 0 0 0 {steal} 7 0" for cpu in (0, 1))


def interrupts(disk: int, timer: int) -> str:
    return (
        f"     CPU0   CPU1\n 30: 5 {disk} PCI-MSI 1-edge virtio0-req\n 31: 1 1 x y net\n"
        f"LOC: 1 {timer} Local timer interrupts\nERR: 0"
    )


def snapshot(seconds: float, **changes: Any) -> Snapshot:
    facts: dict[str, Any] = {
        "stat": stat(1000, 0),
        "interrupts": interrupts(10, 10),
        "vmstat": "pswpin 3\npswpout 4",
        "processes": {},
        "missing": {},
    }
    return Snapshot(seconds=seconds, **(facts | changes))


def activity(tmp_path: Path, before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    both = Activity(snapshot(100.0, **before), snapshot(102.0, **after), (1,), own=50, ticks_per_second=100)
    return by_name(both.rows(noisy_vm(tmp_path)))


def test_a_machine_on_its_own(tmp_path: Path) -> None:
    rows = activity(tmp_path, {}, {"stat": stat(1200, 0), "processes": {1: Process("init", 0, 5)}})
    # The process is new since the first look and used next to nothing.
    assert brief(rows.values()) == {
        "steal": ("ok", "0 % of the CPU time by the hypervisor's account"),
        "interrupts": ("ok", "0/s from devices on CPU 1"),
        "swapping": ("ok", "none"),
        "busiest processes": ("info", "init (1) 2 %"),
    }


@pytest.mark.parametrize(
    ("idle", "steal", "state", "percent"),
    [(999, 1, "ok", "0.1"), (998, 2, "warn", "0.2"), (981, 19, "warn", "1.9"), (980, 20, "fail", "2")],
)
def test_grades_of_steal(tmp_path: Path, idle: int, steal: int, state: str, percent: str) -> None:
    row = activity(tmp_path, {}, {"stat": stat(1000 + idle, steal)})["steal"]
    assert (row.state, row.value) == (state, f"{percent} % of the CPU time by the hypervisor's account")


def test_interrupts_of_devices_on_the_lane(tmp_path: Path) -> None:
    row = activity(tmp_path, {}, {"interrupts": interrupts(209, 99_999)})["interrupts"]
    assert (row.state, row.value) == ("ok", "100/s from devices on CPU 1")
    row = activity(tmp_path, {}, {"interrupts": interrupts(210, 99_999)})["interrupts"]
    assert (row.state, row.value) == ("warn", "100/s from devices on CPU 1, most from 30 virtio0-req")


def test_interrupts_are_those_of_the_lane_that_was_measured(tmp_path: Path) -> None:
    # Another process may have leased the first one.
    both = Activity(snapshot(100.0), snapshot(102.0, interrupts=interrupts(5000, 0)), (0,))
    row = by_name(both.rows(noisy_vm(tmp_path)))["interrupts"]
    assert (row.state, row.value) == ("ok", "0/s from devices on CPU 0")


def test_swapping_is_a_failure(tmp_path: Path) -> None:
    row = activity(tmp_path, {}, {"vmstat": "pswpin 3\npswpout 6"})["swapping"]
    assert (row.state, row.value) == ("fail", "2 pages in 2.0 s")


def test_the_busiest_processes(tmp_path: Path) -> None:
    def used(*ticks: int) -> dict[int, Process]:
        names = ("init", "hog", "cc (1)", "ld", "idle", "me", "mine", "grandchild")
        parents = (0, 1, 1, 1, 1, 1, 50, 60)
        pids = (1, 10, 11, 12, 13, 50, 60, 61)
        return {
            pid: Process(name, parent, tick)
            for pid, name, parent, tick in zip(pids, names, parents, ticks, strict=True)
        }

    rows = activity(
        tmp_path,
        {"processes": used(0, 0, 0, 0, 0, 0, 0, 0)},
        {"processes": used(4, 198, 20, 30, 3, 200, 200, 200)},
    )
    row = rows["busiest processes"]
    assert (row.state, row.value) == ("warn", "hog (10) 99 %, ld (12) 15 %, cc (1) (11) 10 %")
    assert row.mend == "stop or wait for process 10"


def test_what_did_not_advance_or_cannot_be_read_is_unknown(tmp_path: Path) -> None:
    gone = {"stat": None, "interrupts": None, "vmstat": None, "missing": dict.fromkeys(("stat",), "hidden")}
    gone["missing"] |= {"interrupts": "hidden", "vmstat": "hidden"}
    rows = activity(tmp_path, {}, gone)
    assert {row.state for row in rows.values()} == {State.UNKNOWN}
    assert {rows[name].reason for name in ("steal", "interrupts", "swapping")} == {"hidden"}
    rows = activity(tmp_path, {}, {})
    assert rows["steal"].reason == "/proc/stat did not advance in 2.0 s"
    rows = activity(tmp_path, {"stat": "cpu0 1 2 3"}, {"interrupts": " CPU0\n 1: 5 x", "vmstat": "pgin 1"})
    assert rows["steal"].reason == "/proc/stat has no steal column for CPU 0"
    assert rows["interrupts"].reason == "/proc/interrupts has no column for CPU 1"
    assert rows["swapping"].reason == "/proc/vmstat has no pswpin"


def test_a_snapshot_reads_what_is_there(tmp_path: Path) -> None:
    tail = "1 7 7 0 -1 4 0 0 0 0 {user} {system} 0 0 20 0 1 0 99"
    grow(
        tmp_path,
        {
            "/proc/stat": stat(1, 2),
            "/proc/12/stat": f"12 (a) b) S {tail.format(user=30, system=4)}",
            "/proc/13/stat": "13 (gone",
        },
    )
    taken = Snapshot.take(Tree(tmp_path), 5.0)
    assert taken.stat == stat(1, 2)
    assert taken.processes == {12: Process("a) b", 1, 34)}
    assert set(taken.missing) == {"interrupts", "vmstat"}
