"""Made-up machines: file trees below a folder, read by the doctor's checks instead of /proc and /sys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from effibench.timing.doctor.rows import Machine, Row

CPU = "/sys/devices/system/cpu"
CLOCKS = "/sys/devices/system/clocksource/clocksource0"
PAGES = "/sys/kernel/mm/transparent_hugepage"


def grow(root: Path, files: Mapping[str, str | None]) -> Path:
    """Writes files by absolute path; None removes one."""
    for path, text in files.items():
        place = root / path.lstrip("/")
        if text is None:
            place.unlink()
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"{text}\n", encoding="utf-8")
    return root


def topology(cores: Iterable[tuple[int, ...]]) -> dict[str, str]:
    """The files that group CPUs into cores, all of one socket."""
    files = {}
    for core in cores:
        for cpu in core:
            files[f"{CPU}/cpu{cpu}/topology/core_cpus_list"] = ",".join(map(str, core))
            files[f"{CPU}/cpu{cpu}/topology/physical_package_id"] = "0"
    return files


def cpuinfo(vendor: str, model: str, flags: str) -> str:
    return f"processor\t: 0\nvendor_id\t: {vendor}\nmodel name\t: {model}\nflags\t\t: {flags}\n"


def cpufreq(cpus: Iterable[int], governor: str, preference: str | None = None) -> dict[str, str]:
    files = {}
    for cpu in cpus:
        folder = f"{CPU}/cpu{cpu}/cpufreq"
        files[f"{folder}/scaling_governor"] = governor
        files[f"{folder}/scaling_min_freq"] = "800000"
        files[f"{folder}/scaling_max_freq"] = "3700000"
        files[f"{folder}/cpuinfo_max_freq"] = "3700000"
        files[f"{folder}/scaling_driver"] = "intel_pstate"
        if preference is not None:
            files[f"{folder}/energy_performance_preference"] = preference
    return files


def pressure(cpu: str = "0.00", memory: str = "0.00", io: str = "0.00") -> dict[str, str]:
    return {
        f"/proc/pressure/{name}": f"some avg10={value} avg60=0.50 avg300=0.10 total=1\nfull avg10=0.00"
        for name, value in (("cpu", cpu), ("memory", memory), ("io", io))
    }


def quiet_server(root: Path) -> Machine:
    """Bare metal, tuned: four cores with SMT, the last one isolated whole."""
    cores = ((0, 4), (1, 5), (2, 6), (3, 7))
    files = {
        "/proc/cpuinfo": cpuinfo(
            "GenuineIntel", "Intel(R) Xeon(R) Gold 6342", "fpu constant_tsc nonstop_tsc"
        ),
        "/proc/cmdline": "root=/dev/sda1 secret=hunter2 isolcpus=3,7 nohz_full=3,7 quiet",
        f"{CPU}/isolated": "3,7",
        f"{CPU}/nohz_full": "(null)",
        f"{CPU}/online": "0-7",
        f"{CPU}/smt/active": "1",
        f"{CPU}/smt/control": "on",
        f"{CPU}/intel_pstate/no_turbo": "1",
        f"{CPU}/cpuidle/current_driver": "intel_idle",
        f"{CPU}/cpuidle/current_governor_ro": "menu",
        f"{CLOCKS}/current_clocksource": "tsc",
        f"{CLOCKS}/available_clocksource": "tsc hpet acpi_pm",
        "/sys/devices/system/node/online": "0",
        "/sys/class/dmi/id/sys_vendor": "Dell Inc.",
        "/sys/class/dmi/id/product_name": "PowerEdge R750",
        "/sys/devices/virtual/workqueue/cpumask": "77",
        "/sys/bus/event_source/devices/cpu/rdpmc": "1",
        f"{PAGES}/enabled": "always [madvise] never",
        f"{PAGES}/defrag": "always defer defer+madvise [madvise] never",
        f"{PAGES}/khugepaged/defrag": "1",
        "/proc/sys/kernel/randomize_va_space": "2",
        "/proc/sys/kernel/numa_balancing": "0",
        "/proc/sys/kernel/nmi_watchdog": "0",
        "/proc/sys/kernel/core_pattern": "core",
        "/proc/sys/kernel/perf_event_paranoid": "1",
        "/proc/sys/kernel/perf_event_max_sample_rate": "100000",
        "/proc/sys/kernel/perf_cpu_time_max_percent": "25",
        "/proc/sys/kernel/sched_rt_runtime_us": "950000",
        "/proc/sys/vm/stat_interval": "1",
        "/proc/sys/vm/zone_reclaim_mode": "0",
        "/proc/sys/vm/swappiness": "60",
        "/proc/irq/default_smp_affinity": "77",
        "/proc/irq/24/smp_affinity_list": "0-2,4-6",
        "/proc/irq/25/smp_affinity_list": "0",
        "/proc/1/comm": "systemd",
        "/proc/self/cgroup": "0::/user.slice/session-1.scope",
        "/proc/self/mountinfo": "31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw",
        "/sys/fs/cgroup/user.slice/session-1.scope/cpu.max": "max 100000",
        "/sys/fs/cgroup/user.slice/cpu.max": "max 100000",
        "/sys/fs/cgroup/user.slice/memory.max": "max",
        "/proc/meminfo": "MemTotal:  131072000 kB\nMemAvailable:   104857600 kB",
        "/proc/swaps": "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority",
        "/proc/loadavg": "0.05 0.10 0.20 1/412 9999",
        **topology(cores),
        **cpufreq(range(8), "performance", "performance"),
        **pressure(),
    }
    return Machine.of(grow(root, files), range(8))


def noisy_vm(root: Path) -> Machine:
    """A small virtual machine as it comes: two CPUs, nothing tuned, others at work."""
    files = {
        "/proc/cpuinfo": cpuinfo("AuthenticAMD", "AMD EPYC", "fpu constant_tsc hypervisor"),
        "/proc/cmdline": "console=ttyS0",
        f"{CPU}/isolated": "",
        f"{CPU}/online": "0-1",
        f"{CPU}/smt/active": "0",
        f"{CPU}/smt/control": "notsupported",
        f"{CPU}/cpuidle/current_driver": "none",
        f"{CLOCKS}/current_clocksource": "kvm-clock",
        f"{CLOCKS}/available_clocksource": "kvm-clock tsc acpi_pm",
        "/sys/devices/system/node/online": "0-1",
        "/sys/class/dmi/id/sys_vendor": "QEMU",
        f"{PAGES}/enabled": "[always] madvise never",
        f"{PAGES}/defrag": "[always] defer defer+madvise madvise never",
        "/proc/sys/kernel/randomize_va_space": "0",
        "/proc/sys/kernel/numa_balancing": "1",
        "/proc/sys/kernel/nmi_watchdog": "1",
        "/proc/sys/kernel/core_pattern": "|/usr/share/apport/apport %p",
        "/proc/sys/kernel/perf_event_paranoid": "4",
        "/proc/sys/vm/zone_reclaim_mode": "1",
        "/proc/sys/vm/swappiness": "60",
        "/proc/irq/default_smp_affinity": "3",
        "/proc/irq/30/smp_affinity_list": "0-1",
        "/proc/irq/31/smp_affinity_list": "1",
        "/proc/irq/32/smp_affinity_list": "0",
        "/proc/611/comm": "irqbalance",
        "/proc/self/cgroup": "0::/",
        "/proc/self/mountinfo": "31 23 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw",
        "/proc/meminfo": "MemAvailable:   1572864 kB",
        "/proc/swaps": "Filename Type Size Used Priority\n/swapfile file 2097152 524288 -2",
        "/proc/loadavg": "3.10 2.50 1.00 4/200 777",
        **topology(((0,), (1,))),
        **cpufreq(range(2), "powersave", "balance_performance"),
        **pressure(cpu="23.50", io="1.20"),
    }
    return Machine.of(grow(root, files), range(2))


def container(root: Path) -> Machine:
    """A container with a quota, half of a core and little memory, that sees next to nothing of the machine."""
    files = {
        "/proc/self/cgroup": "5:memory:/docker/abc\n3:cpu,cpuacct:/docker/abc\n0::/docker/abc",
        "/proc/self/mountinfo": (
            "40 31 0:29 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n"
            "41 31 0:30 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory"
        ),
        "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "50000",
        "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000",
        "/sys/fs/cgroup/cpu,cpuacct/cpu.stat": "nr_periods 90\nnr_throttled 12\nthrottled_time 5",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes": "536870912",
        "/proc/meminfo": "MemAvailable:   8388608 kB",
        f"{CPU}/online": "0-3",
        "/sys/fs/cgroup/ignored": "",
        **topology(((0, 2), (1, 3))),
    }
    return Machine.of(grow(root, files), (0,))


def by_name(rows: Iterable[Row]) -> dict[str, Row]:
    found = list(rows)
    names = {row.name: row for row in found}
    assert len(names) == len(found), "two rows of one name"
    return names


def brief(rows: Iterable[Row]) -> dict[str, tuple[str, str | None]]:
    """State and value by name."""
    return {name: (str(row.state), row.value) for name, row in by_name(rows).items()}
