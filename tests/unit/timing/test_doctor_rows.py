"""The doctor's checks of files, on made-up machines: exact states and values, and no fact without its file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from doctor_support import (
    CLOCKS,
    CPU,
    PAGES,
    brief,
    by_name,
    container,
    grow,
    noisy_vm,
    quiet_server,
    topology,
)

from effibench.timing.doctor import cpu, frequency, kernel, limits
from effibench.timing.doctor.kernel import parse_mask
from effibench.timing.doctor.limits import group_folders
from effibench.timing.doctor.rows import Machine, Missing, Row, State, Tree, run_checks, selected

ALL: dict[str, Any] = {"available": True, "reason": ""}
REFUSED: dict[str, Any] = {"available": False, "reason": "task_clock: perf_event_open: Permission denied"}
HIDDEN: dict[str, Any] = {
    "available": True,
    "reason": "instructions: perf_event_open: No such file or directory",
}


def rows(machine: Machine, counters: dict[str, Any]) -> Iterator[Row]:
    """All rows that come from files."""
    yield from cpu.rows(machine)
    yield from frequency.rows(machine)
    yield from limits.rows(machine)
    yield from kernel.rows(machine, counters)


QUIET = {
    "model": ("info", "Intel(R) Xeon(R) Gold 6342, 1 socket"),
    "lanes": ("ok", "4 physical cores, 8 logical CPUs; times on 3,7 first"),
    "core types": ("ok", "one kind"),
    "NUMA": ("ok", "1 node"),
    "SMT": ("info", "on; the lane's core is CPUs 3,7"),
    "isolated CPUs": ("ok", "isolated 3,7, nohz_full none, rcu_nocbs none"),
    "virtualisation": ("ok", "none (Dell Inc. PowerEdge R750)"),
    "clock source": ("ok", "tsc"),
    "TSC": ("ok", "constant, nonstop"),
    "CPU governor": ("ok", "performance"),
    "energy preference": ("ok", "performance"),
    "frequency range": ("info", "0.80 to 3.70 GHz"),
    "turbo": ("ok", "off"),
    "idle states": ("info", "driver intel_idle, governor menu"),
    "CPU quota": ("ok", "none"),
    "CPU set": ("ok", "CPUs 0-7 of 0-7"),
    "memory": ("ok", "100 GiB available, limit none"),
    "swap": ("ok", "none"),
    "CPU pressure": ("ok", "0 % of the last 10 s, 0.5 % of the last minute"),
    "memory pressure": ("ok", "0 % of the last 10 s, 0.5 % of the last minute"),
    "I/O pressure": ("ok", "0 % of the last 10 s, 0.5 % of the last minute"),
    "load": ("ok", "0.05, 0.10, 0.20 in 1, 5, 15 min; 1 runnable"),
    "ASLR": ("ok", "full"),
    "huge pages": ("ok", "madvise"),
    "huge page defragmentation": ("ok", "madvise, khugepaged on"),
    "NUMA balancing": ("ok", "off"),
    "zone reclaim": ("ok", "off"),
    "NMI watchdog": ("ok", "off"),
    "interrupt affinity": ("ok", "none may go to CPU 3,7"),
    "irqbalance": ("ok", "not running"),
    "kernel work queues": ("ok", "on CPU 0-2,4-6"),
    "core dumps": ("ok", "to a file"),
    "performance counters": ("ok", "all (paranoid 1, rdpmc 1)"),
    "counter sampling": ("info", "at most 100000 samples/s, 25 % of the time; only while a profiler runs"),
    "kernel timers": ("info", "stat_interval 1 s, sched_rt_runtime_us 950000 µs"),
    "boot options": ("info", "isolcpus=3,7 nohz_full=3,7"),
}


NOISY = {
    "model": ("info", "AMD EPYC, 1 socket"),
    "lanes": ("ok", "2 physical cores, 2 logical CPUs; times on 1 first"),
    "core types": ("ok", "one kind"),
    "NUMA": ("info", "2 nodes, usable CPUs on 0"),
    "SMT": ("ok", "none"),
    "isolated CPUs": ("info", "isolated none, nohz_full none, rcu_nocbs none"),
    "virtualisation": ("info", "virtual machine (QEMU)"),
    "clock source": ("warn", "kvm-clock"),
    "TSC": ("warn", "without nonstop_tsc"),
    "CPU governor": ("warn", "powersave"),
    "energy preference": ("warn", "balance_performance"),
    "frequency range": ("info", "0.80 to 3.70 GHz"),
    "turbo": ("unknown", None),
    "idle states": ("ok", "no driver: idle CPUs only halt"),
    "CPU quota": ("ok", "none"),
    "CPU set": ("ok", "CPUs 0-1 of 0-1"),
    "memory": ("warn", "1.50 GiB available, limit none"),
    "swap": ("warn", "512 MiB of 2.00 GiB used, swappiness 60"),
    "CPU pressure": ("warn", "23.5 % of the last 10 s, 0.5 % of the last minute"),
    "memory pressure": ("ok", "0 % of the last 10 s, 0.5 % of the last minute"),
    "I/O pressure": ("warn", "1.2 % of the last 10 s, 0.5 % of the last minute"),
    "load": ("warn", "3.10, 2.50, 1.00 in 1, 5, 15 min; 4 runnable"),
    "ASLR": ("warn", "off"),
    "huge pages": ("warn", "always"),
    "huge page defragmentation": ("warn", "always, khugepaged not stated"),
    "NUMA balancing": ("warn", "on"),
    "zone reclaim": ("warn", "1"),
    "NMI watchdog": ("warn", "on"),
    "interrupt affinity": ("warn", "2 may go to CPU 1"),
    "irqbalance": ("warn", "running"),
    "kernel work queues": ("unknown", None),
    "core dumps": ("info", "piped to /usr/share/apport/apport"),
    "performance counters": ("warn", "none (paranoid 4, rdpmc not stated)"),
    "counter sampling": ("unknown", None),
    "kernel timers": ("unknown", None),
    "boot options": ("info", "none that changes timing"),
}


def test_a_quiet_server(tmp_path: Path) -> None:
    machine = quiet_server(tmp_path)
    assert (machine.lane, machine.helpers) == ((3, 7), (0, 1, 2, 4, 5, 6))
    assert brief(rows(machine, ALL)) == QUIET


def test_a_noisy_virtual_machine(tmp_path: Path) -> None:
    machine = noisy_vm(tmp_path)
    assert (machine.lane, machine.helpers) == ((1,), (0,))
    assert brief(rows(machine, REFUSED)) == NOISY


def test_a_container_with_a_quota(tmp_path: Path) -> None:
    found = by_name(rows(container(tmp_path), REFUSED))
    known = {name: (row.state, row.value) for name, row in found.items() if row.value is not None}
    assert known == {
        "lanes": (State.WARN, "1 physical core, 1 logical CPU; times on 0 first"),
        "SMT": (State.WARN, "on; the lane's core is CPUs 0,2"),
        "CPU quota": (State.FAIL, "0.5 CPUs, stopped 12 times so far"),
        "CPU set": (State.INFO, "CPUs 0 of 0-3"),
        "memory": (State.FAIL, "8.00 GiB available, limit 512 MiB"),
        "performance counters": (State.INFO, "none (paranoid not stated, rdpmc not stated)"),
    }
    assert "CPU 2 shares the lane's core" in found["SMT"].consequence


def test_where_nothing_can_be_read_nothing_is_known(tmp_path: Path) -> None:
    found = by_name(rows(Machine.of(tmp_path, (0, 1)), REFUSED))
    known = {name for name, row in found.items() if row.state is not State.UNKNOWN}
    assert known == {"lanes", "performance counters"}  # what the process itself was told
    for name in set(found) - known:
        assert found[name].value is None
        assert found[name].reason, name


@pytest.mark.parametrize("make", [quiet_server, noisy_vm, container])
def test_every_fault_says_what_it_does_and_how_to_mend_it(
    tmp_path: Path, make: Callable[[Path], Machine]
) -> None:
    for row in rows(make(tmp_path), REFUSED):
        assert (row.value is None) is (row.state is State.UNKNOWN) is bool(row.reason), row
        if row.state in {State.WARN, State.FAIL}:
            assert row.consequence, row
            assert row.mend, row


def test_the_command_line_is_not_shown_whole(tmp_path: Path) -> None:
    assert not [row for row in rows(quiet_server(tmp_path), ALL) if "hunter2" in repr(row)]


EFFICIENT = {"/sys/devices/cpu_atom/cpus": "4-7", "/sys/devices/cpu_core/cpus": "0-3"}
AC = "/sys/class/power_supply/AC"
SLICE = "/sys/fs/cgroup/user.slice"
ONE_SLOW = f"{CPU}/cpu7/cpufreq/scaling_governor"
UNUSED_SWAP = "Filename Type Size Used Priority\n/dev/sda2 partition 1048576 0 -2"


# What one change of the quiet server does to one row.
@pytest.mark.parametrize(
    ("name", "files", "state", "words"),
    [
        ("core types", EFFICIENT, "warn", "--lanes 0-3"),
        ("core types", {f"{CPU}/cpu3/cpu_capacity": "446"}, "warn", "--lanes 3"),
        ("SMT", {f"{CPU}/smt/active": "0", f"{CPU}/smt/control": "forceoff"}, "ok", "off"),
        ("isolated CPUs", {f"{CPU}/isolated": "3"}, "warn", "the SMT siblings of CPU 3 are not isolated"),
        ("isolated CPUs", {f"{CPU}/nohz_full": "3,7"}, "warn", "intel_pstate=disable"),
        ("isolated CPUs", {f"{CPU}/isolated": ""}, "info", "isolcpus=3,7"),
        ("virtualisation", {"/sys/hypervisor/type": "xen"}, "info", "virtual machine (xen)"),
        ("clock source", {f"{CLOCKS}/current_clocksource": "hpet"}, "warn", "echo tsc"),
        (
            "clock source",
            {f"{CLOCKS}/current_clocksource": "hpet", f"{CLOCKS}/available_clocksource": "hpet"},
            "warn",
            "tsc=reliable",
        ),
        ("clock source", {f"{CLOCKS}/current_clocksource": "arch_sys_counter"}, "ok", "arch_sys_counter"),
        ("CPU governor", {ONE_SLOW: "powersave"}, "warn", "performance on CPU 0-6, powersave on CPU 7"),
        ("CPU governor", {ONE_SLOW: None}, "unknown", "cpu7/cpufreq"),
        ("frequency range", {f"{CPU}/cpu3/cpufreq/scaling_max_freq": "2000000"}, "warn", "echo 3700000"),
        ("frequency range", {f"{CPU}/cpu3/cpufreq/scaling_max_freq": "fast"}, "unknown", "'fast' is no number"),
        ("turbo", {f"{CPU}/intel_pstate/no_turbo": "0"}, "info", "on"),
        ("turbo", {f"{CPU}/intel_pstate/no_turbo": None, f"{CPU}/cpufreq/boost": "1"}, "info", "on"),
        ("power supply", {f"{AC}/type": "Mains", f"{AC}/online": "0"}, "warn", "battery"),
        ("power supply", {f"{AC}/type": "Mains", f"{AC}/online": "1"}, "ok", "mains"),
        ("ASLR", {"/proc/sys/kernel/randomize_va_space": "1"}, "warn", "without the heap"),
        ("huge pages", {f"{PAGES}/enabled": "[never]"}, "ok", "never"),
        ("NUMA balancing", {"/proc/sys/kernel/numa_balancing": "1"}, "ok", "one node only"),
        ("interrupt affinity", {"/proc/irq/25/smp_affinity_list": "0-7"}, "warn", "echo 0-2,4-6 | sudo tee"),
        ("interrupt affinity", {"/proc/irq/25/smp_affinity_list": "3"}, "warn", "1 may go to CPU 3,7"),
        ("kernel work queues", {"/sys/devices/virtual/workqueue/cpumask": "ff"}, "info", "may run on the lane"),
        ("boot options", {"/proc/cmdline": "nosmt mitigations=off"}, "info", "nosmt mitigations=off"),
        ("CPU quota", {"/sys/fs/cgroup/user.slice/cpu.max": "400000 100000"}, "warn", "4 CPUs"),
        (
            "CPU quota",
            {f"{SLICE}/cpu.max": "150000 50000", f"{SLICE}/session-1.scope/cpu.max": "500000 100000"},
            "warn",
            "with more than 3 CPUs busy",
        ),
        (
            "CPU quota",
            {f"{SLICE}/cpu.max": "500000 100000", f"{SLICE}/session-1.scope/cpu.max": "150000 50000"},
            "warn",
            "with more than 3 CPUs busy",
        ),
        ("memory", {f"{SLICE}/memory.max": "8589934592", f"{SLICE}/memory.high": "999999999"}, "fail", "954 MiB"),
        ("CPU quota", {"/sys/fs/cgroup/user.slice/cpu.max": "800000 100000"}, "ok", "8 CPUs"),
        ("memory", {"/sys/fs/cgroup/user.slice/memory.max": "1073741824"}, "warn", "limit 1.00 GiB"),
        ("swap", {"/proc/swaps": UNUSED_SWAP}, "info", "0 B of 1.00 GiB"),
        ("CPU pressure", {"/proc/pressure/cpu": "full avg10=0.00"}, "unknown", "no line of the form"),
        ("load", {"/proc/loadavg": "2.01 0 0 3/9 1"}, "warn", "others compute"),
        ("load", {"/proc/loadavg": "2.00 0 0 3/9 1"}, "ok", "3 runnable"),
    ],
)  # fmt: skip
def test_one_difference(
    tmp_path: Path, name: str, files: dict[str, str | None], state: str, words: str
) -> None:
    machine = quiet_server(tmp_path)
    before = by_name(rows(machine, ALL)).get(name)
    grow(tmp_path, files)
    row = by_name(rows(Machine.of(tmp_path, range(8)), ALL))[name]
    assert row != before
    assert row.state == state
    assert words in f"{row.value} {row.reason} {row.consequence} {row.mend}"


def test_counters(tmp_path: Path) -> None:
    machine = quiet_server(tmp_path)
    row = by_name(kernel.rows(machine, HIDDEN))["performance counters"]
    assert (row.state, row.value) == ("info", "without instructions (paranoid 1, rdpmc 1)")
    assert "its hypervisor offers none" in row.consequence
    grow(tmp_path, {"/proc/sys/kernel/perf_event_paranoid": "3"})
    row = by_name(kernel.rows(machine, REFUSED))["performance counters"]
    assert (row.state, row.mend) == ("warn", "sudo sysctl -w kernel.perf_event_paranoid=2")


def test_rows_that_do_not_apply_are_not_there(tmp_path: Path) -> None:
    machine = quiet_server(tmp_path)
    assert {"energy preference", "TSC"} <= set(by_name(frequency.rows(machine)))
    assert "power supply" not in by_name(frequency.rows(machine))
    grow(tmp_path, {"/proc/cpuinfo": "CPU implementer : 0x41\nCPU part : 0xd40"})
    for number in range(8):
        grow(tmp_path, {f"{CPU}/cpu{number}/cpufreq/energy_performance_preference": None})
    found = by_name(frequency.rows(machine))
    assert not {"energy preference", "TSC"} & set(found)


def test_the_wake_up_limit_is_binary(tmp_path: Path) -> None:
    machine = quiet_server(tmp_path)
    place = grow(tmp_path, {"/dev/cpu_dma_latency": ""}) / "dev/cpu_dma_latency"
    place.write_bytes((0).to_bytes(4, "little"))
    if sys.byteorder == "little":
        assert by_name(frequency.rows(machine))["idle states"].value == (
            "driver intel_idle, governor menu, wake-up limited to 0 µs"
        )
    place.write_bytes((2_000_000_000).to_bytes(4, "little"))
    assert by_name(frequency.rows(machine))["idle states"].value == "driver intel_idle, governor menu"


@pytest.mark.parametrize(
    ("cgroup", "mountinfo", "expected"),
    [
        ("0::/", "1 0 0:1 / /cg rw - cgroup2 cgroup2 rw", (2, ["/cg"])),
        ("0::/a/b", "1 0 0:1 / /cg rw - cgroup2 cgroup2 rw", (2, ["/cg/a/b", "/cg/a", "/cg"])),
        ("0::/a/b", "1 0 0:1 /a /cg rw shared:7 - cgroup2 cgroup2 rw", (2, ["/cg/b", "/cg"])),
        ("0::/../x", "1 0 0:1 / /cg rw - cgroup2 cgroup2 rw", (2, ["/cg"])),
        ("0::/x", "1 0 0:1 /other /cg rw - cgroup2 cgroup2 rw", (2, ["/cg"])),
        (
            "3:cpu,cpuacct:/a\n0::/b",
            "1 0 0:1 / /cg2 rw - cgroup2 cgroup2 rw\n2 0 0:2 / /cg1 rw - cgroup cgroup rw,cpu,cpuacct",
            (1, ["/cg1/a", "/cg1"]),
        ),
        # cpuset is not cpu
        ("3:cpuset:/a\n0::/b", "2 0 0:2 / /cg1 rw - cgroup cgroup rw,cpuset", None),
    ],
)
def test_the_folders_of_a_control_group(
    tmp_path: Path, cgroup: str, mountinfo: str, expected: tuple[int, list[str]] | None
) -> None:
    tree = Tree(grow(tmp_path, {"/proc/self/cgroup": cgroup, "/proc/self/mountinfo": mountinfo}))
    if expected is None:
        with pytest.raises(Missing, match="the cpu controller"):
            group_folders(tree, "cpu")
    else:
        assert group_folders(tree, "cpu") == expected


def test_a_group_without_the_controller_is_not_known_to_be_free(tmp_path: Path) -> None:
    machine = quiet_server(tmp_path)
    for name in ("user.slice/session-1.scope", "user.slice"):
        grow(tmp_path, {f"/sys/fs/cgroup/{name}/cpu.max": None})
    row = by_name(limits.rows(machine))["CPU quota"]
    assert row.state is State.UNKNOWN
    assert "does not hand the cpu controller down" in row.reason


def test_masks_and_choices() -> None:
    assert parse_mask("5") == {0, 2}
    assert parse_mask("1,00000002") == {1, 32}
    with pytest.raises(Missing, match="no mask"):
        parse_mask("0-3")
    assert selected("always [madvise] never") == "madvise"
    assert selected("madvise\n") == "madvise"


def test_paths_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    grow(tmp_path, {f"/proc/irq/{number}/x": "" for number in (10, 9, 100)})
    assert Tree(tmp_path).glob("/proc/irq/[0-9]*/x") == ["/proc/irq/9/x", "/proc/irq/10/x", "/proc/irq/100/x"]


def test_an_isolated_core_is_leased_before_a_higher_one(tmp_path: Path) -> None:
    grow(tmp_path, {f"{CPU}/isolated": "1", **topology(((0,), (1,), (2,)))})
    assert Machine.of(tmp_path, range(3)).lane == (1,)
    assert Machine.of(tmp_path, (0, 2)).lane == (2,)


def test_a_check_that_breaks_is_not_hidden(tmp_path: Path) -> None:
    def broken(machine: Machine) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(run_checks("group", Machine.of(tmp_path, (0,)), [("broken", broken)]))
